import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./failure.mjs";
import { freePort } from "./ports.mjs";
import { createCluster, readPassword } from "./postgres-cluster.mjs";
import {
  postgresHome,
  postgresPrograms,
  postgresUser,
  programName,
  temporaryPlace,
} from "./postgres-home.mjs";
import { commonSettings, durableSettings, temporarySettings } from "./postgres-settings.mjs";
import { commandLine, isAlive, processesIn, signal, waitUntilGone } from "./processes.mjs";

/**
 * A running PostgreSQL of our own.
 * @typedef {object} Postgres
 * @property {string} url address with password, over loopback
 * @property {string} home folder with cluster, password and log
 * @property {number} pid
 * @property {Promise<void>} exited resolves when it has ended, for whatever reason
 * @property {() => Failure} failure what its log says about an end that nobody asked for
 * @property {() => Promise<void>} stop ends it and returns when it is gone
 */

/**
 * Starts the PostgreSQL that belongs to a data folder; creates it the first time. The caller must hold the lock of
 * the folder (`lock.mjs`), because a server left over by a killed run is stopped here and its files are taken over.
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(dataDir) {
  const home = postgresHome(realpathSync(dataDir));
  const user = postgresUser(join(home, "data"));
  const programs = postgresPrograms(user);
  await createCluster({ home, programs, user, sync: true });
  await stopLeftOver(join(home, "data"));
  return launch({ home, programs, user, settings: durableSettings() });
}

/**
 * Starts a throw-away PostgreSQL for tests and measurements: nothing is synced to disk, and the folder goes away
 * with it, also when this process is killed.
 * @returns {Promise<Postgres>}
 */
export async function startTemporaryPostgres({ settings = {}, durable = false } = {}) {
  const user = postgresUser();
  const programs = postgresPrograms(user);
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

/** The address of the server that runs in a data folder right now, or null. For tools beside a running app. */
export function runningPostgresUrl(dataDir) {
  if (!existsSync(join(dataDir, "postgres"))) return null;
  const home = realpathSync(join(dataDir, "postgres"));
  const state = readState(join(home, "data"));
  if (state?.status !== "ready" || !isOurs(state.pid, join(home, "data"))) return null;
  return address(readPassword(home), state.port);
}

/** @returns {Promise<Postgres>} */
async function launch(options) {
  const data = join(options.home, "data");
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const logFrom = logSize(options.home);
    const child = spawnServer({ ...options, data, port });
    if (await untilReady(child, data)) return handle(child, port, options);
    const said = readFileSync(logPath(options.home), "utf8").slice(logFrom);
    if (attempt === 5 || !(await canRetry(said, data))) throw startFailure(said, options.home);
  }
}

function spawnServer({ home, data, port, programs, user, settings }) {
  // A socket's path may not be longer than 107 bytes; the app connects over loopback, the socket is for psql.
  const socket = process.platform === "win32" || home.length > 80 ? "" : home;
  const flags = Object.entries({ ...commonSettings, unix_socket_directories: socket, ...settings });
  const log = openSync(logPath(home), "a", 0o600);
  const args = [
    "-D",
    data,
    "-p",
    String(port),
    ...flags.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // Its own process group: Ctrl-C must reach the app first, and the database only when the app is gone.
  const child = spawn(join(programs, "bin", programName("postgres")), args, {
    ...user,
    cwd: home,
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", SystemRoot: process.env.SystemRoot },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.ended = new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      child.failure = error;
      resolve();
    });
  });
  return child;
}

/** True when it accepts connections, false when it ended first. A crash recovery may take minutes, and is waited for. */
async function untilReady(child, data) {
  let ended = false;
  child.ended.then(() => {
    ended = true;
  });
  while (!ended) {
    const state = readState(data);
    if (state?.pid === child.pid && state.status === "ready") return true;
    await sleep(10);
  }
  if (child.failure) throw spawnFailure(child.failure);
  return false;
}

/** @returns {Postgres} */
function handle(child, port, { home, temporary = false }) {
  const watchdog = spawnWatchdog(child.pid, temporary ? home : "");
  const exited = child.ended.then(() => {
    watchdog?.stdin.end("done\n");
  });
  const stop = async () => {
    // A fast stop; for a throw-away server the immediate one, which writes nothing.
    for (const [name, waitMs] of stopSteps(temporary)) {
      signal(child.pid, name);
      if (await Promise.race([exited.then(() => true), sleep(waitMs, false, { ref: false })])) break;
    }
    await exited;
    if (temporary) rmSync(home, { recursive: true, force: true });
  };
  const failure = () => endFailure(home);
  return { url: address(readPassword(home), port), home, pid: child.pid, exited, failure, stop };
}

const stopSteps = (temporary) =>
  temporary
    ? [
        ["SIGQUIT", 5_000],
        ["SIGKILL", 5_000],
      ]
    : [
        ["SIGINT", 10_000],
        ["SIGQUIT", 5_000],
        ["SIGKILL", 5_000],
      ];

/**
 * A shell that sleeps on a pipe from this process. When the pipe closes without a word, this process was killed, and
 * the server must not stay behind. Three megabytes, and it needs no timer.
 */
function spawnWatchdog(pid, folder) {
  if (process.platform === "win32") return null;
  const script =
    'read -r word && exit; kill -INT "$1"; [ -z "$2" ] || { kill -QUIT "$1"; sleep 1; rm -rf "$2"; }';
  const options = { detached: true, cwd: "/", stdio: ["pipe", "ignore", "ignore"] };
  const watchdog = spawn("/bin/sh", ["-c", script, "kith-postgres-watchdog", String(pid), folder], options);
  watchdog.on("error", () => {});
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  watchdog.stdin.unref();
  return watchdog;
}

/**
 * Makes the files free: stops a server that a killed run left behind, and removes a pid file that names a stranger
 * (ids are used again; Postgres would refuse to start for ever).
 */
export async function stopLeftOver(data) {
  const state = readState(data);
  if (!state) return;
  if (isAlive(state.pid) && isOurs(state.pid, data)) {
    for (const [name, waitMs] of stopSteps(false)) {
      signal(state.pid, name);
      if (await waitUntilGone(state.pid, waitMs)) return;
    }
    throw new Failure(
      `A database process of an earlier run does not end. Stop it with: kill -9 ${state.pid}`,
    );
  }
  if (isAlive(state.pid)) rmSync(join(data, "postmaster.pid"), { force: true });
}

function isOurs(pid, data) {
  const line = commandLine(pid);
  return line.includes("postgres") && line.includes(`-D ${data} `);
}

/** What the server says about itself in its pid file: process id on line 1, port on 4, state on 8. */
function readState(data) {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? "starting" };
}

/** Somebody took the port between our look and the bind, or workers of a killed server still hold its memory. */
async function canRetry(said, data) {
  if (/could not bind|could not create any TCP\/IP sockets/.test(said)) return true;
  if (!/pre-existing shared memory|lock file "postmaster.pid" already exists/.test(said)) return false;
  for (const pid of processesIn(data)) signal(pid, "SIGQUIT");
  await sleep(300);
  await stopLeftOver(data);
  return true;
}

function endFailure(home) {
  const isFull = /No space left on device/.test(readFileSync(logPath(home), "utf8").slice(-4_000));
  const what = isFull
    ? "The disk is full, and the database ended. Free some space first."
    : "The database ended unexpectedly.";
  return new Failure(`${what} Start again; it recovers by itself. Its log: ${logPath(home)}`);
}

function startFailure(said, home) {
  const log = `Its log: ${logPath(home)}`;
  if (/No space left on device/.test(said)) {
    return new Failure(
      "The disk is full: PostgreSQL could not start. Free some space and start again; nothing is lost.",
    );
  }
  if (/incompatible with server/.test(said)) {
    return new Failure(
      `The database in ${home} was made by another major version of PostgreSQL. Start with the version of Kith that made it, export, and import here.`,
    );
  }
  const lines = said.trim().split("\n").slice(-5).join("\n");
  return new Failure(`PostgreSQL did not start. ${log}`, lines);
}

function spawnFailure(error) {
  if (error.code === "ENOENT") {
    return new Failure(
      "The embedded PostgreSQL does not run on this system (it needs glibc, not musl). Set DATABASE_URL.",
    );
  }
  return new Failure(
    `PostgreSQL could not be started: ${error.message}. Set DATABASE_URL to use one of your own.`,
  );
}

function address(password, port) {
  return `postgres://kith:${password}@127.0.0.1:${port}/kith`;
}

function logPath(home) {
  return join(home, "server.log");
}

function logSize(home) {
  return existsSync(logPath(home)) ? statSync(logPath(home)).size : 0;
}
