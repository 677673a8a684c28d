import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { env, resetEnv } from "../lib/env.ts";
import { startPostgres } from "./lib/postgres.mjs";
import { createCluster } from "./lib/postgres-cluster.mjs";
import { commandLine, isAlive, signal, waitUntilGone } from "./lib/processes.mjs";
import { productForTests } from "./testing/lifecycle.mjs";
import { present } from "./testing/present.mjs";
import { run } from "./testing/product.mjs";

// Real databases are created and killed here; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const place = productForTests();

/**
 * Linux only, like the tests that use it.
 * @param {number} pid
 */
function watchdogOf(pid) {
  const isIt = (/** @type {string} */ each) =>
    commandLine(Number(each)).includes(`kith-postgres-watchdog ${pid}`);
  return Number(readdirSync("/proc").find((name) => /^\d+$/.test(name) && isIt(name)));
}

/**
 * Kills a process for good and waits until it is gone.
 * @param {number} pid
 */
async function kill9(pid) {
  signal(pid, "SIGKILL");
  await waitUntilGone(pid, 5_000);
}

it("takes everything down when the supervisor is killed, and the next start finds the data", async () => {
  const kith = place.start();
  await kith.untilReady();
  await place.onDatabase((pg) => pg`create table survives as select ${"until restart"}::text as data`);
  const pids = [(await place.askApp()).pid, place.databasePid()];
  await kill9(kith.pid);
  for (const pid of pids) expect(await waitUntilGone(pid, 5_000)).toBe(true);
  await place.start().untilReady();
  expect(await place.onDatabase((pg) => pg`select data from survives`)).toEqual([{ data: "until restart" }]);
});

it.runIf(process.platform === "linux")("takes over a database that outlived its supervisor", async () => {
  const kith = place.start();
  await kith.untilReady();
  const orphan = place.databasePid();
  await kill9(watchdogOf(orphan));
  await kill9(kith.pid);
  expect(isAlive(orphan)).toBe(true);
  await place.start().untilReady();
  expect(isAlive(orphan)).toBe(false);
  expect(await place.onDatabase((pg) => pg`select 1 as one`)).toEqual([{ one: 1 }]);
});

it.runIf(process.platform === "linux")(
  "is not fooled by stale files that name a living stranger",
  async () => {
    const first = place.start();
    await first.untilReady();
    const database = place.databasePid();
    await kill9(watchdogOf(database));
    await kill9(first.pid);
    await kill9(database);
    const pidFile = join(place.dataDir, "postgres/data/postmaster.pid");
    writeFileSync(pidFile, readFileSync(pidFile, "utf8").replace(/^\d+/, String(process.pid)));
    const lock = JSON.parse(readFileSync(join(place.dataDir, "lock"), "utf8"));
    writeFileSync(join(place.dataDir, "lock"), JSON.stringify({ ...lock, pid: process.pid }));
    await place.start().untilReady();
    expect(isAlive(process.pid)).toBe(true);
  },
);

it("shows why a first start failed, and does not try again", async () => {
  const failed = await place.start({ BREAK: "start" }).ended;
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("planted failure of next start") });
});

it("says at once which variables the app cannot use", async () => {
  vi.stubEnv("APP_URL", "kith.example.com");
  resetEnv();
  let said = "";
  try {
    env();
  } catch (error) {
    said = String(error);
  }
  vi.unstubAllEnvs();
  resetEnv();
  const failed = await place.start({ UNUSABLE: said }).ended;
  expect(failed).toMatchObject({ code: 1, output: expect.stringMatching(/ APP_URL: Invalid URL\s*$/) });
});

it("leaves no database behind when it is stopped while that starts", async () => {
  place.emptyFolder();
  const kith = place.start();
  await vi.waitFor(() => expect(place.databasePid()).toBeGreaterThan(0), { timeout: 30_000, interval: 5 });
  const database = place.databasePid();
  signal(kith.pid, "SIGTERM");
  expect((await kith.ended).code).toBe(0);
  expect(await waitUntilGone(database, 5_000)).toBe(true);
});

it("makes new clusters with checksums, and says what to do with one of another major version", async () => {
  const kith = place.start();
  await kith.untilReady();
  expect(await place.onDatabase((pg) => pg`show data_checksums`)).toEqual([{ data_checksums: "on" }]);
  signal(kith.pid, "SIGTERM");
  await kith.ended;
  const file = join(place.dataDir, "postgres/data/PG_VERSION");
  const ours = readFileSync(file, "utf8");
  writeFileSync(file, "16\n");
  const { code, output } = await place.start().ended;
  writeFileSync(file, ours);
  expect(code).toBe(1);
  expect(output.trim()).toMatch(
    /^✗ The database in .* was made by PostgreSQL 16, .* runs PostgreSQL 17\. .*npm run backup -- FILE.*npm run restore -- FILE.*$/,
  );
  await place.start().untilReady();
});

it("makes no empty database where a finished one is missing", async () => {
  place.emptyFolder();
  const kith = place.start();
  await kith.untilReady();
  signal(kith.pid, "SIGTERM");
  await kith.ended;
  renameSync(join(place.dataDir, "postgres"), join(place.dataDir, "elsewhere"));
  const { code, output } = await place.start().ended;
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(
      /data is missing, although there was a database here\. .*\n.*volume not mounted/,
    ),
  });
  expect(existsSync(join(place.dataDir, "postgres"))).toBe(false);
  renameSync(join(place.dataDir, "elsewhere"), join(place.dataDir, "postgres"));
  await place.start().untilReady();
});

it("gives its database a new password where the file is lost, or from elsewhere", async () => {
  const stopped = async (/** @type {ReturnType<typeof place.start>} */ kith) => {
    signal(kith.pid, "SIGTERM");
    return kith.ended;
  };
  const first = place.start();
  await first.untilReady();
  await place.onDatabase((pg) => pg`create table kept as select 7 as seven`);
  await stopped(first);
  const file = join(place.dataDir, "postgres/password");
  for (const spoil of [() => rmSync(file), () => writeFileSync(file, "another")]) {
    spoil();
    const next = place.start();
    await next.untilReady();
    expect(await place.onDatabase((pg) => pg`select seven from kept`)).toEqual([{ seven: 7 }]);
    await stopped(next);
  }
});

it("leaves the password alone where something else is in the database's place", async () => {
  place.emptyFolder();
  const home = join(place.dataDir, "postgres");
  mkdirSync(join(home, "data/lost"), { recursive: true });
  writeFileSync(join(home, "password"), "of the database");
  await expect(startPostgres(place.dataDir)).rejects.toThrow("is not empty, but is not a database");
  const options = { home, programs: "", user: null, sync: true };
  await expect(createCluster(options)).rejects.toThrow("is not empty, but is not a database");
  expect(readFileSync(join(home, "password"), "utf8")).toBe("of the database");
});

it("gives work in progress its time, and a second Ctrl-C ends the waiting", async () => {
  const patient = place.start({ HOLD_STOP_MS: "1000" });
  await patient.untilReady();
  signal(patient.pid, "SIGINT");
  signal(patient.pid, "SIGINT");
  expect(await patient.ended).toMatchObject({ code: 0, output: expect.not.stringContaining("cut short") });

  const hurried = place.start({ HOLD_STOP_MS: "60000" });
  await hurried.untilReady();
  const from = performance.now();
  signal(hurried.pid, "SIGINT");
  setTimeout(() => signal(hurried.pid, "SIGINT"), 1_600);
  expect((await hurried.ended).code).toBe(0);
  expect(performance.now() - from).toBeLessThan(7_500);
});

it("stops when npm is killed, which passes no signal on", async () => {
  const program = `exec 2>&1; npm_lifecycle_event=start "${process.execPath}" scripts/start.mjs & echo "supervisor $!"; wait`;
  const env = { PORT: String(place.port), DATA_DIR: place.dataDir };
  const npm = run(place.folder, { env, program: "/bin/sh", args: ["-c", program] });
  const [, pid] = present(/supervisor (\d+)/.exec(await npm.untilReady()));
  await kill9(npm.pid);
  expect(await waitUntilGone(Number(pid), 5_000)).toBe(true);
  await expect(place.askApp()).rejects.toThrow();
});
