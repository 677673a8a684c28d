import { randomUUID } from "node:crypto";
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { birthOf, isAlive } from "./processes.mjs";

const beatMs = 5_000;

/**
 * Takes a data folder for this process, so that two databases never work on the same files. A lock whose process is
 * gone is taken over. From another machine or container a process cannot be seen: there the lock counts as alive as
 * long as its time stamp moves.
 * `url` is what people are told, `internalUrl` what programs on this machine use.
 * @returns {{release: () => void}}
 */
export function lockFolder(dataDir, { url, internalUrl }) {
  const file = join(dataDir, "lock");
  const mine = {
    pid: process.pid,
    birth: birthOf(process.pid),
    host: hostname(),
    token: randomUUID(),
    url,
    internalUrl,
  };
  while (!create(file, mine)) {
    const holder = read(file);
    if (holder && isHeld(holder, file)) throw refusal(dataDir, holder);
    if (holder) discard(file, holder.token);
  }
  const beat = setInterval(() => touch(file), beatMs);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    if (read(file)?.token === mine.token) rmSync(file, { force: true });
  };
  return { release };
}

/** Who holds a data folder now, or null. */
export function lockHolder(dataDir) {
  const file = join(dataDir, "lock");
  const holder = read(file);
  return holder && isHeld(holder, file) ? holder : null;
}

function isHeld(holder, file) {
  if (holder.host !== hostname()) return ageMs(file) < 4 * beatMs;
  return isAlive(holder.pid) && birthOf(holder.pid) === holder.birth;
}

function refusal(dataDir, { pid, host, url }) {
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  const stop = host === hostname() ? `Stop it with: kill ${pid}` : "Stop it there";
  return new Failure(
    `Kith already runs on ${dataDir} (${where}, ${url}). ${stop}, or use another folder: DATA_DIR=… PORT=… npm start`,
  );
}

/** Written under another name and linked, so that nobody ever reads a half lock. */
function create(file, content) {
  const draft = `${file}.${content.token}`;
  const handle = openSync(draft, "wx", 0o600);
  writeSync(handle, JSON.stringify(content));
  closeSync(handle);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a dead lock; puts it back when another process has renewed it since we looked. */
function discard(file, token) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (read(aside)?.token !== token) linkSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    // Not ours or damaged: as good as a lock of nobody.
    if (error instanceof SyntaxError) return { pid: -1, birth: "", host: hostname(), token: undefined };
    throw error;
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder was removed under us; the database will say so better.
  }
}

function ageMs(file) {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
