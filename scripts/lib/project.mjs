import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { Failure } from "./failure.mjs";
import { spareLoopback } from "./loopback.mjs";
import { isPacked, root } from "./root.mjs";

export { isPacked, root };

/** Where the app's processes keep what they compiled; a new build removes it. */
export const compiledFolder = join(root, ".next", "cache", "compiled");

/**
 * The Node that runs the product: the one pinned in the lock file, if it exists for this machine and runs there (it
 * needs glibc), else the one that runs this script.
 */
export function nodeProgram() {
  const pinned = join(root, "node_modules", ".bin", "node");
  if (process.platform === "win32" || !existsSync(pinned)) return process.execPath;
  return spawnSync(pinned, ["--version"]).status === 0 ? pinned : process.execPath;
}

/** Keeps Next from reading the `.env` files once more: it would take a `$` in a password for a variable. */
export const UNEXPANDED = { __NEXT_PROCESSED_ENV: "true" };

/**
 * Reads the `.env` files as Next does, most specific first; variables of the environment win. The supervisor needs
 * DATABASE_URL and others before Next runs. Returns a sentence about each that `.env.example` does not explain: most
 * likely it is a slip, such as `AUTH_SINGUP`.
 * @param {string} mode
 * @returns {string[]}
 */
export function loadEnvFiles(mode, folder = root) {
  const slips = [];
  for (const name of [`.env.${mode}.local`, ".env.local", `.env.${mode}`, ".env"]) {
    if (!existsSync(join(folder, name))) continue;
    for (const [key, value] of Object.entries(parseEnv(textOf(join(folder, name))))) {
      process.env[key] ??= value;
      if (!isExplained(key))
        slips.push(
          `${key} in ${name} is none of Kith's variables (.env.example has them all). Is it misspelt?`,
        );
    }
  }
  spareLoopback(process.env);
  return slips;
}

/**
 * Without the byte order mark, which would become a part of the first name.
 * @param {string} file
 */
function textOf(file) {
  const bytes = readFileSync(file);
  if (bytes.includes(0)) throw new Failure(`${file} is not UTF-8. Save it as UTF-8.`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** @param {string} key */
function isExplained(key) {
  const example = join(root, ".env.example");
  if (/^(NEXT|NODE|OTEL|npm)_/.test(key) || !existsSync(example)) return true;
  return new RegExp(`^#?${key}=`, "m").test(readFileSync(example, "utf8"));
}

/**
 * An environment for a process of ours. Next's types require NODE_ENV in each; most of ours do without.
 * @param {import("./types.ts").Env} env
 */
export function environment(env) {
  return /** @type {NodeJS.ProcessEnv} */ (env);
}
