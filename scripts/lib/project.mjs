import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Whether this is the contents of an image (image.mjs): the server and its packages ready to run, nothing to install
 * or build.
 */
export const isPacked = existsSync(join(root, "server.js"));

/**
 * The Node that runs the product: the one pinned in the lock file, if it exists for this machine and runs there (it
 * needs glibc), else the one that runs this script.
 */
export function nodeProgram() {
  const pinned = join(root, "node_modules", ".bin", "node");
  if (process.platform === "win32" || !existsSync(pinned)) return process.execPath;
  return spawnSync(pinned, ["--version"]).status === 0 ? pinned : process.execPath;
}

/**
 * Reads the `.env` files as Next does, most specific first; variables of the environment win. The supervisor needs
 * DATABASE_URL and others before Next runs.
 * @param {string} mode
 */
export function loadEnvFiles(mode) {
  for (const name of [`.env.${mode}.local`, ".env.local", `.env.${mode}`, ".env"]) {
    if (existsSync(join(root, name))) process.loadEnvFile(join(root, name));
  }
}

/**
 * An environment for a process of ours. Next's types require NODE_ENV in each; most of ours do without.
 * @param {import("./types.ts").Env} env
 */
export function environment(env) {
  return /** @type {NodeJS.ProcessEnv} */ (env);
}
