import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { refuseWhileRunning } from "./in-use.mjs";
import { requireSpace } from "./install.mjs";
import { compiledFolder, environment, isPacked, nodeProgram, root } from "./project.mjs";
import { lastLines, runTask } from "./task.mjs";
import { step } from "./terminal.mjs";

/** Everything `next build` reads. Tests and their support do not count. */
const sources = [
  ...["app", "components", "lib", "db", "public"],
  ...["middleware.ts", "instrumentation.ts", "next.config.ts", "postcss.config.mjs"],
  ...["tsconfig.json", "tsconfig.build.json", "package.json", "package-lock.json"],
];
const isIrrelevant = /(\.test\.[a-z]+|\/testing|\/migrations)$/;
const stamp = join(root, ".next", "kith-build");

/** Builds the product unless the last complete build is of the current sources. Refused while a product runs from it. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  refuseWhileRunning("build");
  requireSpace(500);
  await step("Building (about half a minute)", "Built", () => build());
}

/** Whether the last complete build was made from the current sources. */
export function isBuilt() {
  if (isPacked) return true;
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint();
}

/** A hash over names and contents, which detects changes in a fresh clone, a switched branch or a touched file correctly. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith("NEXT_PUBLIC_")) hash.update(`${name}=${process.env[name]}\0`);
  }
  for (const path of sources.flatMap(filesOf))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (isIrrelevant.test(path)) return [];
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`));
}

async function build() {
  rmSync(stamp, { force: true });
  rmSync(compiledFolder, { recursive: true, force: true });
  // Computed before the build: what changes during it is certainly not in it.
  const wanted = fingerprint();
  const env = environment({ ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const next = join(root, "node_modules/next/dist/bin/next");
  const watch = ["--require", join(root, "scripts/lib/ends-with-parent.cjs")];
  const { ending, said } = await runTask(nodeProgram(), [...watch, next, "build"], { env });
  if (ending !== 0) throw buildFailure(said, ending);
  writeFileSync(stamp, wanted);
}

/**
 * @param {string} said
 * @param {string | number | null} ending
 */
function buildFailure(said, ending) {
  if (/ENOSPC|No space left/.test(said))
    return new Failure("The disk is full: the build needs about 500 MB. Free some and start again.");
  if (ending === "SIGKILL" || ending === 137) {
    return new Failure(
      "The build was killed, most likely for lack of memory: it needs about 1.5 GB. Give it more and start again.",
    );
  }
  return new Failure("The build failed.", lastLines(said, 40));
}
