import postgres from "postgres";
import { describe, expect, inject, it, vi } from "vitest";
import { closeDatabase, pg } from "@/db/client";
import { databaseKind, isDistributed, scopesOf } from "@/db/distributed";
import { REQUIRED_SETTINGS } from "@/db/settings.mjs";
import { newId } from "@/lib/ids";
import { startCounts } from "@/lib/imports/engine/counts";
import { importJob } from "@/lib/imports/engine/job";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { newWorkspace } from "@/lib/testing/workspace";
import { judgeDistribution } from "../../scripts/lib/distributed.mjs";
import { lookAtDistribution, planDistribution } from "../../scripts/lib/distribution-plan.mjs";
import { inDatabase, onEachNode } from "./database";

const onCitus = inject("isDistributed");
const owner = () => {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  return postgres(inDatabase(inject("clusterUrl"), name), { max: 1, onnotice: () => undefined });
};

it("knows what the database is", async () => {
  expect(await databaseKind(pg())).toEqual({ isDistributed: onCitus, wrong: [] });
  expect(await isDistributed(pg())).toBe(onCitus);
  const scopes = await scopesOf(() => pg()`select id as workspace_id from workspaces where false`);
  expect(scopes).toEqual(onCitus ? [] : [null]);
});

/** Readiness as it is now: an answer counts for some seconds. */
async function freshReadiness() {
  vi.resetModules();
  const { checkReadiness } = await import("@/lib/server/readiness");
  return checkReadiness();
}

it.skipIf(onCitus)("readiness says that it runs on a plain database", async () => {
  expect((await freshReadiness()).checks.database).toMatchObject({ status: "ok", engine: "postgresql" });
});

/** An import that changed a contact, as the engine counts it. */
async function count(settings: string[]): Promise<void> {
  const workspaceId = await makeWorkspace();
  const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(1, { bad: 0 })), 1);
  await pg().begin(async (tx) => {
    for (const setting of settings) await tx.unsafe(setting.replace("IMPORT", id));
    await tx`update imports set changed_contacts = 1 where workspace_id = ${workspaceId} and id = ${id}`;
  });
}

it("lets no import count a change where no journal is written", async () => {
  await count(["set local kith.import_id = 'IMPORT'"]);
  await expect(count([])).rejects.toThrow(/changed contacts without an undo journal/);
  await expect(count([`set local kith.import_id = '${newId()}'`])).rejects.toThrow(/without an undo journal/);
  if (!onCitus) return;
  const silent = ["set local citus.propagate_set_commands = 'none'", "set local kith.import_id = 'IMPORT'"];
  await expect(count(silent)).rejects.toThrow(/without an undo journal/);
});

it.skipIf(onCitus)("asks every connection anew what the database is", async () => {
  expect(await isDistributed(pg())).toBe(false);
  const admin = owner();
  await admin`create function shard_beside(oid, text) returns text language sql return 'no settings'`;
  await expect(pg().begin(startCounts)).rejects.toThrow(Object.keys(REQUIRED_SETTINGS).toSorted().at(-1));
  await admin`drop function shard_beside`;
  await admin.end();
  await pg().begin(startCounts);
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

  /** Runs `work` while a setting of the database is another, on all nodes; every connection is new, as after a failover. */
  async function whileSet(name: string, value: string, work: () => Promise<void>): Promise<void> {
    const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
    const server = inject("testServer");
    const set = async (to: string) => {
      await onEachNode(server, `alter database ${database} set ${name} = '${to}'`);
      await closeDatabase();
    };
    await set(value);
    try {
      await work();
    } finally {
      await set(Reflect.get(REQUIRED_SETTINGS, name));
    }
  }

  it("puts an import off while its sessions would lose the journal, though the app has long been running", async () => {
    const workspaceId = await makeWorkspace();
    const file = await storeFile(workspaceId, peopleCsv(20, { bad: 0 }));
    const start = () => confirmedImport(workspaceId, file, 20);
    await runJob(importJob, { workspaceId, id: await start() });
    await pg()`update contacts set first_name = 'Former' where workspace_id = ${workspaceId}`;
    const id = await start();
    const journal = async () => {
      const [row] = await pg()<{ n: number }[]>`
        select count(*)::int as n from import_changes where workspace_id = ${workspaceId} and import_id = ${id}`;
      return row?.n;
    };
    await whileSet("citus.propagate_set_commands", "none", async () => {
      await runJob(importJob, { workspaceId, id });
      const state = { status: "processing", processed_rows: 0, last_error: "SettingsError KJ001" };
      expect(await importState(workspaceId, id)).toMatchObject(state);
      expect(await journal()).toBe(0);
    });
    await pg()`update imports set lease_until = null where workspace_id = ${workspaceId} and id = ${id}`;
    await runJob(importJob, { workspaceId, id });
    expect(await importState(workspaceId, id)).toMatchObject({ status: "completed", updated_rows: 20 });
    expect(await journal()).toBe(20);
  });

  it.each(Object.keys(REQUIRED_SETTINGS))(
    "says the same of %s in the engine, readiness and the doctor",
    async (name) => {
      const wrong = name === "citus.propagate_set_commands" ? "none" : "off";
      await whileSet(name, wrong, async () => {
        await expect(pg().begin(startCounts)).rejects.toThrow(name);
        expect(await databaseKind(pg())).toEqual({ isDistributed: true, wrong: [name] });
        expect((await freshReadiness()).checks.database).toMatchObject({ status: "error", engine: "citus" });
        const found = await lookAtDistribution(pg());
        expect(judgeDistribution(found)).toMatchObject([
          { state: "fail", message: expect.stringContaining(name) },
        ]);
        expect((await planDistribution(pg())).steps).toEqual([`set ${name} for the database`]);
      });
      expect((await freshReadiness()).checks.database).toMatchObject({ status: "ok" });
      expect(judgeDistribution(await lookAtDistribution(pg()))).toMatchObject([{ state: "ok" }]);
    },
  );

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
