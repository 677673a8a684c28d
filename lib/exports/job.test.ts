import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { closeDatabase, pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { env, resetEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { runJob } from "@/lib/jobs/run";
import { newWorkspace } from "@/lib/testing/workspace";
import { openExport, removeExport } from "./files";
import { exportJob } from "./job";
import { createExport, expireExports, findExport, findFile } from "./queries";
import { createExportBody } from "./schemas";

const LEASE_MS = 300;
const isFull = process.env.KITH_FULL === "1";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function workspaceWith(contacts: number): Promise<Workspace> {
  const acme = await newWorkspace();
  const ids = Array.from({ length: contacts }, () => newId());
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, notes)
    select ${acme.id}, id, id || '@example.com', 'Contact', repeat('note ', 20)
    from unnest(${ids}::uuid[]) as id`;
  return acme;
}

const start = (acme: Workspace) => createExport(acme.id, acme.user.id, createExportBody.parse({}));

async function storedKeys(workspaceId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobStore().list(`exports/${workspaceId}/`)) keys.push(key);
  return keys;
}

/** The ids in a finished file, which are part of each address. */
async function exportedIds(workspaceId: string, id: string): Promise<string[]> {
  const { stream } = await openExport(workspaceId, id, false);
  const lines = (await new Response(stream).text()).split("\r\n").slice(1, -1);
  return lines.map((line) => line.slice(0, 36));
}

async function contactIds(workspaceId: string): Promise<string[]> {
  const rows = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${workspaceId} order by id desc`;
  return rows.map((row) => row.id);
}

async function jobOf(id: string) {
  const [row] = await pg()<
    { status: string; epoch: number; lease_until: string | null; last_error: string }[]
  >`
    select status, epoch, lease_until::text, last_error from exports where id = ${id}`;
  if (!row) throw new Error("no such export");
  return row;
}

const children: ChildProcess[] = [];

function startWorker(workspaceId: string, id: string): ChildProcess {
  const worker = ["lib/testing/job-worker.mjs", "export", workspaceId, id];
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "--import", "./scripts/ts-hooks.mjs", ...worker],
    {
      env: { ...process.env, JOB_LEASE_MS: String(LEASE_MS), DATABASE_POOL_SIZE: "3" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  children.push(child);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Waits until a worker reads the snapshot, and freezes it there. */
async function freezeAtWork(child: ChildProcess, id: string): Promise<void> {
  await vi.waitUntil(async () => (await jobOf(id)).status === "processing", { timeout: 15_000, interval: 3 });
  child.kill("SIGSTOP");
  expect((await jobOf(id)).status).toBe("processing");
}

afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill("SIGCONT");
    child.kill("SIGKILL");
  }
  vi.unstubAllEnvs();
  resetEnv();
});

describe("an export", () => {
  it("runs once for 20 who call it at the same time, and queues one mail", async () => {
    const acme = await workspaceWith(500);
    const { id } = await start(acme);
    await Promise.all(Array.from({ length: 20 }, () => runJob(exportJob, { workspaceId: acme.id, id })));
    expect(await jobOf(id)).toMatchObject({ status: "completed", epoch: 1, lease_until: null });
    expect(await exportedIds(acme.id, id)).toEqual(await contactIds(acme.id));
    const mails = await pg()`
      select kind, subject_key, recipient, payload from outbox where workspace_id = ${acme.id} and kind <> 'welcome'`;
    const mail = { kind: "export_completed", subject_key: id, recipient: acme.user.email };
    expect(mails).toEqual([{ ...mail, payload: expect.anything() }]);
  });

  it("ends on the smallest pool of connections", async () => {
    const acme = await workspaceWith(1);
    const { id } = await start(acme);
    await closeDatabase();
    vi.stubEnv("DATABASE_POOL_SIZE", "1");
    resetEnv();
    await runJob(exportJob, { workspaceId: acme.id, id });
    expect((await findExport(acme.id, id)).status).toBe("completed");
    await closeDatabase();
  });

  it("queues no mail when the switch is off", async () => {
    const acme = await workspaceWith(1);
    await pg()`update settings set notify_on_export_complete = false where workspace_id = ${acme.id}`;
    const { id } = await start(acme);
    await runJob(exportJob, { workspaceId: acme.id, id });
    expect((await findExport(acme.id, id)).status).toBe("completed");
    expect(await pg()`select 1 from outbox where subject_key = ${id}`).toHaveLength(0);
  });

  it("exports one moment while contacts come, change and go", async () => {
    const acme = await workspaceWith(8_000);
    const before = await contactIds(acme.id);
    const { id } = await start(acme);
    let writing = true;
    const added: string[] = [];
    const writer = async () => {
      while (writing) {
        // For a while: an export starts again after each deletion.
        const victim = added.length < 10 ? (before[added.length * 7] ?? null) : null;
        // Never after the export's end, which would remove its file.
        await pg()`
          with running as (select 1 from exports where id = ${id} and status <> 'completed' for share)
          delete from contacts where workspace_id = ${acme.id} and id = ${victim} and exists (select from running)`;
        const one = newId();
        await pg()`
          insert into contacts (workspace_id, id, email, first_name) values (${acme.id}, ${one}, ${`${one}@example.com`}, 'new')`;
        added.push(one);
      }
    };
    const [, counted] = await Promise.all([
      runJob(exportJob, { workspaceId: acme.id, id }).finally(() => {
        writing = false;
      }),
      writer().then(() => findExport(acme.id, id)),
    ]);
    const exported = await exportedIds(acme.id, id);
    const inFile = new Set(exported);
    expect(inFile.size).toBe(exported.length);
    expect([counted.total_rows, counted.processed_rows]).toEqual([exported.length, exported.length]);
    const after = new Set(await contactIds(acme.id));
    expect(before.filter((contact) => after.has(contact) !== inFile.has(contact))).toEqual([]);
    expect(before.some((contact) => !after.has(contact))).toBe(true);
    // One point in time: the file contains a first part of what the writer added, in its order, and nothing after it.
    const unknown = added.findIndex((contact) => !inFile.has(contact));
    if (unknown >= 0) expect(added.slice(unknown).some((contact) => inFile.has(contact))).toBe(false);
  });

  it(
    "ends complete, with every contact once, however often its workers are killed",
    async () => {
      const [contacts, kills] = isFull ? [200_000, 20] : [20_000, 4];
      const acme = await workspaceWith(contacts);
      const { id } = await start(acme);
      for (let n = 0; n < kills; n++) {
        const child = startWorker(acme.id, id);
        const target = (await jobOf(id)).epoch + 1;
        await vi.waitUntil(async () => (await jobOf(id)).epoch >= target, { timeout: 15_000, interval: 2 });
        await sleep(Math.random() * (n % 2 === 0 ? 30 : 120));
        child.kill("SIGKILL");
        await ended(child);
        if ((await jobOf(id)).status === "completed") break;
      }
      const killed = await jobOf(id);
      expect(killed.epoch).toBeGreaterThan(2);
      await ended(startWorker(acme.id, id));
      const { status, total_rows, processed_rows } = await findExport(acme.id, id);
      expect([status, total_rows, processed_rows]).toEqual(["completed", contacts, contacts]);
      expect(await exportedIds(acme.id, id)).toEqual(await contactIds(acme.id));
      const { keys } = await findFile(acme.id, id);
      const tombstones = await pg()<
        { key: string }[]
      >`select key from blob_tombstones where workspace_id = ${acme.id}`;
      const allowed = new Set([...keys, ...tombstones.map((tombstone) => tombstone.key)]);
      expect((await storedKeys(acme.id)).filter((stored) => !allowed.has(stored))).toEqual([]);
    },
    isFull ? 600_000 : 120_000,
  );

  it("fences off a worker that wakes up after its lease", async () => {
    const acme = await workspaceWith(20_000);
    const { id } = await start(acme);
    const zombie = startWorker(acme.id, id);
    await freezeAtWork(zombie, id);
    await sleep(LEASE_MS * 1.5);
    await runJob(exportJob, { workspaceId: acme.id, id });
    const done = await jobOf(id);
    expect(done).toMatchObject({ status: "completed", epoch: 2 });
    zombie.kill("SIGCONT");
    await ended(zombie);
    expect(await jobOf(id)).toEqual(done);
    const { keys } = await findFile(acme.id, id);
    expect(await storedKeys(acme.id)).toEqual(keys);
    expect(await pg()`select 1 from outbox where subject_key = ${id}`).toHaveLength(1);
  }, 60_000);

  it("keeps its job while the store takes longer for the file than a lease lasts", async () => {
    const acme = await workspaceWith(10);
    const { id } = await start(acme);
    vi.stubEnv("JOB_LEASE_MS", String(LEASE_MS));
    resetEnv();
    const store = blobStore();
    const put = store.put.bind(store);
    vi.spyOn(store, "put").mockImplementationOnce(async (key, stream) => {
      const stored = await put(key, stream);
      const { lease_until } = await jobOf(id);
      const isOver = () => pg()`select 1 where clock_timestamp() > ${lease_until}::timestamptz`;
      await vi.waitUntil(async () => (await isOver()).length > 0);
      await runJob(exportJob, { workspaceId: acme.id, id });
      return stored;
    });
    await runJob(exportJob, { workspaceId: acme.id, id });
    expect(await jobOf(id)).toMatchObject({ status: "completed", epoch: 1 });
  });

  it("leaves nothing behind when it is deleted under way", async () => {
    const acme = await workspaceWith(20_000);
    const { id } = await start(acme);
    const worker = startWorker(acme.id, id);
    await freezeAtWork(worker, id);
    await removeExport(acme.id, id);
    worker.kill("SIGCONT");
    await ended(worker);
    expect(await storedKeys(acme.id)).toEqual([]);
    expect(await pg()`select 1 from exports where id = ${id}`).toHaveLength(0);
  }, 60_000);

  it("tries again later when the store fails, and gives up after four failures", async () => {
    const acme = await workspaceWith(1);
    const { id } = await start(acme);
    const folder = `${env().DATA_DIR}/blobs/exports/${acme.id}`;
    mkdirSync(`${env().DATA_DIR}/blobs/exports`, { recursive: true });
    writeFileSync(folder, "in the way");
    for (let failure = 1; failure <= 3; failure++) {
      await runJob(exportJob, { workspaceId: acme.id, id });
      expect((await jobOf(id)).status).toBe("processing");
      await runJob(exportJob, { workspaceId: acme.id, id });
      expect((await jobOf(id)).epoch).toBe(failure);
      await pg()`update exports set lease_until = now() - interval '1 second' where id = ${id}`;
    }
    await runJob(exportJob, { workspaceId: acme.id, id });
    const failed = await findExport(acme.id, id);
    expect(failed).toMatchObject({ status: "failed", blob_url: null, failure_code: "unexpected" });
    expect(failed.error_message).toBe("An unexpected error stopped the export.");
    const mails =
      await pg()`select payload from outbox where kind = 'export_completed' and subject_key = ${id}`;
    expect(mails).toMatchObject([{ payload: { exportId: id, failure: "unexpected" } }]);
    rmSync(folder);
    const again = await start(acme);
    await runJob(exportJob, { workspaceId: acme.id, id: again.id });
    expect((await findExport(acme.id, again.id)).status).toBe("completed");
  });

  it("gives up when the database takes too long four times, and says so", async () => {
    const acme = await workspaceWith(1);
    const { id } = await start(acme);
    for (let attempt = 0; attempt < 4; attempt++) {
      await pg()`update exports set lease_until = now() - interval '1 second' where id = ${id}`;
      // The time limit of a statement ends it in the same way, a minute later.
      await pg().begin(async (tx) => {
        await tx`lock table contacts in access exclusive mode`;
        const run = runJob(exportJob, { workspaceId: acme.id, id });
        // Not through `tx`: what a transaction has once seen of other sessions does not change for it.
        await vi.waitUntil(
          async () =>
            (
              await pg()`
                select pg_cancel_backend(pid) from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'`
            ).length > 0,
          { timeout: 10_000 },
        );
        await run;
      });
    }
    expect(await findExport(acme.id, id)).toMatchObject({
      status: "failed",
      error_message: "The export took too long. Narrow it with a filter.",
      failure_code: "too_long",
    });
    expect((await jobOf(id)).last_error).toBe("PostgresError 57014");
    expect(await storedKeys(acme.id)).toEqual([]);
  });

  it("fails at once, with the reason, when there are more custom fields than a file can have", async () => {
    const acme = await workspaceWith(600);
    await pg()`
      update contacts set custom_fields = jsonb_build_object('key ' || id, 'x') where workspace_id = ${acme.id}`;
    const { id } = await start(acme);
    await runJob(exportJob, { workspaceId: acme.id, id });
    expect(await findExport(acme.id, id)).toMatchObject({
      status: "failed",
      error_message: expect.stringContaining("more than 500 custom fields"),
      failure_code: "too_many_custom_fields",
    });
  });

  it("exports an empty workspace as a header", async () => {
    const acme = await newWorkspace();
    const { id } = await start(acme);
    await runJob(exportJob, { workspaceId: acme.id, id });
    expect(await findExport(acme.id, id)).toMatchObject({
      status: "completed",
      total_rows: 0,
      processed_rows: 0,
    });
    expect(await exportedIds(acme.id, id)).toEqual([]);
  });
});

describe("expireExports", () => {
  it("takes the file from an export after seven days and leaves a tombstone", async () => {
    const acme = await workspaceWith(1);
    const { id } = await start(acme);
    await runJob(exportJob, { workspaceId: acme.id, id });
    const { keys } = await findFile(acme.id, id);
    expect(await expireExports()).toBe(0);
    await pg()`update exports set expires_at = expires_at - interval '7 days' where id = ${id}`;
    const gone = { status: "completed", blob_url: null };
    expect(await findExport(acme.id, id)).toMatchObject(gone); // on installations where the sweep runs once a day
    expect(await expireExports()).toBe(1);
    expect(await expireExports()).toBe(0);
    expect(await findExport(acme.id, id)).toMatchObject(gone);
    await expect(findFile(acme.id, id)).rejects.toMatchObject({ code: "GONE" });
    expect(await pg()`select key from blob_tombstones where workspace_id = ${acme.id}`).toEqual(
      keys.map((key) => ({ key })),
    );
  });
});
