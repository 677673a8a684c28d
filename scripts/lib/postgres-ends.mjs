import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { KILLED } from "./processes.mjs";

/**
 * Why a server that had come up ended, as the rest of a sentence about it.
 * @param {string} how
 * @param {string} home
 */
export function endReason(how, home) {
  const said = existsSync(logPath(home)) ? readFileSync(logPath(home), "utf8") : "";
  if (/No space left on device/.test(said.slice(-4_000)))
    return "ended because the disk is full: free some space";
  return how === "SIGKILL" ? KILLED : `ended (${how}); its log: ${logPath(home)}`;
}

/**
 * Why a server did not come up, by what it said.
 * @param {string} said
 * @param {string} home
 */
export function startFailure(said, home) {
  const log = `Its log: ${logPath(home)}`;
  if (/No space left on device/.test(said)) {
    return new Failure(
      "The disk is full: PostgreSQL could not start. Free some space and start again; nothing is lost.",
    );
  }
  const lines = said.trim().split("\n").slice(-5).join("\n");
  return new Failure(`PostgreSQL did not start. ${log}`, lines);
}

/**
 * Why its program could not be run.
 * @param {NodeJS.ErrnoException} error
 */
export function spawnFailure(error) {
  if (error.code === "ENOENT") {
    return new Failure(
      "The embedded PostgreSQL does not run on this system (it needs glibc, not musl). Set DATABASE_URL.",
    );
  }
  return new Failure(
    `PostgreSQL could not be started: ${error.message}. Set DATABASE_URL to use one of your own.`,
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
