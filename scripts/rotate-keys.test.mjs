import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";
import { ensureSecrets, readSecrets, secretsFile } from "./lib/secrets.mjs";
import { testDataDir } from "./testing/present.mjs";

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

it("adds a key in front of the ring, keeps the old ones and tells none of them", () => {
  const dataDir = testDataDir();
  expect(run("--new-key").said).toContain("never started");
  const before = ensureSecrets(dataDir);
  for (let n = 2; n <= 3; n++) {
    const { status, said } = run("--new-key");
    expect(status).toBe(0);
    expect(said).not.toContain(readSecrets(dataDir).ENCRYPTION_KEYS.split(":")[1].slice(0, 20));
  }
  const after = readSecrets(dataDir);
  /** @type {string[]} */
  const ring = after.ENCRYPTION_KEYS.split(",");
  expect(ring.map((key) => key.split(":")[0])).toEqual(["k3", "k2", "k1"]);
  expect(ring.at(-1)).toBe(before.ENCRYPTION_KEYS);
  expect({ ...after, ENCRYPTION_KEYS: before.ENCRYPTION_KEYS }).toEqual(before);
  expect(statSync(secretsFile(dataDir)).mode & 0o777).toBe(0o600);
});

it("encrypts with the keys of the data folder and says how many it wrote", () => {
  ensureSecrets(testDataDir());
  expect(run()).toEqual({ status: 0, said: "Encrypted 0 keys anew.\n" });
});
