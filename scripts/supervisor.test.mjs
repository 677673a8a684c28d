import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { freePort } from "./lib/ports.mjs";
import { commandLine, isAlive, signal } from "./lib/processes.mjs";
import { kill9, makeProduct, run, waitUntilGone } from "./testing/product.mjs";

// Real databases are made and killed here; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const product = makeProduct();
afterAll(() => product.remove());

let port = 0;
let started = [];
const usual = join(product.folder, "data");
let dataDir = usual;

beforeEach(async () => {
  port = await freePort();
  dataDir = usual;
});

/** Most tests share a folder, because creating a database takes longer than all the rest. */
function emptyFolder() {
  dataDir = join(product.folder, `data-${port}`);
  mkdirSync(dataDir);
}

afterEach(async () => {
  for (const each of started) {
    signal(each.pid, "SIGTERM");
    await each.ended;
  }
  started = [];
});

function start(env = {}) {
  const each = run(product.folder, { env: { PORT: String(port), DATA_DIR: dataDir, ...env } });
  started.push(each);
  return each;
}

const askApp = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).json();
const databasePid = () =>
  Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);

async function onDatabase(work) {
  const sql = postgres((await askApp()).databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Linux only, as the tests that use it. */
function watchdogOf(pid) {
  const isIt = (each) => commandLine(each).includes(`kith-postgres-watchdog ${pid}`);
  return Number(readdirSync("/proc").find((name) => /^\d+$/.test(name) && isIt(name)));
}

/** The local addresses on which a port listens, as the kernel writes them. */
function listeningOn(wanted) {
  const rows = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1, -1)
    .map((line) => line.trim().split(/\s+/));
  const isListening = ([, local, , state]) =>
    state === "0A" && Number.parseInt(local.split(":")[1], 16) === wanted;
  return rows.filter(isListening).map(([, local]) => local.split(":")[0]);
}

it("starts database and app, says where they are, and stops both on SIGTERM", async () => {
  const kith = start();
  const said = await kith.untilReady();
  expect(said).toContain(`http://localhost:${port}`);
  expect(said).toContain(dataDir);
  expect(said).toMatch(/Embedded +database · identity · files · rate limits · mail · column mapping/);
  const app = await askApp();
  expect(app).toMatchObject({ embedded: "1", requestTimeout: 0 });
  expect(await onDatabase((sql) => sql`select count(*)::int as n from contacts`)).toEqual([{ n: 0 }]);
  const database = databasePid();

  signal(kith.pid, "SIGTERM");
  expect(await kith.ended).toMatchObject({ code: 0, output: expect.stringContaining("Stopped.") });
  expect([app.pid, database].filter(isAlive)).toEqual([]);
  expect(existsSync(join(dataDir, "lock"))).toBe(false);
});

it("makes the secrets once, readable by their owner only", async () => {
  emptyFolder();
  const file = join(dataDir, "secrets.json");
  const first = start();
  await first.untilReady();
  const secrets = readFileSync(file, "utf8");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "postgres/password")).mode & 0o777).toBe(0o600);
  signal(first.pid, "SIGTERM");
  await first.ended;
  await start().untilReady();
  expect(readFileSync(file, "utf8")).toBe(secrets);
});

it("refuses a second start on the same folder, and names the process to stop", async () => {
  const kith = start();
  await kith.untilReady();
  const { code, output } = await start({ PORT: String(await freePort()) }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(
    new RegExp(`already runs on .*\\(process ${kith.pid}, http://localhost:${port}\\).*kill ${kith.pid}`),
  );
  expect((await askApp()).embedded).toBe("1");
});

it("lets exactly one of several simultaneous starts through, a dead lock notwithstanding", async () => {
  emptyFolder();
  writeFileSync(
    join(dataDir, "lock"),
    JSON.stringify({ pid: 999_999, birth: "x", host: "elsewhere", token: "old" }),
  );
  utimesSync(join(dataDir, "lock"), 0, 0);
  const ports = await Promise.all([1, 2, 3, 4].map(freePort));
  const all = ports.map((each) => start({ PORT: String(each) }));
  const ends = await Promise.all(
    all.map((each) => Promise.race([each.ended, each.untilReady().catch(() => each.ended)])),
  );
  expect(ends.filter((end) => typeof end === "string")).toHaveLength(1);
  expect(ends.filter((end) => end.code === 1 && /already runs/.test(end.output))).toHaveLength(3);
});

it("says in one line that the port is taken, before it starts anything", async () => {
  emptyFolder();
  const other = createServer().listen(port, "127.0.0.1");
  const { code, output } = await start().ended;
  expect(code).toBe(1);
  expect(output.trim()).toBe(
    `✗ Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`,
  );
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  other.close();
});

it("turns away a Node that is too old and a PORT that is none", async () => {
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.20.0"}})';
  const { code, output } = await run(product.folder, { args: ["--import", old, "scripts/start.mjs"] }).ended;
  expect({ code, lines: output.trim().split("\n") }).toEqual({
    code: 1,
    lines: [expect.stringContaining("needs Node 20.19")],
  });
  expect(await start({ PORT: "http" }).ended).toMatchObject({
    code: 1,
    output: expect.stringContaining("PORT must be"),
  });
});

it("takes everything down when the supervisor is killed, and the next start finds the data", async () => {
  const kith = start();
  await kith.untilReady();
  await onDatabase((sql) => sql`create table survives as select ${"until restart"}::text as data`);
  const pids = [(await askApp()).pid, databasePid()];
  await kill9(kith.pid);
  for (const pid of pids) expect(await waitUntilGone(pid, 5_000)).toBe(true);
  await start().untilReady();
  expect(await onDatabase((sql) => sql`select data from survives`)).toEqual([{ data: "until restart" }]);
});

it.runIf(process.platform === "linux")("takes over a database that outlived its supervisor", async () => {
  const kith = start();
  await kith.untilReady();
  const orphan = databasePid();
  await kill9(watchdogOf(orphan));
  await kill9(kith.pid);
  expect(isAlive(orphan)).toBe(true);
  await start().untilReady();
  expect(isAlive(orphan)).toBe(false);
  expect(await onDatabase((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

it("ends with a plain line when the database is killed, and recovers", async () => {
  const kith = start();
  await kith.untilReady();
  await onDatabase((sql) => sql`create table recovers as select 1 as one`);
  await kill9(databasePid());
  expect(await kith.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining("database ended unexpectedly"),
  });
  await start().untilReady();
  expect(await onDatabase((sql) => sql`select one from recovers`)).toEqual([{ one: 1 }]);
});

it.runIf(process.platform === "linux")(
  "is not fooled by stale files that name a living stranger",
  async () => {
    const first = start();
    await first.untilReady();
    const database = databasePid();
    await kill9(watchdogOf(database));
    await kill9(first.pid);
    await kill9(database);
    const pidFile = join(dataDir, "postgres/data/postmaster.pid");
    writeFileSync(pidFile, readFileSync(pidFile, "utf8").replace(/^\d+/, String(process.pid)));
    const lock = JSON.parse(readFileSync(join(dataDir, "lock"), "utf8"));
    writeFileSync(join(dataDir, "lock"), JSON.stringify({ ...lock, pid: process.pid }));
    await start().untilReady();
    expect(isAlive(process.pid)).toBe(true);
  },
);

it("ends with the app when the app dies, and shows why a start failed", async () => {
  const kith = start();
  await kith.untilReady();
  const database = databasePid();
  await kill9((await askApp()).pid);
  expect(await kith.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining("app ended unexpectedly (SIGKILL)"),
  });
  expect(isAlive(database)).toBe(false);
  const failed = await start({ BREAK: "start" }).ended;
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("planted failure of next start") });
});

it("gives work in progress its time, and a second Ctrl-C ends the waiting", async () => {
  const patient = start({ HOLD_STOP_MS: "1000" });
  await patient.untilReady();
  signal(patient.pid, "SIGINT");
  signal(patient.pid, "SIGINT");
  expect(await patient.ended).toMatchObject({ code: 0, output: expect.not.stringContaining("cut short") });

  const hurried = start({ HOLD_STOP_MS: "60000" });
  await hurried.untilReady();
  const from = performance.now();
  signal(hurried.pid, "SIGINT");
  setTimeout(() => signal(hurried.pid, "SIGINT"), 1_600);
  expect((await hurried.ended).code).toBe(0);
  expect(performance.now() - from).toBeLessThan(7_500);
});

it("stops when npm is killed, which passes no signal on", async () => {
  const program = `exec 2>&1; npm_lifecycle_event=start "${process.execPath}" scripts/start.mjs & echo "supervisor $!"; wait`;
  const env = { PORT: String(port), DATA_DIR: dataDir };
  const npm = run(product.folder, { env, program: "/bin/sh", args: ["-c", program] });
  const [, pid] = /supervisor (\d+)/.exec(await npm.untilReady());
  await kill9(npm.pid);
  expect(await waitUntilGone(Number(pid), 5_000)).toBe(true);
  await expect(askApp()).rejects.toThrow();
});

it.runIf(process.platform === "linux")(
  "is reachable from this machine only, unless HOST is an address",
  async () => {
    const loopback = start({ HOST: "x86_64-conda-linux-gnu" });
    expect(await loopback.untilReady()).not.toContain("other machines");
    expect(listeningOn(port)).toEqual(["0100007F"]);
    signal(loopback.pid, "SIGTERM");
    await loopback.ended;
    const open = start({ HOST: "0.0.0.0" });
    await open.untilReady();
    await open.untilSaid(/listens on 0\.0\.0\.0: other machines can reach it/);
    expect(listeningOn(port)).toEqual(["00000000"]);
  },
);

it("uses the database of DATABASE_URL and starts none", async () => {
  emptyFolder();
  await start({ DATABASE_URL: process.env.DATABASE_URL }).untilReady();
  expect(await askApp()).toMatchObject({ databaseUrl: process.env.DATABASE_URL });
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
});

it("does not print the password of a database it cannot reach", async () => {
  const url = `postgres://kith:hidden-word@127.0.0.1:${await freePort()}/kith`;
  const { code, output } = await start({ DATABASE_URL: url }).ended;
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining("cannot be used (ECONNREFUSED)"),
  });
  expect(output).not.toContain("hidden-word");
});

it("builds again when a source changed, and only then", async () => {
  const builtAt = () => readFileSync(join(product.folder, ".next/built-at"), "utf8");
  const once = async (env) => {
    const kith = start(env);
    await Promise.race([kith.untilReady(), kith.ended]);
    signal(kith.pid, "SIGTERM");
    return kith.ended;
  };
  mkdirSync(join(product.folder, "lib"), { recursive: true });
  writeFileSync(join(product.folder, "lib/a.ts"), "export const a = 1;");
  await once();
  const first = builtAt();
  await once();
  expect(builtAt()).toBe(first);
  writeFileSync(join(product.folder, "lib/a.ts"), "export const a = 2;");
  expect(await once({ BREAK: "build" })).toMatchObject({
    code: 1,
    output: expect.stringContaining("planted failure of next build"),
  });
  await once();
  expect(builtAt()).not.toBe(first);
});

it.runIf(process.getuid?.() === 0)(
  "finds root a place for the database when the folder is closed to others",
  async () => {
    emptyFolder();
    chmodSync(dataDir, 0o700);
    const kith = start();
    const said = await kith.untilReady();
    const home = readlinkSync(join(dataDir, "postgres"));
    expect(said).toContain(home);
    expect(home.startsWith(dataDir)).toBe(false);
    expect(await onDatabase((sql) => sql`select count(*)::int as n from contacts`)).toEqual([{ n: 0 }]);
    signal(kith.pid, "SIGTERM");
    expect((await kith.ended).code).toBe(0);
    rmSync(home, { recursive: true });
  },
);
