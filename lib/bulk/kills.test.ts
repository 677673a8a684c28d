import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { blocks } from "./blocks";
import { bulkJob } from "./job";
import { createBulk } from "./queries";
import { bulkBody } from "./schemas";

const [BLOCKS, KILLS] = process.env.KITH_FULL === "1" ? [8, 4] : [5, 2];
blocks.size = 2000;
const CONTACTS = BLOCKS * blocks.size - 7;

/** Starts a worker, waits until it has completed another block, and kills it. */
async function killAfterOneMore(workspaceId: string, id: string): Promise<number> {
  const done = async () => {
    const [row] = await pg()<{ n: number }[]>`select done_blocks as n from bulk_actions where id = ${id}`;
    return row?.n ?? 0;
  };
  const before = await done();
  await pg()`update bulk_actions set lease_until = null where id = ${id}`;
  const child = spawn(
    process.execPath,
    [
      "--conditions=react-server",
      "--import",
      "./scripts/ts-hooks.mjs",
      "lib/testing/job-worker.mjs",
      "bulk",
      workspaceId,
      id,
    ],
    {
      env: { ...process.env, SLICE_ROWS: String(blocks.size), DATABASE_POOL_SIZE: "3" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  await vi.waitUntil(async () => (await done()) > before, { timeout: 60_000, interval: 5 });
  child.kill("SIGKILL");
  await once(child, "exit");
  // Its unfinished transaction ends with its connection.
  await vi.waitUntil(
    async () =>
      (await pg()`select from bulk_actions where id = ${id} for no key update nowait`.catch(() => []))
        .length > 0,
    { timeout: 10_000, interval: 20 },
  );
  return done();
}

it("writes every contact once, however often its workers are killed", {
  timeout: 300_000,
}, async () => {
  const workspaceId = await makeWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, company)
    select ${workspaceId}, gen_random_uuid(), n || '@example.com', 'Contact', 'Company ' || n
    from generate_series(1, ${CONTACTS}::int) n`;
  const asked = bulkBody.parse({ action: "set", fields: { company: "Works" }, filter: {} });
  const { id, total } = await createBulk(workspaceId, asked);
  expect(total).toBe(CONTACTS);
  const seen = [];
  for (let n = 0; n < KILLS; n++) seen.push(await killAfterOneMore(workspaceId, id));
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBeLessThan(BLOCKS);
  await pg()`update bulk_actions set lease_until = null where id = ${id}`;
  await runJob(bulkJob, { workspaceId, id });
  const [row] = await pg()`
    select b.status, b.processed, b.changed, s.changed as noted, s.status as set_status,
      (select count(*)::int from contact_changes e where e.change_id = b.id and e.company like 'Company %') as entries,
      (select count(*)::int from contacts c where c.workspace_id = b.workspace_id and c.company = 'Works'
        and c.written_by = b.id) as written,
      (select count(*)::int from bulk_blocks k where k.bulk_id = b.id) as blocks
    from bulk_actions b join change_sets s on s.id = b.id where b.id = ${id}`;
  expect(row).toEqual({
    status: "completed",
    processed: CONTACTS,
    changed: CONTACTS,
    noted: CONTACTS,
    set_status: "completed",
    entries: CONTACTS,
    written: CONTACTS,
    blocks: 0,
  });
});
