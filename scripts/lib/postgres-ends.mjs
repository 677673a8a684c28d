import { closeSync, existsSync, openSync, readSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DiskFull, Failure } from "./failure.mjs";
import { KILLED } from "./processes.mjs";

/**
 * Why a server that had come up ended, as the rest of a sentence about it.
 * @param {string} how
 * @param {string} home
 */
export function endReason(how, home) {
  return how === "SIGKILL" ? KILLED : `ended (${how}); its log: ${logPath(home)}`;
}

/**
 * Why a server did not come up, by what it said.
 * @param {string} said
 * @param {string} home
 */
export function startFailure(said, home) {
  const log = `Its log: ${logPath(home)}`;
  if (isDiskFull(said, home)) {
    return new DiskFull(
      "The disk is full: PostgreSQL could not start. Free some space and start again; nothing is lost.",
    );
  }
  const lines = said.trim().split("\n").slice(-5).join("\n");
  return new Failure(`PostgreSQL did not start. ${log}`, lines);
}

/** Less than the 16 MB of a segment of the write-ahead log, which a start may need. */
const TOO_LITTLE = 16 * 2 ** 20;

/**
 * Whether a server ended for lack of space. It says so, unless there is no space for that in its log either.
 * @param {string} said
 * @param {string} home
 */
export function isDiskFull(said, home) {
  if (/No space left on device|Disk quota exceeded/.test(said)) return true;
  if (!existsSync(home)) return false;
  const { bavail, bsize } = statfsSync(home);
  return bavail * bsize < TOO_LITTLE;
}

const SAID_BYTES = 4_000;

/**
 * The end of what a server said from such a place in its log on. The log may be larger than what can be read at once.
 * @param {string} home
 * @param {number} from
 */
export function lastSaid(home, from) {
  const end = logSize(home);
  const start = Math.max(from, end - SAID_BYTES);
  if (start >= end) return "";
  const log = openSync(logPath(home), "r");
  try {
    const said = Buffer.alloc(end - start);
    return said.subarray(0, readSync(log, said, 0, said.length, start)).toString("utf8");
  } finally {
    closeSync(log);
  }
}

/**
 * Why the database of a running product is not up at the moment, and what to do; null where there is none.
 * @param {string} dataDir
 */
export function whyDown(dataDir) {
  const home = join(dataDir, "postgres");
  if (!existsSync(join(home, "data", "PG_VERSION"))) return null;
  return isDiskFull(lastSaid(home, 0), home)
    ? "the disk is full. Free some space: it then starts by itself"
    : "it is starting or stopping. Try again soon";
}

/**
 * Why its program could not be run.
 * @param {NodeJS.ErrnoException} error
 */
export function spawnFailure(error) {
  if (error.code === "ENOENT") return noProgram();
  return new Failure(
    `PostgreSQL could not be started: ${error.message}. Set DATABASE_URL to use one of your own.`,
  );
}

/** If the program exists, its loader is missing. */
export function noProgram() {
  return new Failure(
    "The embedded PostgreSQL does not run on this system (it needs glibc, not musl). Set DATABASE_URL.",
  );
}

/**
 * Where a server writes its log.
 * @param {string} home
 */
export function logPath(home) {
  return join(home, "server.log");
}

/**
 * In bytes; 0 without a log.
 * @param {string} home
 */
export function logSize(home) {
  return existsSync(logPath(home)) ? statSync(logPath(home)).size : 0;
}
