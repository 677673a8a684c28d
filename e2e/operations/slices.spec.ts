import { recordFigure } from "../../scripts/reliability/record.mjs";
import {
  differences,
  expectedCounters,
  expectedRows,
  exportedRows,
  NO_DIFFERENCE,
  peopleFile,
  startImport,
} from "./imports";
import { startInvocations } from "./invocations";
import { type App, expect, test, UNSCHEDULED } from "./platform";
import { call, signUp, type User } from "./user";

/** `KITH_FULL=1` runs the proof in full: 200 000 rows in slices of two seconds. */
const isFull = process.env.KITH_FULL === "1";
const size = isFull
  ? { rows: 200_000, budgetMs: 2000, batch: 1000, slices: 3 }
  : { rows: 20_000, budgetMs: 100, batch: 2500, slices: 3 };
const data = { seed: 11 };

/** Waits for the mail about a finished import. Reading the import itself would resume it here. */
async function untilImported(user: User, app: Pick<App, "url">): Promise<void> {
  const kinds = async () => {
    const { body } = await user.ask(app, "GET", "/api/notifications");
    return body.data.map(({ kind }: { kind: string }) => kind);
  };
  // Each slice waits for the start of a process, which takes a busy machine many seconds.
  await expect.poll(kinds, { timeout: isFull ? 300_000 : 150_000 }).toContain("import_completed");
}

/** The results of a finished import, as its user sees them. */
async function resultOf(user: User, app: Pick<App, "url">, path: string) {
  const { status, summary, ...rest } = (await user.ask(app, "GET", path)).body;
  const counters = Object.entries(rest).filter(([name]) => name.endsWith("_rows"));
  const errors = (await user.ask(app, "GET", `${path}/errors?format=csv`)).body;
  const contacts = await exportedRows(user, app);
  return { state: { status, summary, ...Object.fromEntries(counters) }, errors, contacts };
}

test(`cut into slices of ${size.budgetMs} ms, each in a fresh process called by the one before, an import of ${size.rows} rows ends as in one go`, async ({
  platform,
}) => {
  test.slow();
  const file = peopleFile(size.rows, data);
  const whole = await platform.start(UNSCHEDULED);
  const steady = await signUp(platform, whole);
  const wholePath = await startImport(steady, whole, file);
  await untilImported(steady, whole);
  const wanted = await resultOf(steady, whole, wholePath);

  const limits = { JOB_TIME_BUDGET_MS: String(size.budgetMs), IMPORT_BATCH_ROWS: String(size.batch) };
  const env = { ...UNSCHEDULED, ...limits };
  const sliced = await startInvocations((INTERNAL_URL) => platform.start({ ...env, INTERNAL_URL }));
  const hurried = await signUp(platform, sliced);
  const path = await startImport(hurried, sliced, file);
  await untilImported(hurried, sliced);
  const { pids } = sliced;
  if (isFull) console.log(JSON.stringify({ ...size, processes: pids.length }));
  expect(new Set(pids).size).toBe(pids.length);
  expect(pids.length).toBeGreaterThanOrEqual(size.slices);

  const found = await resultOf(hurried, whole, path);
  await sliced.close();
  expect(found.state).toMatchObject(expectedCounters(size.rows, data));
  expect(found.state).toEqual(wanted.state);
  expect(found.errors.split("\n").length).toBeGreaterThan(size.rows / 200);
  expect(found.errors).toBe(wanted.errors);
  expect(differences(found.contacts, wanted.contacts)).toEqual(NO_DIFFERENCE);
  const apart = differences(found.contacts, expectedRows(size.rows, data));
  expect(apart).toEqual(NO_DIFFERENCE);
  recordFigure("slices", {
    seed: data.seed,
    size: { rows: size.rows, processes: pids.length },
    measured: { "rows that differ": apart.surplus.length + apart.missing.length },
    isWhole: isFull,
  });
});

test("a call to continue a job counts with the secret only", async ({ platform }) => {
  const app = await platform.start(UNSCHEDULED);
  const job = { kind: "import", workspaceId: crypto.randomUUID(), id: crypto.randomUUID() };
  const statusOf = async (authorization: string) => {
    const headers = { "content-type": "application/json", authorization };
    return (await call(`${app.url}/api/cron/continue`, "POST", headers, JSON.stringify(job))).status;
  };
  expect(await statusOf("Bearer wrong")).toBe(401);
  expect(await statusOf(`Bearer ${platform.secrets.CRON_SECRET}`)).toBe(202);
});
