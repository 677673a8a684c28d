import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { importJob } from "@/lib/imports/engine/job";
import { undoJob, undoOf } from "@/lib/imports/engine/undo";
import { requestUndo } from "@/lib/imports/engine/undo-request";
import { runJob } from "@/lib/jobs/run";
import { serviceDouble } from "@/lib/testing/doubles/http";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { onEachNode } from "./database";
import { owner } from "./owner";

const ROWS = 20_000;
/** In a case of mistake the test fails rather than waits. */
const AT_MOST_MS = 200_000;

/** The shard of a workspace, the worker that has it, and another worker. */
async function placeOf(workspaceId: string) {
  const [row] = await owner()<{ shard: string; host: string; port: number; host2: string; port2: number }[]>`
    select p.shardid as shard, p.nodename as host, p.nodeport as port, n.nodename as host2, n.nodeport as port2
    from pg_dist_shard_placement p
    join pg_dist_node n on n.groupid > 0 and (n.nodename, n.nodeport) <> (p.nodename, p.nodeport)
    where p.shardid = get_shard_id_for_distribution_column('contacts', ${workspaceId}::uuid) limit 1`;
  if (!row) throw new Error("a cluster has two workers");
  return row;
}

/** As docs/scaling.md says. */
async function moveAway(workspaceId: string): Promise<void> {
  const { shard, host, port, host2, port2 } = await placeOf(workspaceId);
  await owner()`
    select citus_move_shard_placement(${shard}::bigint, ${host}, ${port}, ${host2}, ${port2}, 'force_logical')`;
}

/** Every column of every contact. */
async function linesOf(workspaceId: string): Promise<string[]> {
  const rows = await pg()<{ whole: string }[]>`
    select row(c.*)::text as whole from contacts c where workspace_id = ${workspaceId} order by id`;
  return rows.map(({ whole }) => whole);
}

async function newImport(workspaceId: string, edition: string) {
  const options = { repeats: 0, bad: 0, edition };
  return confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(ROWS, options)), ROWS);
}

describe.runIf(inject("isDistributed"))("shards", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    resetEnv();
  });

  it("a shard moves to another worker in mid-import: exact, with a whole journal, and undone line by line", async () => {
    const workspaceId = await makeWorkspace();
    await runJob(importJob, { workspaceId, id: await newImport(workspaceId, "") });
    const before = await linesOf(workspaceId);
    const from = await placeOf(workspaceId);
    // From here on each run ends after a batch, and nobody goes on by himself.
    const platform = await serviceDouble(async (_, response) => void response.writeHead(202).end());
    vi.stubEnv("INTERNAL_URL", platform.url);
    vi.stubEnv("JOB_TIME_BUDGET_MS", "1");
    vi.stubEnv("IMPORT_BATCH_ROWS", "500");
    resetEnv();
    const id = await newImport(workspaceId, ", second edition");
    const done = async () => (await importState(workspaceId, id)).processed_rows;
    const goOn = () => runJob(importJob, { workspaceId, id });
    await goOn();
    const [first, end] = [await done(), Date.now() + AT_MOST_MS];
    let isMoved = false;
    const moved = moveAway(workspaceId).finally(() => {
      isMoved = true;
    });
    let during = 0;
    while (!isMoved && Date.now() < end) {
      if (during < ROWS - 1000) await goOn();
      else await sleep(20);
      during = await done();
    }
    await moved;
    expect([first > 0, during > first, during < ROWS]).toEqual([true, true, true]);
    expect((await placeOf(workspaceId)).port).toBe(from.port2);
    await platform.close();
    vi.unstubAllEnvs();
    resetEnv();
    // Should the move have cost it an attempt, it would wait.
    await pg()`update imports set lease_until = null where workspace_id = ${workspaceId} and id = ${id}`;
    await goOn();

    const counts = { status: "completed", updated_rows: ROWS, created_rows: 0, failed_rows: 0 };
    expect(await importState(workspaceId, id)).toMatchObject(counts);
    const [journal] = await pg()`
      select count(*)::int as entries, count(distinct contact_id)::int as contacts from import_changes
      where workspace_id = ${workspaceId} and import_id = ${id}`;
    expect(journal).toEqual({ entries: ROWS, contacts: ROWS });
    await requestUndo(workspaceId, id);
    await runJob(undoJob, { workspaceId, id });
    expect(await undoOf(workspaceId, id)).toMatchObject({
      undo_status: "completed",
      restored: ROWS,
      kept: 0,
    });
    expect(await linesOf(workspaceId)).toEqual(before);
    const [counted] = await pg()`
      select contacts::int as n from workspace_counts where workspace_id = ${workspaceId}`;
    expect(counted).toEqual({ n: ROWS });
  }, 300_000);

  it("a workspace gets a shard of its own, and a machine of its own", async () => {
    const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
    const server = inject("testServer");
    const [knows] = await owner()`select from pg_settings where name = 'output_plugin_libraries'`;
    if (knows)
      await onEachNode(
        server,
        `alter database ${database} set output_plugin_libraries = 'pgoutput', 'test_decoding', 'citus'`,
      );
    const workspaces = await Promise.all(Array.from({ length: 6 }, makeWorkspace));
    const add = (workspaceId: string, name: string) => pg()`
      insert into contacts (workspace_id, id, email, first_name)
      select ${workspaceId}, gen_random_uuid(), ${name} || n || '@example.com', 'Ada' from generate_series(1, 20) n`;
    for (const one of workspaces) await add(one, "before");
    const [alone = "", ...others] = workspaces;
    const former = await placeOf(alone);
    await owner()`
      select isolate_tenant_to_new_shard('contacts', ${alone}::text, 'CASCADE', shard_transfer_mode => 'force_logical')`;
    const own = await placeOf(alone);
    expect(own.shard).not.toBe(former.shard);
    expect((await Promise.all(others.map(placeOf))).map(({ shard }) => shard)).not.toContain(own.shard);
    await moveAway(alone);
    expect((await placeOf(alone)).port).toBe(own.port2);
    for (const one of workspaces) await add(one, "after");
    for (const workspace of workspaces) {
      const [counted] = await pg()`
        select contacts::int as n, (select count(*)::int from contacts c where c.workspace_id = w.workspace_id) as there
        from workspace_counts w where workspace_id = ${workspace}`;
      expect(counted).toEqual({ n: 40, there: 40 });
    }
  }, 300_000);
});
