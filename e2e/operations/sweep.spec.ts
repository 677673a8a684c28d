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
import { cron, signUp, type User } from "./user";

async function sweep({ secrets }: Platform, app: App): Promise<Record<string, number | null>> {
  const { status, body } = await cron(app, "sweep", `Bearer ${secrets.CRON_SECRET}`);
  expect(status).toBe(200);
  return body;
}

/** A file in the store that no row refers to. */
async function orphan({ dataDir }: Platform, ageHours: number): Promise<string> {
  const file = join(dataDir, "blobs/imports", randomUUID(), `${randomUUID()}.csv`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "x");
  const then = Date.now() / 1000 - ageHours * 3600;
  await utimes(file, then, then);
  return file;
}

const ROWS = 40_000;
/** Small batches and short leases: an import takes a while, and its death is soon noticed. */
const SLOWLY = { ...UNSCHEDULED, JOB_LEASE_MS: "1000", IMPORT_BATCH_ROWS: "1000" };

/** An import whose process was killed in the middle of it; returns the user who started it, and its path. */
async function deadImport(platform: Platform, env = {}): Promise<{ user: User; path: string }> {
  const app = await platform.start({ ...SLOWLY, ...env });
  const user = await signUp(platform, app);
  const path = await startImport(user, app, peopleFile(ROWS));
  const done = async () => (await user.ask(app, "GET", path)).body.processed_rows;
  await expect.poll(done, { intervals: [5] }).toBeGreaterThan(0);
  await app.kill();
  const [left] = await platform.pg`select status, processed_rows from imports`;
  expect(left).toMatchObject({ status: "processing" });
  expect(left?.processed_rows).toBeLessThan(ROWS);
  return { user, path };
}

/** Waits without a request to the product: it would resume a dead job. */
async function untilImported({ pg }: Platform): Promise<void> {
  const rest = async () => (await pg`select from imports where status = 'processing'`).length;
  await expect.poll(rest, { timeout: 60_000 }).toBe(0);
}

async function expectImported(user: User, path: string, app: App): Promise<void> {
  expect((await user.ask(app, "GET", path)).body).toMatchObject(expectedCounters(ROWS));
  expect(differences(await exportedRows(user, app), expectedRows(ROWS))).toEqual(NO_DIFFERENCE);
}

test("an import whose process is killed is completed by the sweep of the next one, exactly", async ({
  platform,
}) => {
  const { user, path } = await deadImport(platform);
  const app = await platform.start(SLOWLY);
  await expect.poll(async () => (await sweep(platform, app)).imports).toBe(1);
  await untilImported(platform);
  await expectImported(user, path, app);
});

test("where no sweep comes for hours, somebody who looks at the imports revives the dead one", async ({
  platform,
}) => {
  const { user, path } = await deadImport(platform);
  const app = await platform.start(SLOWLY);
  const claims = async () => (await platform.pg`select from imports where lease_until > now()`).length;
  const look = async () => {
    expect((await user.ask(app, "GET", "/api/imports")).body.total).toBe(1);
    return claims();
  };
  await expect.poll(look).toBe(1);
  await untilImported(platform);
  await expectImported(user, path, app);
});

test("two processes with a schedule each revive a dead import and mail about it once", async ({
  platform,
  provider,
}) => {
  const env = { RESEND_BASE_URL: provider.url };
  const { user, path } = await deadImport(platform, env);
  const scheduled = { ...SLOWLY, ...env, VERCEL: "" };
  const [app] = await Promise.all([platform.start(scheduled), platform.start(scheduled)]);
  await untilImported(platform);
  const subjects = () => provider.accepted.map(({ subject }) => subject).sort();
  await expect.poll(subjects).toEqual(["Import finished: people.csv", "Welcome to Kith"]);
  await expectImported(user, path, app);
  expect(subjects().filter((subject) => subject.startsWith("Import finished"))).toHaveLength(1);
});

test("the sweep removes what is expired and orphaned, and sends the mail of a process that was killed", async ({
  platform,
  provider,
}) => {
  const { pg, dataDir } = platform;
  const env = { ...UNSCHEDULED, RESEND_BASE_URL: provider.url };
  const first = await platform.start(env);
  const user = await signUp(platform, first);
  const importPath = `/api/imports/${await upload(user, first, "email\nada@example.com\n")}`;
  // A store is swept only from the second time on, lest it be another database's.
  await sweep(platform, first);
  const stale = await orphan(platform, 25);
  const young = await orphan(platform, 23);

  // The mail about the export is being sent when the process dies.
  await expect.poll(() => provider.accepted.length).toBe(1);
  provider.fault = () => "hang";
  await exportedRows(user, first);
  await expect.poll(() => provider.requests.length).toBe(2);
  await first.kill();
  provider.fault = () => null;

  const keys = await pg<{ key: string }[]>`
    select blob_key as key from imports union all select blob_key from exports`;
  const files = keys.map(({ key }) => join(dataDir, "blobs", key));
  expect(files.map(existsSync)).toEqual([true, true]);
  await pg`update exports set expires_at = now() - interval '1 second'`;
  await pg`update imports set created_at = now() - interval '7 days 1 second'`;
  await pg`update workspaces set created_at = now() - interval '8 days'`;
  await pg`update outbox set lease_until = now() - interval '1 second' where status = 'sending'`;

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
