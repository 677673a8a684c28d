import { existsSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { refuseWhileRunning } from "./in-use.mjs";
import { isPacked, root } from "./project.mjs";
import { lastLines, runTask } from "./task.mjs";
import { step } from "./terminal.mjs";

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, dev?: boolean }} Package */
/** @typedef {Record<string, Package>} Packages */

/** Installs the packages of the lock file when they are not the ones in node_modules. */
export async function ensureInstalled({ withDev = false } = {}) {
  if (isInstalled({ withDev })) return;
  const isAddition = withDev && isInstalled();
  if (!isAddition) refuseWhileRunning("installation");
  requireSpace(1_500);
  await step("Installing packages (about a minute)", "Packages installed", () =>
    npmInstall({ withDev, isAddition }),
  );
}

/**
 * Compares the lock file with the record npm writes into node_modules when an install is complete. That needs no
 * marker of our own, and an install by hand counts as well.
 */
export function isInstalled({ withDev = false } = {}) {
  if (isPacked) return !withDev;
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const packagesOf = (/** @type {string} */ path) => JSON.parse(readFileSync(path, "utf8")).packages;
  return differing(packagesOf(join(root, "package-lock.json")), packagesOf(record), { withDev }).length === 0;
}

/**
 * The packages that are missing or of another version. Those for other platforms may be missing, and so may
 * development packages if only the product is to run.
 * @param {Packages} wanted
 * @param {Packages} present
 * @param {{ withDev: boolean }} options
 */
export function differing(wanted, present, { withDev }) {
  const differs = (/** @type {[string, Package]} */ [path, entry]) => {
    const found = present[path];
    if (found) return found.version !== entry.version;
    return !(entry.optional || entry.devOptional || entry.peer || (entry.dev && !withDev));
  };
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== "" && differs([path, entry]))
    .map(([path]) => path);
}

/**
 * Installs only the product's own packages unless more are requested: what is not installed cannot be attacked. `npm
 * ci` first removes existing packages; if only development packages are missing they are added instead, because the
 * product may be running.
 * @param {{ withDev: boolean, isAddition?: boolean }} options
 */
export function installArguments({ withDev, isAddition = false }) {
  const dev = withDev ? "--include=dev" : "--omit=dev";
  const how = isAddition ? ["install", "--no-save"] : ["ci"];
  return [...how, dev, "--include=optional", "--no-audit", "--no-fund"];
}

/** @param {{ withDev: boolean, isAddition: boolean }} wanted */
async function npmInstall(wanted) {
  const { command, args, shell } = npmProgram();
  const install = [...args, ...installArguments(wanted)];
  const { ending, said } = await runTask(command, install, { shell });
  if (ending !== 0) throw installFailure(said);
}

/** The npm that runs us, if there is one; else the npm of the path. */
function npmProgram() {
  const own = process.env.npm_execpath;
  if (own && /npm-cli\.[cm]?js$/.test(own) && existsSync(own))
    return { command: process.execPath, args: [own] };
  return { command: "npm", args: [], shell: process.platform === "win32" };
}

/** @param {string} said */
function installFailure(said) {
  const lines = lastLines(said, 8);
  if (/ENOSPC/.test(said))
    return new Failure("The disk is full: the packages need about 1.2 GB. Free some and start again.");
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(said)) {
    return new Failure("The package registry cannot be reached. Check the network and start again.", lines);
  }
  return new Failure("The packages could not be installed. Try `npm ci` for the full report.", lines);
}

/**
 * Refuses early and in plain words what would otherwise fail half-way with a cryptic error.
 * @param {number} megabytes
 */
export function requireSpace(megabytes, folder = root) {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (free >= megabytes) return;
  throw new Failure(
    `The disk is nearly full: ${folder} has ${free} MB left, and ${megabytes} MB are needed. Free some and start again.`,
  );
}
