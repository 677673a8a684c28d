import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { expect, it } from "vitest";
import { lockFolder } from "./lib/lock.mjs";
import { root } from "./lib/project.mjs";
import { ensureSecrets, readSecrets, secretsFile } from "./lib/secrets.mjs";
import { present, testDataDir } from "./testing/present.mjs";

/**
 * Runs the command as npm does, with the environment of a terminal: no ENCRYPTION_KEYS.
 * @param {string[]} args
 */
function run(...args) {
  const { ENCRYPTION_KEYS: _, ...env } = process.env;
  const script = ["--import", "./scripts/ts-hooks.mjs", "scripts/rotate-keys.mjs", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, script, {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

/** @param {string} dataDir */
const ringOf = (dataDir) => present(readSecrets(dataDir)?.ENCRYPTION_KEYS);

it("adds a key in front of the ring, keeps the old ones and tells none of them", () => {
  const dataDir = testDataDir();
  expect(run("--new-key").said).toContain("never started");
  const before = ensureSecrets(dataDir);
  for (let n = 2; n <= 3; n++) {
    const { status, said } = run("--new-key");
    expect(status).toBe(0);
    expect(said).not.toContain(present(ringOf(dataDir).split(":")[1]).slice(0, 20));
  }
  const after = present(readSecrets(dataDir));
  /** @type {string[]} */
  const ring = ringOf(dataDir).split(",");
  expect(ring.map((key) => key.split(":")[0])).toEqual(["k3", "k2", "k1"]);
  expect(ring.at(-1)).toBe(before.ENCRYPTION_KEYS);
  expect({ ...after, ENCRYPTION_KEYS: before.ENCRYPTION_KEYS }).toEqual(before);
  expect(statSync(secretsFile(dataDir)).mode & 0o777).toBe(0o600);
});

it("refuses while a product runs with the keys from before: it could not read what the new one encrypts", () => {
  const dataDir = testDataDir();
  ensureSecrets(dataDir);
  const before = lockFolder(dataDir, { url: "http://localhost:1", internalUrl: "http://127.0.0.1:1" });
  expect(run()).toEqual({ status: 0, said: "Encrypted 0 keys anew.\n" });
  expect(run("--new-key").status).toBe(0);
  expect(run()).toMatchObject({ status: 1, said: expect.stringContaining("Restart it") });
  before.release();
  const after = lockFolder(dataDir, { url: "http://localhost:1", internalUrl: "http://127.0.0.1:1" });
  expect(run()).toEqual({ status: 0, said: "Encrypted 0 keys anew.\n" });
  after.release();
});

it("encrypts with the keys of the data folder and says how many it wrote", () => {
  ensureSecrets(testDataDir());
  expect(run()).toEqual({ status: 0, said: "Encrypted 0 keys anew.\n" });
});
