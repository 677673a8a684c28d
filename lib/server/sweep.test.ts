import { existsSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GET as readExport } from "@/app/api/exports/[id]/route";
import { GET as listExports } from "@/app/api/exports/route";
import { GET as readImport } from "@/app/api/imports/[id]/route";
import { POST as upload } from "@/app/api/imports/route";
import { pg } from "@/db/client";
import { blobStore, resetBlobStore } from "@/lib/adapters/blob";
import { env, resetEnv } from "@/lib/env";
import { createExport } from "@/lib/exports/queries";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { confirmImport } from "@/lib/imports/confirm";
import { confirmBody } from "@/lib/imports/schemas";
import { serviceDouble } from "@/lib/testing/doubles/http";
import { type MailProvider, startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { newWorkspace } from "@/lib/testing/workspace";
import { sweep } from "./sweep";

let provider: MailProvider;
beforeEach(async () => {
  await pg()`delete from workspaces`;
  await pg()`delete from blob_tombstones`;
  provider = await startMailProvider();
});
afterEach(async () => provider.close());

/** A whole sweep, with the work it started. */
async function sweepUp() {
  const report = await sweep({ thorough: true });
  await settleBackground();
  return report;
}

const pathOf = (key: string) => join(env().DATA_DIR, "blobs", key);

/** A stored file of a given age. */
async function store(key: string, ageHours = 0): Promise<string> {
  await mkdir(dirname(pathOf(key)), { recursive: true });
  await writeFile(pathOf(key), "x");
  const then = Date.now() / 1000 - ageHours * 3600;
  await utimes(pathOf(key), then, then);
  return key;
}

async function uploaded() {
  const acme = await newWorkspace();
  const reply = await acme.call(upload, {
    body: "email\nada@example.com\n",
    headers: { "content-type": "text/csv" },
    query: { filename: "people.csv" },
  });
  const id: string = reply.body.importId;
  const [row] = await pg()<{ key: string }[]>`select blob_key as key from imports where id = ${id}`;
  return { acme, id, key: row?.key ?? "" };
}

it("finishes an import whose worker died, and sends the mail about it", async () => {
  const { acme, id } = await uploaded();
  await confirmImport(acme.id, id, confirmBody.parse({ columnMapping: { email: "email" } }));
  await pg()`update imports set lease_until = now() - interval '1 second', epoch = 1 where id = ${id}`;
  expect(await sweepUp()).toMatchObject({ imports: 1 });
  expect((await acme.call(readImport, { params: { id } })).body).toMatchObject({
    status: "completed",
    created_rows: 1,
  });
  expect(provider.accepted.map((mail) => mail.subject)).toContain("Import finished: people.csv");
});

it("leaves a job alone that somebody works on", async () => {
  const { acme, id } = await uploaded();
  await confirmImport(acme.id, id, confirmBody.parse({ columnMapping: { email: "email" } }));
  await pg()`update imports set lease_until = now() + interval '1 minute', epoch = 1 where id = ${id}`;
  expect(await sweepUp()).toMatchObject({ imports: 0 });
  expect((await acme.call(readImport, { params: { id } })).body.status).toBe("processing");
});

it("finishes an export that nobody started", async () => {
  const acme = await newWorkspace();
  const { id } = await createExport(acme.id, acme.user.id, { tagIds: [], tagMatch: "any" });
  expect(await sweepUp()).toMatchObject({ exports: 1 });
  expect((await acme.call(readExport, { params: { id } })).body.status).toBe("completed");
});

it("gives each job an invocation of its own where their time is limited", async () => {
  const acme = await newWorkspace();
  for (let n = 0; n < 3; n++) await createExport(acme.id, acme.user.id, { tagIds: [], tagMatch: "any" });
  const forgetful = await serviceDouble(async (_, response) => void response.writeHead(202).end());
  vi.stubEnv("VERCEL", "1");
  vi.stubEnv("INTERNAL_URL", forgetful.url);
  resetEnv();
  expect(await sweepUp()).toMatchObject({ exports: 3 });
  await acme.call(listExports);
  await settleBackground();
  expect(forgetful.requests).toBe(6);
  expect(await pg()`select 1 from exports where status = 'pending'`).toHaveLength(3);
  await forgetful.close();
  vi.unstubAllEnvs();
  resetEnv();
});

it("expires an import that was never confirmed within 7 days, file included", async () => {
  const { acme, id, key } = await uploaded();
  await pg()`update imports set created_at = now() - interval '6 days 23 hours' where id = ${id}`;
  expect(await sweepUp()).toMatchObject({ expired_imports: 0 });
  await pg()`update imports set created_at = now() - interval '7 days 1 second' where id = ${id}`;
  expect(await sweepUp()).toMatchObject({ expired_imports: 1, files: 1 });
  const { body } = await acme.call(readImport, { params: { id } });
  expect(body).toMatchObject({
    status: "cancelled",
    blob_url: null,
    summary: "Not confirmed within 7 days.",
  });
  expect(existsSync(pathOf(key))).toBe(false);
});

it("removes the file of an expired export", async () => {
  const acme = await newWorkspace();
  const { id } = await createExport(acme.id, acme.user.id, { tagIds: [], tagMatch: "any" });
  await sweepUp();
  const folder = dirname(pathOf(`exports/${acme.id}/x`));
  expect(await readdir(folder)).toHaveLength(1);
  await pg()`update exports set expires_at = now() - interval '1 second' where id = ${id}`;
  expect(await sweepUp()).toMatchObject({ expired_exports: 1, files: 1 });
  expect(await readdir(folder)).toHaveLength(0);
});

it("keeps tombstones until the store has removed the files, and goes on with the other steps", async () => {
  const key = await store(`imports/${newId()}/${newId()}.csv`);
  await pg()`insert into blob_tombstones (key, workspace_id) values (${key}, ${newId()})`;
  vi.spyOn(blobStore(), "remove").mockRejectedValue(new Error("the store is down"));
  expect(await sweepUp()).toMatchObject({ files: null, imports: 0, mails: 0, idempotency_keys: 0 });
  expect(await pg()`select 1 from blob_tombstones`).toHaveLength(1);
  vi.restoreAllMocks();
  expect(await sweepUp()).toMatchObject({ files: 1 });
  expect(existsSync(pathOf(key))).toBe(false);
  expect(await pg()`select 1 from blob_tombstones`).toHaveLength(0);
});

it("removes files without a row after a day, and no others", async () => {
  const { acme, key: used } = await uploaded();
  await pg()`update workspaces set created_at = now() - interval '2 days' where id = ${acme.id}`;
  await utimes(pathOf(used), 1, 1);
  await sweepUp(); // from the second time on the store is this database's
  const old = await store(`imports/${newId()}/${newId()}.csv`, 25);
  const oldExport = await store(`exports/${newId()}/${newId()}-1.csv`, 25);
  const young = await store(`imports/${newId()}/${newId()}.csv`, 23);
  expect(await sweepUp()).toMatchObject({ orphaned_files: 2 });
  expect([used, young, old, oldExport].map((key) => existsSync(pathOf(key)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("removes no file without a row where another database sweeps the store, until that is silent for a week", async () => {
  const acme = await newWorkspace();
  await pg()`update workspaces set created_at = now() - interval '9 days' where id = ${acme.id}`;
  const key = await store(`imports/${newId()}/${newId()}.csv`, 8 * 24);
  await store("owner/database", 6 * 24);
  for (const _ of [1, 2]) expect(await sweepUp()).toMatchObject({ orphaned_files: 0 });
  expect(existsSync(pathOf(key))).toBe(true);
  await store("owner/database", 7 * 24 + 1);
  expect(await sweepUp()).toMatchObject({ orphaned_files: 0 });
  expect(await sweepUp()).toMatchObject({ orphaned_files: 1 });
});

it("removes no file for a copy at another address that is a copy of the server itself", async () => {
  const acme = await newWorkspace();
  await pg()`update workspaces set created_at = now() - interval '2 days' where id = ${acme.id}`;
  for (const _ of [1, 2]) await sweepUp();
  await store(`imports/${newId()}/${newId()}.csv`, 25);
  const address = env().DATABASE_URL ?? "";
  try {
    process.env.DATABASE_URL = address.replace(/@[^/]*/, "@branch.example.com");
    resetEnv();
    for (const _ of [1, 2]) expect(await sweepUp()).toMatchObject({ orphaned_files: 0 });
  } finally {
    process.env.DATABASE_URL = address;
    resetEnv();
  }
  expect(await sweepUp()).toMatchObject({ orphaned_files: 1 });
});

it("removes files without a row from a disk that is too full to store any", async () => {
  const acme = await newWorkspace();
  await pg()`update workspaces set created_at = now() - interval '2 days' where id = ${acme.id}`;
  for (const _ of [1, 2]) await sweepUp();
  await store(`imports/${newId()}/${newId()}.csv`, 25);
  process.env.DISK_FLOOR_BYTES = String(Number.MAX_SAFE_INTEGER);
  resetEnv();
  resetBlobStore();
  try {
    expect(await sweepUp()).toMatchObject({ orphaned_files: 1 });
  } finally {
    delete process.env.DISK_FLOOR_BYTES;
    resetEnv();
    resetBlobStore();
  }
});

it("keeps files from before the first workspace: the database is not theirs", async () => {
  const key = await store(`imports/${newId()}/${newId()}.csv`, 25);
  expect(await sweepUp()).toMatchObject({ orphaned_files: 0 });
  await newWorkspace();
  expect(await sweepUp()).toMatchObject({ orphaned_files: 0 });
  expect(existsSync(pathOf(key))).toBe(true);
});

it("forgets journals after 30 days and idempotency keys after 24 hours", async () => {
  const acme = await newWorkspace();
  for (const [age, undo] of [
    ["29 days", null],
    ["31 days", null],
    ["32 days", "processing"],
  ] as const) {
    const id = newId();
    await pg()`
      insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers, status, completed_at, undo_status,
        lease_until)
      values (${acme.id}, ${id}, ${age}, 1, '{}', '[]', 'completed', now() - ${age}::interval, ${undo},
        now() + interval '1 minute')`;
    await pg()`
      insert into import_changes (workspace_id, import_id, contact_id, first_name, is_unsubscribed, updated_at)
      values (${acme.id}, ${id}, ${newId()}, 'x', false, now())`;
  }
  for (const age of ["23 hours", "25 hours"]) {
    await pg()`
      insert into idempotency_keys (workspace_id, operation, key, request_hash, created_at)
      values (${acme.id}, 'x', ${age}, 'x', now() - ${age}::interval)`;
  }
  expect(await sweepUp()).toMatchObject({ journal_rows: 1, idempotency_keys: 1 });
  const kept = await pg()<{ filename: string }[]>`
    select filename from imports i where exists (
      select from import_changes c where c.workspace_id = i.workspace_id and c.import_id = i.id)
    order by 1`;
  expect(kept.map((row) => row.filename)).toEqual(["29 days", "32 days"]);
  expect(await pg()`select key from idempotency_keys`).toEqual([{ key: "23 hours" }]);
});

it("sends what is stuck in the outbox", async () => {
  await newWorkspace();
  expect(await sweepUp()).toMatchObject({ mails: 1 });
  expect(provider.accepted.map((mail) => mail.subject)).toEqual(["Welcome to Kith"]);
});
