import postgres from "postgres";
import { afterAll, expect, inject, it } from "vitest";
import { inDatabase, onEachNode } from "@/lib/testing/database";
import { databaseTasks } from "./lib/database-tasks.mjs";
import { distribute } from "./lib/distribution.mjs";
import { planDistribution } from "./lib/distribution-plan.mjs";
import { migrateDatabase, migrationTags } from "./lib/migrations.mjs";

/** From here on migrations were tried on a distributed database. */
const OLDEST = "0044_turned_opt_outs";
const name = "t_migrated";

const server = inject("testServer");
const nodesIn = (database: string) => ({ nodes: server.nodes.map((node) => inDatabase(node, database)) });
const url = inDatabase(inject("clusterUrl"), name);

async function emptyCluster(): Promise<void> {
  await onEachNode(server, `drop database if exists ${name} with (force)`);
  await onEachNode(server, `create database ${name}`);
  await onEachNode(nodesIn(name), "create extension citus");
  const pg = postgres(url, { max: 1, onnotice: () => undefined });
  for (const [at, node] of server.nodes.entries()) {
    const { hostname, port } = new URL(node);
    if (at === 0) await pg`select citus_set_coordinator_host(${hostname}, ${Number(port)})`;
    else await pg`select citus_add_node(${hostname}, ${Number(port)})`;
  }
  await pg.end();
}

afterAll(() => onEachNode(server, `drop database if exists ${name} with (force)`));

it.runIf(inject("isDistributed"))(
  "migrates a distributed database with contacts, and distributes what is new",
  async () => {
    await emptyCluster();
    await migrateDatabase(url, { upTo: OLDEST });
    await distribute(url, { shards: 4 });
    const pg = postgres(url, { max: 1, onnotice: () => undefined });
    await pg`insert into workspaces (id, name) select gen_random_uuid(), 'acme' from generate_series(1, 3)`;
    await pg`
    insert into contacts (workspace_id, id, email, first_name)
    select w.id, gen_random_uuid(), 'p' || n || '@example.com', 'P' from workspaces w, generate_series(1, 50) n`;
    await pg`insert into tags (workspace_id, id, name) select id, id, 'vip' from workspaces`;
    await pg`insert into contact_tags (workspace_id, tag_id, contact_id) select workspace_id, workspace_id, id from contacts`;
    // As it was before invitations stayed on the coordinator.
    await pg`alter table invitations drop constraint invitations_workspace_id_workspaces_id_fk`;
    await pg`select create_distributed_table('invitations', 'workspace_id', colocate_with => 'workspace_counts')`;
    await pg`
    alter table invitations add constraint invitations_workspace_id_workspaces_id_fk
    foreign key (workspace_id) references workspace_counts(workspace_id) on delete cascade`;
    // As a migration would that knows of one server.
    await pg`create or replace function next_number() returns bigint language sql as 'select 1::bigint'`;
    const tags = migrationTags();
    const later = tags.length - 1 - tags.indexOf(OLDEST);
    expect(await databaseTasks.migrateGiven({ url, ownerUrl: undefined })).toBe(later);
    expect(await planDistribution(pg)).toMatchObject({ isDistributed: true, steps: [], obstacles: [] });
    const [own] = await pg<{ number: string }[]>`select next_number() as number`;
    expect(Number(own?.number)).toBeGreaterThan(1);
    expect(await pg`select from pg_dist_partition where logicalrelid = 'invitations'::regclass`).toEqual([]);
    const [home] = await pg<{ key: string }[]>`
    select confrelid::regclass::text as key from pg_constraint where conrelid = 'invitations'::regclass and contype = 'f'`;
    expect(home?.key).toBe("workspaces");
    await pg`
    insert into contacts (workspace_id, id, email, first_name)
    select id, gen_random_uuid(), 'last@example.com', 'Last' from workspaces`;
    await pg`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select workspace_id, workspace_id, id from contacts where email = 'last@example.com'`;
    const tagged = await pg<
      { n: number }[]
    >`select sum(contacts)::int as n from tag_counts group by workspace_id, tag_id`;
    expect(tagged.map(({ n }) => n)).toEqual([51, 51, 51]);
    const hours = await pg<
      { n: number }[]
    >`select sum(contacts)::int as n from contact_hours group by workspace_id`;
    expect(hours.map(({ n }) => n)).toEqual([51, 51, 51]);
    const counts = await pg<{ n: number }[]>`select contacts::int as n from workspace_counts`;
    expect(counts.map(({ n }) => n)).toEqual([51, 51, 51]);
    await pg.end();
  },
  240_000,
);
