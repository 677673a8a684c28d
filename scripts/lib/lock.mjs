import { randomUUID } from "node:crypto";
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { codeOf, Failure } from "./failure.mjs";
import { birthOf, isAlive } from "./processes.mjs";

/** @import { Holder } from "./types.ts" */

const beatMs = 5_000;
/** After so long without a beat a holder that cannot be seen is gone. */
const silenceMs = 4 * beatMs;
/** Between two looks at a time stamp that may move. */
const pauseMs = 1_000;

/**
 * Locks a data folder for this process, so that two databases never work on the same files. A lock whose process is
 * gone is taken over, and so is one that was copied with a folder in use: `copyOf` is then the holder that it names.
 * Processes on another machine or in another container cannot be seen: there the lock counts as alive while its time
 * stamp advances. `url` is shown to people, `internalUrl` is used by programs on this machine.
 * @returns {{release: () => void, copyOf: Holder | null}}
 * @param {string} dataDir
 * @param {Pick<Holder, "url" | "internalUrl">} options
 */
export function lockFolder(dataDir, { url, internalUrl }) {
  const file = join(dataDir, "lock");
  const mine = {
    pid: process.pid,
    birth: birthOf(process.pid),
    host: hostname(),
    token: randomUUID(),
    since: new Date().toISOString(),
    url,
    internalUrl,
    ...identity(dataDir),
  };
  /** @type {Holder | null} */
  let copyOf = null;
  while (!create(file, mine)) {
    const holder = read(file);
    if (holder && isHeld(holder, dataDir)) throw refusal(dataDir, holder);
    if (holder && isRunning(holder)) copyOf = holder;
    if (holder) discard(file, holder.token);
  }
  const beat = setInterval(() => touch(file), beatMs);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    if (read(file)?.token === mine.token) rmSync(file, { force: true });
  };
  return { release, copyOf };
}

/**
 * Who holds a data folder now, or null.
 * @param {string} dataDir
 */
export function lockHolder(dataDir) {
  const holder = read(join(dataDir, "lock"));
  return holder && isHeld(holder, dataDir) ? holder : null;
}

/**
 * @param {Holder} holder
 * @param {string} dataDir
 */
function isHeld(holder, dataDir) {
  if (holder.host !== hostname()) return isTouched(join(dataDir, "lock"));
  return isRunning(holder) && isOf(holder, dataDir);
}

/**
 * Whether the time stamp of a lock is young. One of the future must move: it may have been left when the clock was ahead.
 * @param {string} file
 */
function isTouched(file) {
  const stamp = stampOf(file);
  if (stamp <= Date.now()) return Date.now() - stamp < silenceMs;
  for (let waitedMs = 0; waitedMs < silenceMs; waitedMs += pauseMs) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    const next = stampOf(file);
    if (next !== stamp) return next > 0;
  }
  return false;
}

/** @param {Holder} holder */
function isRunning({ host, pid, birth }) {
  return host === hostname() && isAlive(pid) && birthOf(pid) === birth;
}

/**
 * Whether a lock was made for this folder. A moved folder keeps its inode; its path alone must do as well, because some
 * network file systems number their files anew. Locks of older versions say neither.
 * @param {Holder} holder
 * @param {string} dataDir
 */
function isOf({ folder, inode }, dataDir) {
  const here = identity(dataDir);
  return !folder || folder === here.folder || inode === here.inode;
}

/** @param {string} dataDir */
function identity(dataDir) {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return { folder: realpathSync(dataDir), inode: `${dev}:${ino}` };
}

/**
 * @param {string} dataDir
 * @param {Holder} options
 */
function refusal(dataDir, { pid, host, url }) {
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  const stop = host === hostname() ? `Stop it with: kill ${pid}` : "Stop it there";
  return new Failure(
    `Kith already runs on ${dataDir} (${where}, ${url}). ${stop}, or use another folder: DATA_DIR=… PORT=… npm start`,
  );
}

/**
 * Written under another name and linked, so that nobody ever reads an incomplete lock.
 * @param {string} file
 * @param {Holder} content
 */
function create(file, content) {
  const draft = `${file}.${content.token}`;
  const handle = openSync(draft, "wx", 0o600);
  writeSync(handle, JSON.stringify(content));
  closeSync(handle);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a dead lock; puts it back when another process has renewed it since we looked.
 * @param {string} file
 * @param {string | undefined} token
 */
function discard(file, token) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (read(aside)?.token !== token) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // A folder that is a file has no lock either.
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return null;
    // Not ours or damaged: treated as a lock without a holder.
    if (error instanceof SyntaxError) return { pid: -1, birth: "", host: hostname(), token: undefined };
    throw error;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder was removed meanwhile; the database will report it better.
  }
}

/**
 * When a lock was touched last, in milliseconds since 1970; 0 when it is gone.
 * @param {string} file
 */
function stampOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
