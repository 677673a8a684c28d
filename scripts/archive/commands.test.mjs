import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { randomSource } from "@/lib/testing/fixtures/people";
import { seedsOf } from "@/lib/testing/seeds";
import { only } from "../lib/database-client.mjs";
import { lockFolder } from "../lib/lock.mjs";
import { startPostgres } from "../lib/postgres.mjs";
import { root } from "../lib/project.mjs";
import { generateSecrets, readSecrets, replaceSecrets } from "../lib/secrets.mjs";
import { recordFigure } from "../reliability/record.mjs";
import { emptyDatabases, onDatabase, temporaryFolder } from "../testing/databases.mjs";
import { present, testDataDir } from "../testing/present.mjs";
import { workspaceFixture } from "../testing/workspace-fixture.mjs";
import { verifyArchive } from "./verify.mjs";

/** @import { Env } from "../lib/types.ts" */

// A dozen commands, each a process with a database to start; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder();
const newDatabase = emptyDatabases();
const PASSPHRASE = "a passphrase of the test";
const isFull = process.env.KITH_FULL === "1";
const KILLS = isFull ? 50 : 2;
const ROWS = isFull ? 20_000 : 5_000;
/** Draws the moments of the kills, as shares of a whole run: KITH_SEED is another one. */
const seed = seedsOf(1, 1).first;
const random = randomSource(seed);
/** How many had finished before they were killed. */
const whole = { backups: 0, restores: 0 };

beforeAll(async () => {
  const acme = await workspaceFixture();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    select ${acme.id}, gen_random_uuid(), n || '@example.com', 'Person ' || n from generate_series(1, ${ROWS}) n`;
  replaceSecrets(testDataDir(), { ENCRYPTION_KEYS: present(process.env.ENCRYPTION_KEYS) });
});

/**
 * Runs a command as npm does.
 * @param {string} name
 * @param {string[]} args
 * @param {Env} [env]
 */
function start(name, args, env = {}) {
  const { ENCRYPTION_KEYS: _, ...own } = process.env;
  const script = ["--import", "./scripts/ts-hooks.mjs", `scripts/${name}.mjs`, ...args];
  const child = spawn(process.execPath, script, { cwd: root, env: { ...own, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const ended = once(child, "close").then(([code, signal]) => ({ code: code ?? signal, said }));
  return { child, ended };
}

/** @param {Parameters<typeof start>} args */
const run = (...args) => start(...args).ended;

/**
 * Kills it at some point between its start and its end; `ms` is how long a whole run takes.
 * @param {ReturnType<typeof start>} started
 * @param {number} ms
 */
async function killed({ child, ended }, ms) {
  await Promise.race([ended, sleep(random() * ms)]);
  child.kill("SIGKILL");
  return ended;
}

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function timed(work) {
  const from = performance.now();
  const result = await work();
  return { result, ms: performance.now() - from };
}

it("backs up and restores into an unused folder, which is stopped, and back again equal", async () => {
  const [file, again] = [join(folder, "first.kith"), join(folder, "second.kith")];
  const written = await run("backup", [file, "--with-keys"], { BACKUP_PASSPHRASE: PASSPHRASE });
  expect(written, written.said).toMatchObject({ code: 0 });
  expect((await run("backup", ["--verify", file])).said).toContain("Whole:");
  const place = { DATABASE_URL: "", DATA_DIR: join(folder, "embedded"), BACKUP_PASSPHRASE: PASSPHRASE };
  const wrong = await run("restore", [file, "--with-keys"], {
    ...place,
    BACKUP_PASSPHRASE: "something else",
  });
  expect(wrong.said).toContain("does not open the keys");
  expect(existsSync(place.DATA_DIR)).toBe(false);
  expect((await run("backup", [again], place)).said).toContain("never started there");
  const others = { ...generateSecrets(), BACKUP_PASSPHRASE: PASSPHRASE };
  expect((await run("backup", [again, "--with-keys"], others)).said).toContain(
    "read none of the stored ones",
  );

  const restored = await run("restore", [file, "--with-keys"], place);
  expect(restored, restored.said).toMatchObject({ code: 0 });
  expect(restored.said).not.toContain("Without the keys");
  expect(readSecrets(place.DATA_DIR)).toEqual(readSecrets(testDataDir()));
  const second = await run("backup", [again], place);
  expect(second.said).toContain("Without keys");
  const content = async (/** @type {string} */ path) => {
    const { manifest } = await verifyArchive(path);
    return { tables: manifest.tables, files: manifest.files };
  };
  expect(await content(again)).toEqual(await content(file));
  expect((await run("restore", [file], place)).said).toContain("not empty");
  expect(existsSync(join(place.DATA_DIR, "lock"))).toBe(false);

  const third = join(folder, "third.kith");
  const stop = await holdRunning(place.DATA_DIR);
  const running = await run("backup", [third], place);
  expect(running, running.said).toMatchObject({ code: 0 });
  await stop.database();
  expect((await run("backup", [join(folder, "none.kith")], place)).said).toContain("starting or stopping");
  writeFileSync(join(place.DATA_DIR, "postgres/server.log"), "PANIC: No space left on device\n");
  expect((await run("backup", [join(folder, "none.kith")], place)).said).toContain("disk is full. Free some");
  stop.release();
  expect(await content(third)).toEqual(await content(file));
});

/**
 * Locks the folder and its database for this process, as a running product does.
 * @param {string} dataDir
 */
async function holdRunning(dataDir) {
  const lock = lockFolder(dataDir, { url: "http://localhost:1", internalUrl: "http://127.0.0.1:1" });
  const postgres = await startPostgres(realpathSync(dataDir));
  return { database: postgres.stop, release: lock.release };
}

it(`killed at ${KILLS} moments, a backup is whole or absent`, async () => {
  const { ms } = await timed(() => run("backup", [join(folder, "whole.kith")]));
  for (let n = 0; n < KILLS; n++) {
    const file = join(folder, `killed-${n}.kith`);
    await killed(start("backup", [file]), ms);
    if (existsSync(file)) {
      expect((await verifyArchive(file)).manifest.tables.length).toBeGreaterThan(20);
      whole.backups++;
    }
  }
});

it(`killed at ${KILLS} moments, a restore is whole or leaves an empty place for the next try`, async () => {
  const file = join(folder, "source.kith");
  expect((await run("backup", [file])).code).toBe(0);
  const dataDir = join(folder, "hosted");
  mkdirSync(dataDir);
  const place = async () => ({ DATABASE_URL: await newDatabase(), DATA_DIR: dataDir });
  const first = await place();
  const { ms, result } = await timed(() => run("restore", [file], first));
  expect(result, result.said).toMatchObject({ code: 0 });
  expect(result.said).toContain("Without the keys");
  const contacts = (/** @type {string} */ url) =>
    onDatabase(url, async (there) => {
      const { known } = only(await there`select to_regclass('public.contacts') is not null as known`);
      return known ? only(await there`select count(*)::int as n from contacts`).n : 0;
    });
  const all = await contacts(first.DATABASE_URL);
  let env = await place();
  for (let n = 0; n < KILLS; n++) {
    await killed(start("restore", [file], env), ms);
    // A server whose client was killed notices with its next message.
    const found = await contacts(env.DATABASE_URL);
    expect([0, all]).toContain(found);
    if (found !== all) continue;
    whole.restores++;
    env = await place();
  }
  const last = await run("restore", [file], env);
  expect(last, last.said).toMatchObject({ code: 0 });
  expect(await contacts(env.DATABASE_URL)).toBe(all);
  expect(all).toBeGreaterThan(ROWS);
  const counted = (/** @type {keyof typeof whole} */ of) => ({
    [`${of} whole`]: whole[of],
    [`${of} absent`]: KILLS - whole[of],
  });
  recordFigure("backup-kills", {
    seed,
    size: { "kills of a backup": KILLS, "kills of a restore": KILLS, contacts: all },
    measured: { ...counted("backups"), ...counted("restores") },
    isWhole: isFull,
  });
});

it("is run by the documented scripts", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.backup).toBe("node --import ./scripts/ts-hooks.mjs scripts/backup.mjs");
  expect(scripts.restore).toBe("node --import ./scripts/ts-hooks.mjs scripts/restore.mjs");
});
