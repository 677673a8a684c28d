import postgres from "postgres";
import { describe, expect, inject, it } from "vitest";
import { closeDatabase, pg } from "@/db/client";
import { databaseKind, isDistributed, scopesOf } from "@/db/distributed";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { planDistribution } from "../../scripts/lib/distribution-plan.mjs";
import { inDatabase, onEachNode } from "./database";

const onCitus = inject("isDistributed");
const owner = () => {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  return postgres(inDatabase(inject("clusterUrl"), name), { max: 1, onnotice: () => undefined });
};

it("knows what the database is", async () => {
  expect(await databaseKind(pg())).toEqual({ isDistributed: onCitus, forwards: onCitus });
  expect(await isDistributed(pg())).toBe(onCitus);
  const scopes = await scopesOf(() => pg()`select id as workspace_id from workspaces where false`);
  expect(scopes).toEqual(onCitus ? [] : [null]);
});

describe.runIf(onCitus)("on a distributed database", () => {
  /** A workspace with contacts, and an import that changes one of them as the engine does. */
  async function changed(settings: string[] = []) {
    const { id: workspace } = await newWorkspace();
    const [contact, importId] = [newId(), newId()];
    await pg()`
      insert into contacts (workspace_id, id, email, first_name) values (${workspace}, ${contact}, 'ada@example.com', 'Ada')`;
    await pg().begin(async (tx) => {
      for (const setting of settings) await tx.unsafe(setting.replace("IMPORT", importId));
      await tx`
        update contacts set first_name = 'Eve', written_by = ${importId}
        where workspace_id = ${workspace} and id = ${contact}`;
    });
    const [row] = await pg()<{ n: number }[]>`
      select count(*)::int as n from import_changes where workspace_id = ${workspace} and import_id = ${importId}`;
    return row?.n;
  }

  it("journals what an import changes, because its setting reaches the shard", async () => {
    expect(await changed(["set local kith.import_id = 'IMPORT'"])).toBe(1);
  });

  it("would leave the journal empty with a setting that is not forwarded", async () => {
    expect(await changed(["select set_config('kith.import_id', 'IMPORT', true)"])).toBe(0);
    const silent = ["set local citus.propagate_set_commands = 'none'", "set local kith.import_id = 'IMPORT'"];
    expect(await changed(silent)).toBe(0);
  });

  it("refuses to import where settings are not forwarded", async () => {
    const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
    const server = inject("testServer");
    await onEachNode(server, `alter database ${name} set citus.propagate_set_commands = 'none'`);
    await closeDatabase();
    expect(await databaseKind(pg())).toEqual({ isDistributed: true, forwards: false });
    const admin = owner();
    expect((await planDistribution(admin)).steps).toEqual([
      "set citus.propagate_set_commands for the database",
    ]);
    await admin.end();
    await onEachNode(server, `alter database ${name} set citus.propagate_set_commands = 'local'`);
    await closeDatabase();
    expect(await databaseKind(pg())).toEqual({ isDistributed: true, forwards: true });
  });

  /** The number of shards that a statement is sent to. */
  async function tasksOf(statement: string): Promise<number> {
    const plan = await pg().unsafe<{ "QUERY PLAN": string }[]>(`explain (costs off) ${statement}`);
    const count = /Task Count: (\d+)/.exec(plan.map((line) => line["QUERY PLAN"]).join("\n"))?.[1];
    return Number(count ?? 0);
  }

  it("asks one shard for a workspace, and all of them for a statement without one", async () => {
    const { id } = await newWorkspace();
    expect(await tasksOf(`select email from contacts where workspace_id = '${id}'`)).toBe(1);
    expect(await tasksOf("select email from contacts where email = 'ada@example.com'")).toBe(4);
    await expect(pg()`select id from contacts where email = 'ada@example.com' for update`).rejects.toThrow(
      /FOR UPDATE/,
    );
  });

  it("keeps the counts of workspaces that share a shard apart", async () => {
    const workspaces = await Promise.all(Array.from({ length: 8 }, () => newWorkspace()));
    for (const [n, { id }] of workspaces.entries()) {
      await pg()`
        insert into contacts (workspace_id, id, email, first_name, is_unsubscribed)
        select ${id}, gen_random_uuid(), 'p' || i || '@example.com', 'P', i = 1 from generate_series(1, ${n + 1}) i`;
      await pg()`delete from contacts where workspace_id = ${id} and email = 'p2@example.com'`;
    }
    for (const [n, { id }] of workspaces.entries()) {
      const [counts] = await pg()`
        select contacts::int, unsubscribed::int from workspace_counts where workspace_id = ${id}`;
      expect(counts).toEqual({ contacts: n === 0 ? 1 : n, unsubscribed: 1 });
    }
  });

  it("waits for a node as long as for a server: what it waits for looks like us", async () => {
    const { id } = await newWorkspace();
    await expect(
      pg()`select pg_sleep(17) from workspace_counts where workspace_id = ${id}`,
    ).resolves.toHaveLength(1);
  });

  it("numbers the journal on after a shard has moved to another node", async () => {
    const { id: workspace } = await newWorkspace();
    const importId = newId();
    const admin = owner();
    const entry = async () => {
      const [row] = await admin<{ seq: string }[]>`
        insert into import_changes (workspace_id, import_id, contact_id, first_name, is_unsubscribed, updated_at)
        values (${workspace}, ${importId}, ${newId()}, 'Ada', false, now()) returning seq`;
      return BigInt(row?.seq ?? 0);
    };
    const place = async () => {
      const [row] = await admin<{ shard: string; port: number }[]>`
        select shardid as shard, nodeport as port from pg_dist_shard_placement
        where shardid = get_shard_id_for_distribution_column('contacts', ${workspace}::uuid)`;
      if (!row) throw new Error("the workspace has no shard");
      return row;
    };
    const before = await entry();
    const from = await place();
    const nodes = await admin<{ port: number }[]>`
      select nodeport as port from pg_dist_node where groupid > 0 and nodeport <> ${from.port}`;
    const to = nodes[0]?.port ?? 0;
    await admin`
      select citus_move_shard_placement(${from.shard}::bigint, '127.0.0.1', ${from.port}, '127.0.0.1', ${to}, 'block_writes')`;
    expect((await place()).port).toBe(to);
    expect((await entry()) > before).toBe(true);
    await admin.end();
    expect(await changed(["set local kith.import_id = 'IMPORT'"])).toBe(1);
  });

  it("forgets a workspace on all its shards when it is deleted", async () => {
    const { id } = await newWorkspace();
    await pg()`
      insert into contacts (workspace_id, id, email, first_name) values (${id}, ${newId()}, 'ada@example.com', 'Ada')`;
    await pg()`delete from workspaces where id = ${id}`;
    for (const table of ["contacts", "workspace_counts", "opt_out_keys"]) {
      expect(await pg()`select 1 from ${pg()(table)} where workspace_id = ${id}`).toEqual([]);
    }
  });
});
