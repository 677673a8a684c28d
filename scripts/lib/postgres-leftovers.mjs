import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./failure.mjs";
import { commandLine, isAlive, processesIn, signal, waitUntilGone } from "./processes.mjs";

/**
 * The signals of a fast stop, and how long each is given.
 * @type {[NodeJS.Signals, number][]}
 */
export const STOP_STEPS = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/**
 * Frees the files: stops a server that a killed run left behind, and removes a pid file that names an unrelated
 * process (ids are reused; Postgres would refuse to start for ever).
 * @param {string} data
 */
export async function stopLeftOver(data) {
  const state = readState(data);
  if (!state) return;
  if (isAlive(state.pid) && isOurs(state.pid, data)) {
    for (const [name, waitMs] of STOP_STEPS) {
      signal(state.pid, name);
      if (await waitUntilGone(state.pid, waitMs)) return;
    }
    throw new Failure(
      `A database process of an earlier run does not end. Stop it with: kill -9 ${state.pid}`,
    );
  }
  if (isAlive(state.pid)) rmSync(join(data, "postmaster.pid"), { force: true });
}

/** Recognised by the worker's process title; another user's shell may have this working folder, too. */
const isWorker = (/** @type {number} */ pid) => commandLine(pid).startsWith("postgres: ");

/**
 * Whether a process is a server of this data folder.
 * @param {number} pid
 * @param {string} data
 */
export function isOurs(pid, data) {
  const line = commandLine(pid);
  return line.includes("postgres") && line.includes(`-D ${data} `);
}

/**
 * What the server says about itself in its pid file: process id on line 1, port on 4, state on 8. Null without a file,
 * which a stopping server may remove at any moment.
 * @param {string} data
 */
export function readState(data) {
  const lines = readIfThere(join(data, "postmaster.pid"))?.split("\n");
  if (!lines) return null;
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? "starting" };
}

function readIfThere(/** @type {string} */ file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Examines the output of a server that failed to start, repairs what it can, and returns whether a retry may work:
 * somebody took the port between our check and the bind, or workers of a killed server still held its memory.
 * @param {string} said
 * @param {string} data
 */
export async function canRetry(said, data) {
  if (/could not bind|could not create any TCP\/IP sockets/.test(said)) {
    await sleep(100);
    return true;
  }
  if (!/pre-existing shared memory|lock file "postmaster.pid" already exists/.test(said)) return false;
  await endWorkers(data);
  await stopLeftOver(data);
  await sleep(50);
  return true;
}

/**
 * Ends the workers of a killed server. They notice its death when they next wait for something; one that computes does
 * not, and nothing it still does can count, because only a new server could make it durable.
 * @param {string} data
 */
export async function endWorkers(data) {
  for (const name of /** @type {const} */ (["SIGQUIT", "SIGKILL"])) {
    const workers = processesIn(data).filter((pid) => isWorker(pid) || isOurs(pid, data));
    for (const pid of workers) signal(pid, name);
    const gone = await Promise.all(workers.map((pid) => waitUntilGone(pid, 500)));
    if (gone.every(Boolean)) return;
  }
}

/**
 * Ends a server at once that somebody has asked to end when its clients have gone (SIGTERM): the app's connections never
 * go, so it would refuse new ones for good, and nothing would restart it.
 * @param {number | undefined} pid
 * @param {string} data
 * @returns {() => void} ends the watch
 */
export function endWhenAsked(pid, data) {
  const timer = setInterval(() => {
    const state = readState(data);
    if (state?.pid === pid && state?.status === "stopping") signal(pid, "SIGINT");
  }, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}
