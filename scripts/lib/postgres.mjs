import { spawn } from "node:child_process";
import { closeSync, existsSync, lstatSync, mkdtempSync, openSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./failure.mjs";
import { markDatabase, requireDatabase } from "./had-database.mjs";
import { lockFolder, lockHolder } from "./lock.mjs";
import { freePort } from "./ports.mjs";
import { createCluster, hasPassword, isAccepted, readPassword, renewPassword } from "./postgres-cluster.mjs";
import {
  endReason,
  isDiskFull,
  lastSaid,
  logPath,
  logSize,
  spawnFailure,
  startFailure,
} from "./postgres-ends.mjs";
import {
  postgresEnvironment,
  postgresHome,
  postgresPrograms,
  postgresUser,
  programName,
  temporaryPlace,
} from "./postgres-home.mjs";
import {
  canRetry,
  endWhenAsked,
  endWorkers,
  isOurs,
  readState,
  STOP_STEPS,
  stopLeftOver,
} from "./postgres-leftovers.mjs";
import { commonSettings, durableSettings, temporarySettings } from "./postgres-settings.mjs";
import { signal } from "./processes.mjs";

/** @import { Launch, Server } from "./types.ts" */

/**
 * A running PostgreSQL of our own.
 * @typedef {object} Postgres
 * @property {string} url address with password, over loopback
 * @property {string} home folder with cluster, password and log
 * @property {number} port
 * @property {number} pid
 * @property {Promise<void>} exited resolves when it has ended, for whatever reason
 * @property {() => string} reason how it ended, as the rest of a sentence about it
 * @property {() => boolean} isDiskFull whether it ended for lack of disk space
 * @property {() => Promise<void>} stop ends it and returns when it is gone
 * @param {string} dataDir
 */

/**
 * Starts the PostgreSQL that belongs to a data folder; creates it the first time. The caller must hold the lock of
 * the folder (`lock.mjs`), because a server left over by a killed run is stopped here and its files are taken over.
 * Throws a Failure where there was a database and is none.
 * @param {string} dataDir
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(dataDir) {
  requireDatabase(dataDir);
  const started = await startHome(dataDir, postgresHome(realpathSync(dataDir)));
  markDatabase(dataDir);
  return started;
}

/**
 * @param {string} dataDir
 * @param {string} home
 * @returns {Promise<Postgres>}
 */
async function startHome(dataDir, home) {
  if (!isLinked(dataDir)) return startIn(home);
  // A copy of the data folder links to the same database: it has a lock of its own.
  const lock = lockFolder(home, lockHolder(dataDir) ?? { url: "npm start", internalUrl: "" });
  try {
    const started = await startIn(home);
    return { ...started, stop: () => started.stop().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @param {string} dataDir */
function isLinked(dataDir) {
  return Boolean(lstatSync(join(dataDir, "postgres"), { throwIfNoEntry: false })?.isSymbolicLink());
}

/**
 * @param {string} home
 * @returns {Promise<Postgres>}
 */
async function startIn(home) {
  const user = postgresUser(join(home, "data"));
  const options = { home, programs: postgresPrograms(user), user, settings: durableSettings() };
  await createCluster({ ...options, sync: true });
  await stopLeftOver(join(home, "data"));
  if (!hasPassword(home)) renewPassword(options);
  const started = await launch(options);
  if (await isAccepted(started.url)) return started;
  await started.stop();
  renewPassword(options);
  return launch(options);
}

/**
 * Restarts the PostgreSQL of a data folder after it died, on the same port if it is still free, so that its clients
 * find it again. Never creates a cluster: a folder that was removed must not become an empty database that looks like
 * the old one.
 * @returns {Promise<Postgres>}
 * @param {Pick<Postgres, "home" | "port">} options
 */
export async function restartPostgres({ home, port }) {
  const data = join(home, "data");
  if (!existsSync(join(data, "PG_VERSION"))) throw new Failure(`The database's folder ${data} is gone.`);
  const user = postgresUser(data);
  await stopLeftOver(data);
  await endWorkers(data);
  const options = { home, programs: postgresPrograms(user), user, settings: durableSettings(), port };
  if (!hasPassword(home)) renewPassword(options);
  return launch(options);
}

/**
 * Starts a throw-away PostgreSQL for tests and measurements: nothing is synced to disk, and the folder is removed with
 * it, also when this process is killed.
 * @param {{ settings?: Record<string, string | number>, durable?: boolean }} [options]
 * @returns {Promise<Postgres>}
 */
export async function startTemporaryPostgres({ settings = {}, durable = false } = {}) {
  const user = postgresUser();
  const programs = process.env.KITH_TEST_POSTGRES?.trim() || postgresPrograms(user);
  const home = mkdtempSync(join(temporaryPlace(tmpdir()), "kith-pg-"));
  const base = durable ? durableSettings() : temporarySettings();
  try {
    await createCluster({ home, programs, user, sync: false });
    return await launch({ home, programs, user, settings: { ...base, ...settings }, temporary: true });
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The address of the server that runs in a data folder right now, or null. For tools beside a running app.
 * @param {string} dataDir
 */
export function runningPostgresUrl(dataDir) {
  if (!existsSync(join(dataDir, "postgres"))) return null;
  if (isLinked(dataDir) && !lockHolder(dataDir)) return null;
  const home = realpathSync(join(dataDir, "postgres"));
  const state = readState(join(home, "data"));
  if (state?.status !== "ready" || !isOurs(state.pid, join(home, "data"))) return null;
  return address(readPassword(home), state.port);
}

/** How long a start that is blocked by others is retried, and how long on the preferred port. */
const RETRY_MS = 15_000;
const SAME_PORT_MS = 2_000;

/**
 * @returns {Promise<Postgres>}
 * @param {Launch} options
 */
async function launch(options) {
  const data = join(options.home, "data");
  const from = Date.now();
  for (;;) {
    const isSamePort = options.port && Date.now() - from < SAME_PORT_MS;
    const port = (isSamePort && options.port) || (await freePort());
    const logFrom = logSize(options.home);
    const child = spawnServer({ ...options, data, port });
    spawnWatchdog(child, options.temporary ? options.home : "");
    if (await untilReady(child, data)) {
      child.ended.then(endWhenAsked(child.pid, data));
      return handle(child, port, options, logFrom);
    }
    const said = lastSaid(options.home, logFrom);
    const isLate = Date.now() - from > RETRY_MS;
    if (isLate || !(await canRetry(said, data))) throw startFailure(said, options.home);
  }
}

/**
 * @param {Launch & { data: string, port: number }} options
 * @returns {Server}
 */
function spawnServer({ home, data, port, programs, user, settings }) {
  // A socket's path may not be longer than 107 bytes; the app connects over loopback, the socket is for psql.
  const socket = process.platform === "win32" || home.length > 80 ? "" : home;
  const flags = Object.entries({ ...commonSettings, unix_socket_directories: socket, ...settings });
  const log = openSync(logPath(home), "a", 0o600);
  const settingsOf = flags.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", data, "-p", String(port), ...settingsOf];
  // Its own process group: Ctrl-C must reach the app first, and the database only when the app is gone.
  const child = spawn(join(programs, "bin", programName("postgres")), args, {
    ...user,
    cwd: home,
    detached: true,
    env: postgresEnvironment(),
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let how = "";
  /** @type {NodeJS.ErrnoException | null} */
  let failure = null;
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.once("exit", (code, name) => {
      how = name ?? `exit code ${code}`;
      resolve();
    });
    child.once("error", (error) => {
      failure = error;
      resolve();
    });
  });
  return { pid: child.pid, ended, how: () => how, failure: () => failure };
}

/**
 * True when it accepts connections, false when it ended first. A crash recovery may take minutes, and is waited for.
 * @param {Server} child
 * @param {string} data
 */
async function untilReady(child, data) {
  let ended = false;
  child.ended.then(() => {
    ended = true;
  });
  while (!ended) {
    const state = readState(data);
    if (state && state.pid === child.pid && state.status === "ready") return true;
    await sleep(10);
  }
  const failure = child.failure();
  if (failure) throw spawnFailure(failure);
  return false;
}

/**
 * @returns {Postgres}
 * @param {Server} child
 * @param {number} port
 * @param {Launch} options
 * @param {number} logFrom where in the log its own part begins
 */
function handle(child, port, { home, temporary = false }, logFrom) {
  const exited = child.ended;
  const stop = async () => {
    // A fast stop; for a throw-away server the immediate one, which writes nothing.
    for (const [name, waitMs] of temporary ? STOP_STEPS.slice(1) : STOP_STEPS) {
      signal(child.pid, name);
      if (await Promise.race([exited.then(() => true), sleep(waitMs, false, { ref: false })])) break;
    }
    await exited;
    if (temporary) rmSync(home, { recursive: true, force: true });
  };
  const reason = () => endReason(child.how(), home);
  const isFull = () => isDiskFull(lastSaid(home, logFrom), home);
  const url = address(readPassword(home), port);
  return { url, home, port, pid: child.pid ?? 0, exited, reason, isDiskFull: isFull, stop };
}

/**
 * A shell that waits on a pipe from this process. When the pipe closes without a message, this process was killed, and
 * the server must not stay behind. It takes three megabytes and needs no timer.
 * @param {Server} subject
 * @param {string} folder
 */
function spawnWatchdog({ pid, ended }, folder) {
  if (process.platform === "win32" || !pid) return;
  const script =
    'read -r word && exit; kill -INT "$1"; [ -z "$2" ] || { kill -QUIT "$1"; sleep 1; rm -rf "$2"; }';
  const args = ["-c", script, "kith-postgres-watchdog", String(pid), folder];
  const watchdog = spawn("/bin/sh", args, { detached: true, cwd: "/", stdio: ["pipe", "ignore", "ignore"] });
  watchdog.on("error", () => {});
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  if ("unref" in watchdog.stdin && typeof watchdog.stdin.unref === "function") watchdog.stdin.unref();
  ended.then(() => watchdog.stdin.end("done\n"));
}

/**
 * @param {string} password
 * @param {number} port
 */
function address(password, port) {
  return `postgres://kith:${password}@127.0.0.1:${port}/kith`;
}
