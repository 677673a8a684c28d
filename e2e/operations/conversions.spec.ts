import { mkdirSync, openAsBlob, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { writeLargeWorkbook } from "@/lib/testing/fixtures/large-workbook";
import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { type App, expect, type Platform, test, UNSCHEDULED } from "./platform";
import { signUp, type User } from "./user";

const isFull = process.env.KITH_FULL === "1";

/** Non-empty files below a folder. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => {
    const found = statSync(join(folder, name));
    return found.isFile() && found.size > 0;
  });
}

/** An app with a folder of its own for temporary files. */
async function startWithFolder(platform: Platform): Promise<{ app: App; folder: string }> {
  const folder = join(platform.dataDir, "tmp");
  mkdirSync(folder);
  return { app: await platform.start({ ...UNSCHEDULED, TMPDIR: folder }), folder };
}

/** Begins an upload that never ends; resolves as soon as the process has an open file without a name. */
async function beginUpload(app: App, user: User, bytes: Uint8Array): Promise<void> {
  const sent = request(`${app.url}/api/imports?filename=people.bin`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${user.token}`,
      "content-type": "application/octet-stream",
      "content-length": bytes.length + 1,
      "x-forwarded-for": "10.0.0.1",
    },
  });
  sent.on("error", () => undefined); // the process that it speaks to is killed
  sent.write(bytes);
  await expect.poll(() => unnamedFiles(app.pid)).toBeGreaterThan(0);
}

/** How many files of a conversion a process has open: they have no name any more. */
function unnamedFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return /\/kith-[\da-f-]{36} \(deleted\)$/.test(readlinkSync(join(folder, fd)));
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

for (const [kind, bytes] of [
  ["a workbook", workbookOf({ sheets: { People: rowsOf([["email"], ["a@example.com"]]) } })],
  ["JSON lines", Buffer.from('{"email":"a@example.com"}\n'.repeat(40_000))],
] as const)
  test(`kill -9 while ${kind} is converted leaves no import and no file`, async ({ platform }) => {
    const { app, folder } = await startWithFolder(platform);
    const user = await signUp(platform, app);
    await beginUpload(app, user, bytes);
    expect(filesIn(folder)).toEqual([]);
    await app.kill();
    expect(filesIn(folder)).toEqual([]);
    expect(filesIn(platform.dataDir)).toEqual([]);
    expect(await platform.pg`select id from imports`).toHaveLength(0);
  });

const ROWS = 1_000_000;
const MOST_MB = 200;
const SAMPLE_MS = 50;

/** Memory of a process now, in MB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

test(`a workbook of ${ROWS} rows is read within ${MOST_MB} MB of memory, to the last row`, async ({
  platform,
}) => {
  test.skip(!isFull, "takes minutes: KITH_FULL=1");
  test.setTimeout(480_000);
  const { app } = await startWithFolder(platform);
  const user = await signUp(platform, app);
  const path = join(platform.dataDir, "people.xlsx");
  await writeLargeWorkbook(path, ROWS);
  const form = new FormData();
  form.set("file", await openAsBlob(path), "people.xlsx");
  const before = memoryOf(app.pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(app.pid));
  }, SAMPLE_MS);
  const headers = { authorization: `Bearer ${user.token}`, "x-forwarded-for": "10.0.0.1" };
  const started = Date.now();
  const answer = await fetch(`${app.url}/api/imports`, { method: "POST", headers, body: form });
  clearInterval(watch);
  const { preview } = await answer.json();
  const seconds = Math.round((Date.now() - started) / 1000);
  expect([answer.status, preview?.totalRows]).toEqual([201, ROWS]);
  expect(preview.rows[0]).toEqual([
    "person.2@example2.com",
    "First2",
    "Lastname 2",
    "4917000000002",
    "Company 2 GmbH",
    "2009-07-08",
  ]);
  expect(peak - before).toBeLessThan(MOST_MB);
  recordFigure("workbooks", {
    size: { rows: ROWS },
    measured: {
      "MB of memory on top of the idle process": Math.round(peak - before),
      "MB of it idle": Math.round(before),
      "s to read": seconds,
    },
  });
});
