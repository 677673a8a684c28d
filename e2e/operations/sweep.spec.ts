import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  differences,
  expectedCounters,
  expectedRows,
  exportedRows,
  NO_DIFFERENCE,
  peopleFile,
  startImport,
  upload,
} from "./imports";
import { type App, expect, type Platform, test, UNSCHEDULED } from "./platform";
import { cron, signUp } from "./user";

async function sweep({ secrets }: Platform, app: App): Promise<Record<string, number | null>> {
  const { status, body } = await cron(app, "sweep", `Bearer ${secrets.CRON_SECRET}`);
  expect(status).toBe(200);
  return body;
}

/** A file in the store that no row speaks of. */
async function orphan({ dataDir }: Platform, ageHours: number): Promise<string> {
  const file = join(dataDir, "blobs/imports", randomUUID(), `${randomUUID()}.csv`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "x");
  const then = Date.now() / 1000 - ageHours * 3600;
  await utimes(file, then, then);
  return file;
}

test("an import whose process is killed is completed by the sweep of the next one, exactly", async ({
  platform,
}) => {
  const rows = 40_000;
  const env = { ...UNSCHEDULED, JOB_LEASE_MS: "1000", IMPORT_BATCH_ROWS: "1000" };
  const first = await platform.start(env);
  const user = await signUp(platform, first);
  const path = await startImport(user, first, peopleFile(rows));
  const done = async () => (await user.ask(first, "GET", path)).body.processed_rows;
  await expect.poll(done, { intervals: [5] }).toBeGreaterThan(0);
  await first.kill();
  const [left] = await platform.sql`select status, processed_rows from imports`;
  expect(left).toMatchObject({ status: "processing" });
  expect(left?.processed_rows).toBeLessThan(rows);

  const second = await platform.start(env);
  await expect.poll(async () => (await sweep(platform, second)).imports).toBe(1);
  const status = async () =>
    (await platform.sql`select status from imports where status <> 'processing'`).length;
  await expect.poll(status, { timeout: 60_000 }).toBe(1);
  expect((await user.ask(second, "GET", path)).body).toMatchObject(expectedCounters(rows));
  expect(differences(await exportedRows(user, second), expectedRows(rows))).toEqual(NO_DIFFERENCE);
});

test("the sweep removes what is expired and orphaned, and sends the mail of a process that was killed", async ({
  platform,
  provider,
}) => {
  const { sql, dataDir } = platform;
  const env = { ...UNSCHEDULED, RESEND_BASE_URL: provider.url };
  const first = await platform.start(env);
  const user = await signUp(platform, first);
  const importPath = `/api/imports/${await upload(user, first, "email\nada@example.com\n")}`;
  const stale = await orphan(platform, 25);
  const young = await orphan(platform, 23);

  // The mail about the export is under way when the process dies.
  await expect.poll(() => provider.accepted.length).toBe(1);
  provider.fault = () => "hang";
  await exportedRows(user, first);
  await expect.poll(() => provider.requests.length).toBe(2);
  await first.kill();
  provider.fault = () => null;

  const keys = await sql<{ key: string }[]>`
    select blob_key as key from imports union all select blob_key from exports`;
  const files = keys.map(({ key }) => join(dataDir, "blobs", key));
  expect(files.map(existsSync)).toEqual([true, true]);
  await sql`update exports set expires_at = now() - interval '1 second'`;
  await sql`update imports set created_at = now() - interval '7 days 1 second'`;
  await sql`update outbox set lease_until = now() - interval '1 second' where status = 'sending'`;

  const second = await platform.start(env);
  const found = { expired_imports: 1, expired_exports: 1, files: 2, orphaned_files: 1, mails: 1 };
  expect(await sweep(platform, second)).toMatchObject(found);
  expect([...files, stale, young].map(existsSync)).toEqual([false, false, false, true]);
  expect((await user.ask(second, "GET", importPath)).body).toMatchObject({
    status: "cancelled",
    blob_url: null,
  });
  const { id } = (await user.ask(second, "GET", "/api/exports")).body.data[0];
  expect((await user.ask(second, "GET", `/api/exports/${id}/download`)).status).toBe(410);
  await expect.poll(() => provider.accepted.length).toBe(2);
  expect(provider.accepted[1]?.subject).toContain("Export ready");
});
