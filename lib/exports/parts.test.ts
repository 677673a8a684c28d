import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { resetEnv } from "@/lib/env";
import { withoutRow } from "@/lib/files/orphans";
import { removeTombstonedFiles } from "@/lib/files/remove";
import { newId } from "@/lib/ids";
import { runJob } from "@/lib/jobs/run";
import { serviceDouble } from "@/lib/testing/doubles/http";
import { type Serverless, startServerless } from "@/lib/testing/serverless";
import { newWorkspace } from "@/lib/testing/workspace";
import { openExport } from "./files";
import { exportJob } from "./job";
import { slice } from "./part";
import { createExport, expireExports, findExport, findFile } from "./queries";
import { createExportBody } from "./schemas";

/** Exports whose time is up before they are done. A part has at least one slice. */
const isFull = process.env.KITH_FULL === "1";
type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Those of the product in the full run. */
const SLICE_ROWS = isFull ? slice.rows : 5_000;
slice.rows = SLICE_ROWS;
/** For processes of their own. */
process.env.SLICE_ROWS = String(SLICE_ROWS);

let platform: Serverless | undefined;
afterEach(async () => {
  slice.rows = SLICE_ROWS;
  await platform?.close();
  platform = undefined;
  vi.unstubAllEnvs();
  resetEnv();
});

/** Ids ascend in the order of the contacts' numbers. */
async function workspaceWith(contacts: number): Promise<Workspace> {
  const acme = await newWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, custom_fields)
    select ${acme.id}, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@example.com', 'Contact',
      jsonb_build_object('number', n::text)
    from generate_series(1, ${contacts}::int) n`;
  return acme;
}

const WAIT = { timeout: 120_000, interval: 5 };

/** A process that works on an export, one part at a time. */
function startWorker(workspaceId: string, id: string): ChildProcess {
  const worker = ["lib/testing/job-worker.mjs", "export", workspaceId, id];
  return spawn(
    process.execPath,
    ["--conditions=react-server", "--import", "./scripts/ts-hooks.mjs", ...worker],
    {
      env: {
        ...process.env,
        JOB_LEASE_MS: "300",
        JOB_TIME_BUDGET_MS: "1",
        CRON_SECRET: "",
        DATABASE_POOL_SIZE: "3",
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
}

const start = (acme: Workspace) => createExport(acme.id, acme.user.id, createExportBody.parse({}));

async function downloaded(acme: Workspace, id: string): Promise<{ header: string; numbers: number[] }> {
  const { stream } = await openExport(acme.id, id, false);
  const text = await new Response(stream).text();
  expect((await findExport(acme.id, id)).blob_bytes).toBe(Buffer.byteLength(text));
  const [header = "", ...rows] = text.split("\r\n").slice(0, -1);
  return { header, numbers: rows.map((row) => Number(row.split("@")[0])) };
}

const descending = (from: number) => Array.from({ length: from }, (_, n) => from - n);

it("finishes an export that is larger than the time of an invocation, each part in a fresh process", async () => {
  const contacts = isFull ? 1_000_000 : 12_000;
  const acme = await workspaceWith(contacts);
  const { id } = await start(acme);
  platform = await startServerless({ env: { JOB_TIME_BUDGET_MS: "1" }, limitMs: 120_000 });
  const began = performance.now();
  await platform.start("export", acme.id, id);
  await platform.idle();
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const { invocations, killed } = platform;
  if (isFull) console.log(JSON.stringify({ contacts, invocations: invocations.length, killed, seconds }));
  expect(killed).toBe(0);
  expect(new Set(invocations).size).toBe(Math.ceil(contacts / SLICE_ROWS));
  expect(await findExport(acme.id, id)).toMatchObject({
    status: "completed",
    total_rows: contacts,
    processed_rows: contacts,
  });
  const { header, numbers } = await downloaded(acme, id);
  expect(header).toContain("custom_fields.number");
  expect(numbers).toEqual(descending(contacts));
  expect(await pg()`select 1 from outbox where subject_key = ${id}`).toHaveLength(1);
}, 300_000);

/** Stores one part; the process that is called to continue dies at once. */
async function storePart(acme: Workspace, id: string): Promise<void> {
  const forgetful = await serviceDouble(async (_, response) => void response.writeHead(202).end());
  vi.stubEnv("JOB_TIME_BUDGET_MS", "1");
  vi.stubEnv("INTERNAL_URL", forgetful.url);
  resetEnv();
  await runJob(exportJob, { workspaceId: acme.id, id });
  await forgetful.close();
}

it("starts anew when contacts were deleted since a part was stored, and holds none of them", async () => {
  slice.rows = 500;
  const acme = await workspaceWith(1_100);
  const { id } = await start(acme);
  await storePart(acme, id);
  expect(await findExport(acme.id, id)).toMatchObject({
    status: "processing",
    total_rows: 1_100,
    processed_rows: 500,
  });
  const [stored] = await pg()`select checkpoint #>> '{parts,0,key}' as key from exports where id = ${id}`;
  // Of what is stored and of what is still to come.
  await pg()`
    delete from contacts where workspace_id = ${acme.id}
      and email in ('1000@example.com', '600@example.com', '500@example.com', '1@example.com')`;
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    values (${acme.id}, ${newId()}, '20000@example.com', 'New')`;
  await storePart(acme, id);
  expect((await findExport(acme.id, id)).processed_rows).toBe(0);
  expect(await pg()`select 1 from blob_tombstones where key = ${stored?.key}`).toHaveLength(1);
  await storePart(acme, id);
  await storePart(acme, id);
  await runJob(exportJob, { workspaceId: acme.id, id });
  const gone = new Set([1_000, 600, 500, 1]);
  const { numbers } = await downloaded(acme, id);
  expect(numbers).toEqual([20_000, ...descending(1_100).filter((number) => !gone.has(number))]);
  expect(await findExport(acme.id, id)).toMatchObject({
    status: "completed",
    total_rows: 1_097,
    processed_rows: 1_097,
  });
});

it("fails and says why when contacts are deleted all the time", async () => {
  slice.rows = 500;
  const acme = await workspaceWith(600);
  const { id } = await start(acme);
  for (let n = 1; n <= 60 && (await findExport(acme.id, id)).status !== "failed"; n++) {
    await storePart(acme, id);
    await pg()`delete from contacts where workspace_id = ${acme.id} and email = ${`${n}@example.com`}`;
  }
  expect(await findExport(acme.id, id)).toMatchObject({ status: "failed", failure_code: "contacts_deleted" });
}, 60_000);

it("loses and repeats nothing when its workers are killed between and within parts", async () => {
  const [contacts, kills] = isFull ? [1_000_000, 30] : [40_000, 3];
  const acme = await workspaceWith(contacts);
  const { id } = await start(acme);
  const stored = async () => (await findExport(acme.id, id)).processed_rows;
  let midway = 0;
  for (let kill = 0; kill < kills; kill++) {
    const before = await stored();
    const worker = startWorker(acme.id, id);
    // One process completes a part and dies in the next, one dies at its start.
    if (kill % 2 === 0)
      await vi.waitUntil(async () => worker.exitCode !== null || (await stored()) > before, WAIT);
    await sleep(Math.random() * (isFull ? 300 : 150));
    worker.kill("SIGKILL");
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
    midway += Number(worker.signalCode === "SIGKILL" && (await stored()) < contacts);
  }
  expect(midway).toBeGreaterThan(kills / 2);
  const [killed] = await pg()<{ epoch: number }[]>`select epoch from exports where id = ${id}`;
  await once(startWorker(acme.id, id), "exit");
  const { keys } = await findFile(acme.id, id);
  if (isFull) console.log(JSON.stringify({ contacts, kills, epochs: killed?.epoch, parts: keys.length }));
  expect(keys.length).toBeGreaterThan(2);
  expect((await downloaded(acme, id)).numbers).toEqual(descending(contacts));
  expect(await findExport(acme.id, id)).toMatchObject({ total_rows: contacts, processed_rows: contacts });
}, 400_000);

it("ends with what is stored when nothing is left of the rest", async () => {
  slice.rows = 500;
  const acme = await workspaceWith(502);
  const { id } = await start(acme);
  await storePart(acme, id);
  await pg()`delete from contacts where workspace_id = ${acme.id} and email in ('1@example.com', '2@example.com')`;
  await runJob(exportJob, { workspaceId: acme.id, id });
  expect((await downloaded(acme, id)).numbers).toEqual(descending(502).slice(0, 500));
  expect(await findExport(acme.id, id)).toMatchObject({ status: "completed", total_rows: 500 });
  expect((await findFile(acme.id, id)).keys).toHaveLength(1);
});

it("reads the parts of a finished export one after another, buries what else is left, and expires all of them", async () => {
  slice.rows = 500;
  const acme = await workspaceWith(501);
  const { id } = await start(acme);
  await storePart(acme, id);
  await pg()`update exports set lease_until = null, epoch = epoch + 3 where id = ${id}`;
  await runJob(exportJob, { workspaceId: acme.id, id });
  const { keys } = await findFile(acme.id, id);
  expect(keys).toHaveLength(2);
  const read = vi.spyOn(blobStore(), "read");
  const reader = (await openExport(acme.id, id, false)).stream.getReader();
  // The first bytes are sent before the last row is read: its part is not even open.
  expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
  expect(read.mock.calls.map(([key]) => key)).toEqual(keys.slice(0, 1));
  await reader.cancel();
  await removeTombstonedFiles();
  expect(await withoutRow(keys)).toEqual([]);
  expect(await Promise.all(keys.map((key) => blobStore().head(key)))).not.toContain(null);
  await pg()`update exports set expires_at = now() - interval '1 second' where id = ${id}`;
  expect(await expireExports()).toBe(1);
  expect((await withoutRow(keys)).toSorted()).toEqual(keys.toSorted());
  await removeTombstonedFiles();
  expect(await Promise.all(keys.map((key) => blobStore().head(key)))).toEqual([null, null]);
});
