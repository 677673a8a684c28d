import { mkdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GET as tags } from "@/app/api/tags/route";
import { env, resetEnv } from "@/lib/env";
import { count, FAMILIES } from "@/lib/metrics";
import { startMeasuring } from "@/lib/server/metrics";
import { newWorkspace } from "@/lib/testing/workspace";
import { GET } from "./route";

const TOKEN = "a token of the operator";

function configure(token: string) {
  vi.stubEnv("METRICS_TOKEN", token);
  resetEnv();
}
beforeEach(() => configure(TOKEN));
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

const ask = (authorization?: string) =>
  GET(new Request("http://localhost/metrics", { headers: authorization ? { authorization } : {} }));
const scraped = async () => (await ask(`Bearer ${TOKEN}`)).text();

/** The value of the first line with this prefix; 0 if there is none. */
function figure(text: string, start: string): number {
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.split(" ")
      .at(-1) ?? 0,
  );
}

it("is there only for the holder of a configured token", async () => {
  expect((await ask()).status).toBe(401);
  expect((await ask("Bearer undefined")).status).toBe(401);
  expect((await ask(`Bearer ${TOKEN}x`)).status).toBe(401);
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(200);
  configure("");
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(404);
  expect((await ask("Bearer undefined")).status).toBe(404);
});

it("counts requests by operation and status, with their durations", async () => {
  const acme = await newWorkspace();
  const own = `process="${process.pid}",operation="listTags"`;
  const before = figure(await scraped(), `kith_requests_total{${own},status="200"}`);
  expect((await acme.call(tags, {})).status).toBe(200);
  const text = await scraped();
  expect(figure(text, `kith_requests_total{${own},status="200"}`)).toBe(before + 1);
  expect(figure(text, `kith_request_duration_seconds_bucket{${own},le="+Inf"}`)).toBe(before + 1);
  expect(figure(text, `kith_request_duration_seconds_count{${own}}`)).toBe(before + 1);
  expect(figure(text, "kith_database_up")).toBe(1);
  expect(text).toContain('kith_jobs_waiting{kind="import"}');
  expect(text).toContain("kith_database_connections_open{");
  expect(text).not.toContain(acme.id);
});

/** What a parser of the text format would reject: a malformed line, a family declared twice, a sample before its type. */
function faultsOf(text: string): string[] {
  const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
  const repeated = types.filter((name, at) => types.indexOf(name) !== at);
  const label = '[a-z]+="[^"\\n\\\\]*"';
  const sample = new RegExp(`^[a-z_]+(\\{${label}(,${label})*\\})? -?[0-9.e+-]+$`);
  const bad = text.split("\n").filter((line) => line && !line.startsWith("#") && !sample.test(line));
  return [...repeated, ...bad];
}

it("is text as Prometheus reads it", async () => {
  const text = await scraped();
  expect(faultsOf(text)).toEqual([]);
  expect([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)).toEqual(Object.keys(FAMILIES));
  expect(faultsOf('kith_up{a="b"} NaN\n# TYPE x gauge\n# TYPE x gauge\n')).toEqual([
    "x",
    'kith_up{a="b"} NaN',
  ]);
});

it("shows the other processes of the machine, and no longer one that ended", async () => {
  const folder = join(env().DATA_DIR, "metrics");
  await mkdir(folder, { recursive: true });
  const put = (pid: number) =>
    writeFile(join(folder, `${pid}.json`), JSON.stringify([["kith_import_rows_total", "", pid]]));
  await Promise.all([put(999_001), put(999_002)]);
  await writeFile(join(folder, "999003.json"), "torn");
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(join(folder, "999002.json"), longAgo, longAgo);
  const text = await scraped();
  expect(figure(text, 'kith_import_rows_total{process="999001"}')).toBe(999_001);
  expect(text).not.toMatch(/99900[23]/);
});

it("says how long a scheduled backup is overdue", async () => {
  const folder = join(env().DATA_DIR, "some backups");
  const overdue = async (pattern: string, name?: string) => {
    vi.stubEnv("BACKUP_SCHEDULE", pattern);
    vi.stubEnv("BACKUP_DIR", folder);
    resetEnv();
    if (name) await writeFile(join(folder, name), "");
    const [line] = (await scraped()).match(/^kith_backup_overdue_seconds \S+$/m) ?? [];
    return line === undefined ? null : Number(line.split(" ")[1]);
  };
  const stamp = (agoMs: number) =>
    `kith-${new Date(Date.now() - agoMs).toISOString().replace(/[-:]|\.\d+/g, "")}.tar.gz`;
  const [minute, day] = [60_000, 86_400_000];
  expect(await overdue("")).toBeNull();
  expect(await overdue("0 3 1 1 *")).toBe(0);
  await mkdir(folder, { recursive: true });
  // Every hour, the last one two days ago: 47 hours, or a little more.
  expect(await overdue("0 * * * *", stamp(2 * day))).toBeGreaterThan(1.9 * 86_400);
  expect(await overdue("0 * * * *", `${stamp(0)}.partial`)).toBeGreaterThan(1.9 * 86_400);
  expect(await overdue("0 * * * *", stamp(-day))).toBeGreaterThan(1.9 * 86_400);
  expect(await overdue("0 0 * * *", stamp(minute))).toBeLessThan(60);
  expect(await overdue("not a pattern")).toBeNull();
});

it("measures nothing without a token", async () => {
  configure("");
  count("kith_limiter_refusals_total", 'limit="planted"');
  configure(TOKEN);
  expect(await scraped()).not.toContain("planted");
  count("kith_limiter_refusals_total", 'limit="planted"');
  expect(await scraped()).toContain(`{process="${process.pid}",limit="planted"} 1`);
});

it("writes the figures for this user alone, also into a folder that others may read", async () => {
  const folder = join(env().DATA_DIR, "metrics");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o755 });
  startMeasuring();
  const file = join(folder, `${process.pid}.json`);
  await expect.poll(() => stat(file).catch(() => null), { timeout: 5_000 }).not.toBeNull();
  for (const path of [folder, file]) expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0]);
});
