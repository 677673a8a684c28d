import postgres, { type Sql } from "postgres";
import { afterAll, expect, inject, it } from "vitest";
import { inDatabase, onEachNode } from "@/lib/testing/database";
import { databaseTasks } from "./lib/database-tasks.mjs";
import { distribute } from "./lib/distribution.mjs";
import { planDistribution } from "./lib/distribution-plan.mjs";
import { migrateDatabase, migrationTags } from "./lib/migrations.mjs";

/** The first migration that was tested on a distributed database. */
const OLDEST = "0044_turned_opt_outs";
const name = "t_migrated";

const server = inject("testServer");
const nodesIn = (database: string) => ({ nodes: server.nodes.map((node) => inDatabase(node, database)) });
const url = inDatabase(inject("clusterUrl"), name);

const quiet = { max: 1, onnotice: () => undefined };

async function open<T>(address: string, work: (pg: Sql) => Promise<T>): Promise<T> {
  const pg = postgres(address, quiet);
  try {
    return await work(pg);
  } finally {
    await pg.end();
  }
}

/** So many in each workspace, with its tag. */
async function addPeople(pg: Sql, from: number, to: number): Promise<void> {
  await pg`
    insert into contacts (workspace_id, id, email, first_name)
    select w.id, gen_random_uuid(), 'p' || n || '@example.com', 'P'
    from workspaces w, generate_series(${from}::int, ${to}::int) n`;
  await pg`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select workspace_id, workspace_id, id from contacts on conflict do nothing`;
}

/** Every row of what was written. */
async function linesOf(pg: Sql): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ["contacts", "contact_tags", "workspace_counts"]) {
    const rows = await pg<{ line: string }[]>`select row(t.*)::text as line from ${pg(table)} t`;
    lines.push(...rows.map(({ line }) => `${table} ${line}`).sort());
  }
  return lines;
}

async function emptyCluster(): Promise<void> {
  await onEachNode(server, `drop database if exists ${name} with (force)`);
  await onEachNode(server, `create database ${name}`);
  await onEachNode(nodesIn(name), "create extension citus");
  const pg = postgres(url, quiet);
  for (const [at, node] of server.nodes.entries()) {
    const { hostname, port } = new URL(node);
    if (at === 0) await pg`select citus_set_coordinator_host(${hostname}, ${Number(port)})`;
    else await pg`select citus_add_node(${hostname}, ${Number(port)})`;
  }
  await pg.end();
}

afterAll(() => onEachNode(server, `drop database if exists ${name} with (force)`));

const MISSING = {
  schema: expect.stringContaining("The schema is missing"),
  extension: expect.stringContaining("The extension citus is missing"),
  worker: expect.stringContaining("No worker is known"),
  address: expect.stringContaining("The coordinator has no address"),
};

it("says what prevents it: no schema, and no extension", async () => {
  const [coordinator = ""] = server.nodes;
  await open(coordinator, async (pg) => {
    await pg.unsafe(`drop database if exists ${name} with (force)`);
    await pg.unsafe(`create database ${name}`);
  });
  await open(url, async (pg) => {
    const nothing = { isDistributed: false, steps: [], obstacles: [MISSING.schema, MISSING.extension] };
    expect(await planDistribution(pg)).toMatchObject(nothing);
    await expect(distribute(url)).rejects.toThrow("cannot be distributed");
    await migrateDatabase(url);
    expect(await planDistribution(pg)).toMatchObject({ ...nothing, obstacles: [MISSING.extension] });
  });
});

it.runIf(inject("isDistributed"))(
  "says what prevents it: no worker, no address, a Citus too old",
  async () => {
    await onEachNode(server, `drop database if exists ${name} with (force)`);
    await onEachNode(server, `create database ${name}`);
    await open(url, async (pg) => {
      await pg`create extension citus`;
      const obstacles = async () => (await planDistribution(pg)).obstacles;
      expect(await obstacles()).toEqual([MISSING.schema, MISSING.worker, MISSING.address]);
      await migrateDatabase(url);
      expect(await obstacles()).toEqual([MISSING.worker, MISSING.address]);
      await pg`set citus.enable_version_checks = off`;
      await pg`update pg_extension set extversion = '11.3-1' where extname = 'citus'`;
      const old = expect.stringContaining("Citus 11.3-1 is too old");
      expect(await obstacles()).toEqual([old, MISSING.worker, MISSING.address]);
    });
    await expect(distribute(url)).rejects.toThrow("cannot be distributed");
  },
  120_000,
);

it.runIf(inject("isDistributed"))(
  "distributes a database with contacts, later migrates it, and distributes what is new",
  async () => {
    await emptyCluster();
    await migrateDatabase(url, { upTo: OLDEST });
    const before = await open(url, async (pg) => {
      await pg`insert into workspaces (id, name) select gen_random_uuid(), 'acme' from generate_series(1, 3)`;
      await pg`insert into workspace_counts (workspace_id) select id from workspaces on conflict do nothing`;
      await pg`insert into tags (workspace_id, id, name) select id, id, 'vip' from workspaces`;
      await addPeople(pg, 1, 20);
      return linesOf(pg);
    });
    await distribute(url, { shards: 4 });
    const pg = postgres(url, quiet);
    expect(before).toHaveLength(60 + 60 + 3);
    expect(await linesOf(pg)).toEqual(before);
    const shards = await pg<{ result: string }[]>`
    select result from run_command_on_shards('contacts', 'select count(*) from %s')`;
    expect(shards.reduce((sum, { result }) => sum + Number(result), 0)).toBe(60);
    await addPeople(pg, 21, 50);
    // The state from before invitations stayed on the coordinator.
    await pg`alter table invitations drop constraint invitations_workspace_id_workspaces_id_fk`;
    await pg`select create_distributed_table('invitations', 'workspace_id', colocate_with => 'workspace_counts')`;
    await pg`
    alter table invitations add constraint invitations_workspace_id_workspaces_id_fk
    foreign key (workspace_id) references workspace_counts(workspace_id) on delete cascade`;
    // Like a migration written for a single server.
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
