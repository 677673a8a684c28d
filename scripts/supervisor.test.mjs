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
import { expect, it, vi } from "vitest";
import { freePort } from "./lib/ports.mjs";
import { isAlive, signal } from "./lib/processes.mjs";
import { productForTests } from "./testing/lifecycle.mjs";
import { run } from "./testing/product.mjs";

// Real databases are created and killed here; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const place = productForTests();

/**
 * The local addresses on which a port listens, as the kernel writes them.
 * @param {number} wanted
 */
function listeningOn(wanted) {
  const rows = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1, -1)
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([, local = "", , state]) => {
    const [address, port = ""] = local.split(":");
    return state === "0A" && Number.parseInt(port, 16) === wanted ? [address] : [];
  });
}

it("starts database and app, says where they are, and stops both on SIGTERM", async () => {
  const kith = place.start({ TMPDIR: "" });
  const said = await kith.untilReady();
  expect(said).toContain(`http://localhost:${place.port}`);
  expect(said).toContain(place.dataDir);
  expect(said).toMatch(
    new RegExp(`Inbox +http://localhost:${place.port}/inbox/open\\?key=[\\w.-]+ \\(opens once\\)`),
  );
  expect(said).toMatch(/Embedded +database · identity · files · mail · column mapping · rate limits/);
  const app = await place.askApp();
  const temporary = join(place.dataDir, "tmp");
  expect(app).toMatchObject({ embedded: "1", requestTimeout: 960_000, temporary });
  expect(await place.onDatabase((pg) => pg`select count(*)::int as n from contacts`)).toEqual([{ n: 0 }]);
  const database = place.databasePid();

  signal(kith.pid, "SIGTERM");
  expect(await kith.ended).toMatchObject({ code: 0, output: expect.stringContaining("Stopped.") });
  expect([app.pid, database].filter(isAlive)).toEqual([]);
  expect(existsSync(join(place.dataDir, "lock"))).toBe(false);
});

it("makes the secrets once, readable by their owner only, and no others beside a database that has some", async () => {
  place.emptyFolder();
  const file = join(place.dataDir, "secrets.json");
  const first = place.start();
  await first.untilReady();
  const secrets = readFileSync(file, "utf8");
  const open = readdirSync(place.dataDir, { recursive: true, encoding: "utf8" }).filter(
    (name) => (statSync(join(place.dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
  );
  expect(open.filter((name) => !/^postgres\/data\/|\.s\.PGSQL/.test(name))).toEqual([]);
  signal(first.pid, "SIGTERM");
  await first.ended;
  const second = place.start();
  await second.untilReady();
  expect(readFileSync(file, "utf8")).toBe(secrets);
  signal(second.pid, "SIGTERM");
  await second.ended;

  // New keys beside an old database would lock people out, and be written over the old ones.
  for (const text of [null, "null", "[]", '{"ENCRYPTION_KEYS":1}', secrets.slice(0, 99)]) {
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    expect(await place.start().ended).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /secrets\.json is (missing|damaged).*Put it back(.|\n)*authenticator apps/,
      ),
    });
    expect(existsSync(file) ? readFileSync(file, "utf8") : null).toBe(text);
  }
  expect(await place.start({ ENCRYPTION_KEYS: "k1:short" }).ended).toMatchObject({
    code: 1,
    output: expect.stringMatching(/not usable(.|\n)*ENCRYPTION_KEYS is malformed/),
  });
  writeFileSync(file, "{}");
  await place.start().untilReady();
});

it("refuses a second start on the same folder, and names the process to stop", async () => {
  const kith = place.start();
  await kith.untilReady();
  const { code, output } = await place.start({ PORT: String(await freePort()) }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(
    new RegExp(
      `already runs on .*\\(process ${kith.pid}, http://localhost:${place.port}\\).*kill ${kith.pid}`,
    ),
  );
  expect((await place.askApp()).embedded).toBe("1");
});

it("lets exactly one of several simultaneous starts through, a dead lock notwithstanding", async () => {
  place.emptyFolder();
  writeFileSync(
    join(place.dataDir, "lock"),
    JSON.stringify({ pid: 999_999, birth: "x", host: "elsewhere", token: "old" }),
  );
  utimesSync(join(place.dataDir, "lock"), 0, 0);
  const ports = await Promise.all([1, 2, 3, 4].map(freePort));
  const all = ports.map((each) => place.start({ PORT: String(each) }));
  const ends = await Promise.all(
    all.map((each) => Promise.race([each.ended, each.untilReady().catch(() => each.ended)])),
  );
  expect(ends.filter((end) => typeof end === "string")).toHaveLength(1);
  expect(ends.filter((end) => end.code === 1 && /already runs/.test(end.output))).toHaveLength(3);
});

it("says in one line that the port is taken, before it starts anything", async () => {
  place.emptyFolder();
  const other = createServer().listen(place.port, "127.0.0.1");
  const { code, output } = await place.start().ended;
  expect(code).toBe(1);
  expect(output.trim()).toBe(
    `✗ Port ${place.port} is taken by another program. Choose another: PORT=${place.port + 1} npm start`,
  );
  expect(existsSync(join(place.dataDir, "postgres"))).toBe(false);
  other.close();
});

it("turns away a Node that is too old and a PORT that is none", async () => {
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.20.0"}})';
  const { code, output } = await run(place.folder, { args: ["--import", old, "scripts/start.mjs"] }).ended;
  expect({ code, lines: output.trim().split("\n") }).toEqual({
    code: 1,
    lines: [expect.stringContaining("needs Node 20.19")],
  });
  expect(await place.start({ PORT: "http" }).ended).toMatchObject({
    code: 1,
    output: expect.stringContaining("PORT must be"),
  });
});

it.runIf(process.platform === "linux")(
  "is reachable from this machine only, unless HOST is an address",
  async () => {
    const APP_URL = `http://127.0.0.1:${place.port}`;
    const loopback = place.start({ HOST: "x86_64-conda-linux-gnu", APP_URL });
    const said = await loopback.untilReady();
    expect(said).not.toContain("other machines");
    expect(said).toContain(`${APP_URL}/inbox/open?key=`);
    expect(listeningOn(place.port)).toEqual(["0100007F"]);
    signal(loopback.pid, "SIGTERM");
    await loopback.ended;
    const open = place.start({ HOST: "0.0.0.0", APP_URL: "https://kith.example.com" });
    expect(await open.untilReady()).not.toContain("/inbox/");
    await open.untilSaid(/listens on 0\.0\.0\.0: other machines can reach it/);
    expect(listeningOn(place.port)).toEqual(["00000000"]);
  },
);

it.each(["0.0.0.0", "::", "192.0.2.7", "::ffff:192.0.2.7"])(
  "refuses to listen on %s without a public address, and says how to mend it",
  async (HOST) => {
    place.emptyFolder();
    const { code, output } = await place.start({ HOST, APP_URL: " " }).ended;
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `✗ HOST=${HOST} opens Kith to other machines, so it must know its address: HOST=${HOST} APP_URL=https://kith.example.com npm start`,
    );
    expect(existsSync(join(place.dataDir, "postgres"))).toBe(false);
  },
);

it("uses the database of DATABASE_URL and starts none", async () => {
  place.emptyFolder();
  await place.start({ DATABASE_URL: process.env.DATABASE_URL }).untilReady();
  expect(await place.askApp()).toMatchObject({ databaseUrl: process.env.DATABASE_URL });
  expect(existsSync(join(place.dataDir, "postgres"))).toBe(false);
});

it("does not print the password of a database it cannot reach", async () => {
  const url = `postgres://kith:hidden-word@127.0.0.1:${await freePort()}/kith`;
  const { code, output } = await place.start({ DATABASE_URL: url }).ended;
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining("cannot be used (ECONNREFUSED: no database answers there)"),
  });
  expect(output).not.toContain("hidden-word");
});

it("builds again when a source changed, and only then", async () => {
  const builtAt = () => readFileSync(join(place.folder, ".next/built-at"), "utf8");
  const once = async (/** @type {Record<string, string>} */ env = {}) => {
    const kith = place.start(env);
    await Promise.race([kith.untilReady(), kith.ended]);
    signal(kith.pid, "SIGTERM");
    return kith.ended;
  };
  mkdirSync(join(place.folder, "lib"), { recursive: true });
  writeFileSync(join(place.folder, "lib/a.ts"), "export const a = 1;");
  await once();
  const first = builtAt();
  await once();
  expect(builtAt()).toBe(first);
  writeFileSync(join(place.folder, "lib/a.ts"), "export const a = 2;");
  expect(await once({ BREAK: "build" })).toMatchObject({
    code: 1,
    output: expect.stringContaining("planted failure of next build"),
  });
  await once();
  expect(builtAt()).not.toBe(first);
});

it.runIf(process.platform === "linux")(
  "does not build under a product that runs from the same folder",
  async () => {
    mkdirSync(join(place.folder, "lib"), { recursive: true });
    const running = place.start();
    await running.untilReady();
    const builtAt = () => readFileSync(join(place.folder, ".next/built-at"), "utf8");
    const before = builtAt();
    writeFileSync(join(place.folder, "lib/a.ts"), "export const a = 3;");
    const second = { DATA_DIR: join(place.folder, "data-beside"), PORT: String(await freePort()) };
    const refused = await place.start(second).ended;
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`kill ${running.pid}`) });
    expect(builtAt()).toBe(before);
    signal(running.pid, "SIGTERM");
    await running.ended;
    await place.start(second).untilReady();
    expect(builtAt()).not.toBe(before);
  },
);

it.runIf(process.getuid?.() === 0)(
  "finds root a place for the database when the folder is closed to others",
  async () => {
    place.emptyFolder();
    chmodSync(place.dataDir, 0o700);
    const kith = place.start();
    const said = await kith.untilReady();
    const home = readlinkSync(join(place.dataDir, "postgres"));
    expect(said).toContain(home);
    expect(home.startsWith(place.dataDir)).toBe(false);
    expect(await place.onDatabase((pg) => pg`select count(*)::int as n from contacts`)).toEqual([{ n: 0 }]);
    signal(kith.pid, "SIGTERM");
    expect((await kith.ended).code).toBe(0);
    rmSync(home, { recursive: true });
  },
);
