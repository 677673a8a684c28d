import fs, {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { expect, it, vi } from "vitest";
import { withDatabase } from "./archive/place.mjs";
import { makeDataFolder } from "./lib/data-folder.mjs";
import { markDatabase, requireDatabase } from "./lib/had-database.mjs";
import { lockFolder } from "./lib/lock.mjs";
import { startPostgres } from "./lib/postgres.mjs";
import { addEncryptionKey, ensureSecrets, secretsFile } from "./lib/secrets.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

const folder = temporaryFolder();

it("creates the folder and those above it, which the database may traverse", () => {
  const wanted = join(folder, "a b/ü/data");
  makeDataFolder(wanted);
  makeDataFolder(wanted);
  expect(statSync(wanted).mode & 0o777).toBe(0o711);
});

it("says in one line where no folder can be", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => makeDataFolder(file)).toThrow("is a file");
  for (const path of [join(file, "data"), ...(existsSync("/proc/self") ? ["/proc/kith/data"] : [])])
    expect(() => makeDataFolder(path)).toThrow(/^DATA_DIR cannot be created: .*\(E[A-Z]+\)/);
});

it.skipIf(process.getuid?.() !== 0)("lets root restore nothing into the folder of another user", async () => {
  const theirs = join(folder, "theirs");
  mkdirSync(theirs);
  chownSync(theirs, 65_534, 65_534);
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", theirs);
  const restore = withDatabase({ name: "test", create: true }, async () => "restored");
  await expect(restore).rejects.toThrow("sudo -u '#65534'");
  expect(existsSync(join(theirs, "secrets.json"))).toBe(false);
});

it.skipIf(process.getuid?.() !== 0)("writes secrets as root for the owner of the folder", () => {
  const theirs = join(folder, "of a service");
  mkdirSync(theirs);
  chownSync(theirs, 65_534, 65_534);
  const written = () => {
    const { uid, gid, mode } = statSync(secretsFile(theirs));
    return [uid, gid, mode & 0o777];
  };
  ensureSecrets(theirs);
  expect(written()).toEqual([65_534, 65_534, 0o600]);
  addEncryptionKey(theirs);
  expect(written()).toEqual([65_534, 65_534, 0o600]);
});

/** Has `work` done by a root that may give nothing away. @param {() => void} work */
function withoutChown(work) {
  const spy = vi.spyOn(fs, "chownSync").mockImplementation(() => {
    throw Object.assign(new Error("not permitted"), { code: "EPERM" });
  });
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
}

it.skipIf(process.getuid?.() !== 0)("makes secrets as a root that may give nothing away", () => {
  const theirs = join(folder, "of another service");
  mkdirSync(theirs);
  chownSync(theirs, 65_534, 65_534);
  withoutChown(() => {
    ensureSecrets(theirs);
    addEncryptionKey(theirs);
  });
  expect(statSync(secretsFile(theirs)).uid).toBe(0);
  chownSync(secretsFile(theirs), 65_534, 65_534);
  withoutChown(() =>
    expect(() => addEncryptionKey(theirs)).toThrow("its owner could not read the new one (EPERM)"),
  );
  expect(readdirSync(theirs)).toEqual(["secrets.json"]);
  expect(statSync(secretsFile(theirs)).uid).toBe(65_534);
});

it("does not take the database of the original for that of a copy which links to it", async () => {
  const [home, copy] = [join(folder, "home"), join(folder, "copy")];
  for (const each of [home, copy]) mkdirSync(each);
  symlinkSync(home, join(copy, "postgres"));
  const original = lockFolder(home, { url: "http://localhost:1", internalUrl: "" });
  await expect(startPostgres(copy)).rejects.toThrow(`already runs on ${home}`);
  original.release();
});

/**
 * A data folder with such files.
 * @param {string} name
 * @param {string[]} files
 */
function folderWith(name, ...files) {
  const dataDir = join(folder, name);
  for (const file of ["secrets.json", ...files]) {
    mkdirSync(dirname(join(dataDir, file)), { recursive: true });
    writeFileSync(join(dataDir, file), "{}");
  }
  return dataDir;
}

it("refuses a folder whose database is gone, and lets a start that was killed midway go on", () => {
  const unfinished = folderWith(
    "unfinished",
    "postgres/password",
    "postgres/new-1/base/1",
    "blobs/.incoming/1",
  );
  expect(() => requireDatabase(unfinished)).not.toThrow();
  markDatabase(unfinished);
  expect(() => requireDatabase(unfinished)).toThrow("data is missing, although there was a database");
  const older = folderWith("older", "blobs/imports/a/b.csv");
  expect(() => requireDatabase(older)).toThrow("data is missing, although there are uploaded files");
  const foreign = folderWith("foreign", "postgres/data/notes.txt");
  expect(() => requireDatabase(foreign)).toThrow("is not empty, but is not a database");
  const whole = folderWith("whole", "blobs/imports/a/b.csv", "postgres/data/PG_VERSION");
  expect(() => requireDatabase(whole)).not.toThrow();
});

it("does not wait for clients when somebody ends the database with SIGTERM", async () => {
  const dataDir = join(folder, "asked");
  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir, { url: "http://localhost:1", internalUrl: "" });
  const started = await startPostgres(dataDir);
  const client = postgres(started.url, { max: 1, onclose: () => {} });
  await client`select 1`;
  process.kill(started.pid, "SIGTERM");
  await started.exited;
  expect(started.reason()).toContain("exit code 0");
  await client.end({ timeout: 0 });
  lock.release();
}, 60_000);
