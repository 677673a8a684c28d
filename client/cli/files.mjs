import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { addAbortSignal, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Stop, wrongUse } from "./stop.mjs";
import { plain } from "./terminal.mjs";

/** @typedef {{ filename: string, size: number, open: () => ReadableStream<Uint8Array> }} Source */

/** What a server accepts; the rest of an endless pipe is not read. */
const MOST_BYTES = 200 * 1024 * 1024;

/**
 * A file to upload, checked before anything is sent; `-` is stdin. Pipes are read into memory, because an upload may
 * have to be repeated. Throws the signal's reason if it aborts first.
 * @param {string} path
 * @param {AbortSignal} signal
 * @returns {Promise<Source>}
 */
export async function fileToRead(path, signal) {
  if (path === "-") return received(process.stdin, "stdin", signal);
  const found = look(path, "read", statSync);
  if (!found) throw wrongUse(`There is no file ${plain(path)}`);
  if (found.isDirectory()) throw wrongUse(`${plain(path)} is a folder: name a file in it.`);
  look(path, "read", () => accessSync(path, constants.R_OK));
  if (found.isFIFO()) return openedUntil(signal, path, () => received(createReadStream(path), path, signal));
  if (!found.isFile()) throw wrongUse(`${plain(path)} is a device, not a file; - reads stdin.`);
  if (found.size === 0) throw new Stop(`${plain(path)} is empty.`);
  const open = () => toWeb(Readable.from(unchanged(path, found)));
  return { filename: basename(path), size: Number(found.size), open };
}

/**
 * The bytes of a file that stays as it was looked at. Throws at their end if it has not: what another program still writes
 * would be imported in part, and look whole.
 * @param {string} path
 * @param {{ size: number | bigint, mtimeMs: number | bigint }} before
 */
async function* unchanged(path, before) {
  yield* createReadStream(path);
  const now = statSync(path, { throwIfNoEntry: false });
  if (now?.size !== before.size || now.mtimeMs !== before.mtimeMs)
    throw new Stop(`${plain(path)} changed while it was read. Import it when it is complete.`);
}

/**
 * @param {Readable} stream
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<Source>}
 */
async function received(stream, name, signal) {
  /** @type {Buffer[]} */
  const parts = [];
  let size = 0;
  for await (const part of untilAborted(stream, signal)) {
    parts.push(part);
    size += part.length;
    if (size > MOST_BYTES) throw new Stop(`${plain(name)} has more than 200 MB.`);
  }
  if (size === 0) throw new Stop(`${plain(name)} is empty.`);
  return { filename: "stdin.csv", size, open: () => toWeb(Readable.from(parts)) };
}

/**
 * The parts of a stream. Throws the signal's reason if it aborts before the end.
 * @param {Readable} stream
 * @param {AbortSignal} signal
 */
export async function* untilAborted(stream, signal) {
  try {
    yield* addAbortSignal(signal, stream);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  signal.throwIfAborted();
}

/**
 * Opening a pipe waits for its other end, and no signal ends that: when ours aborts, the other end is opened here.
 * @template T
 * @param {AbortSignal} signal
 * @param {string} path
 * @param {() => Promise<T>} work
 */
async function openedUntil(signal, path, work) {
  const release = () => closeSync(openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
  signal.addEventListener("abort", release, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", release);
  }
}

/** @param {Readable} stream */
function toWeb(stream) {
  return /** @type {ReadableStream<Uint8Array>} */ (/** @type {unknown} */ (Readable.toWeb(stream)));
}

/**
 * Refuses a file that cannot be written, or that exists while `--force` is missing. `-` is stdout.
 * @param {string} path
 * @param {boolean | undefined} force
 */
export function refuseToOverwrite(path, force) {
  if (path === "-") return;
  const folder = dirname(path);
  const around = look(folder, "written", statSync);
  if (!around) throw wrongUse(`There is no folder ${plain(folder)}`);
  if (!around.isDirectory()) throw wrongUse(`${plain(folder)} is not a folder.`);
  const found = look(path, "written", lstatSync);
  const target = found && look(path, "written", statSync);
  if (target?.isDirectory()) throw wrongUse(`${plain(path)} is a folder: name a file in it.`);
  if (found) look(path, "written", () => target && accessSync(path, constants.W_OK));
  else look(folder, "written", () => accessSync(folder, constants.W_OK));
  const isFile = found && (!target || target.isFile());
  if (isFile && !force) throw wrongUse(`${plain(path)} already exists: add --force to replace it.`);
}

/**
 * Saves an answer: a file appears whole or not at all, pipes and devices are written to as they are.
 * @param {Response} response
 * @param {string} path
 * @param {AbortSignal} signal
 */
export async function save({ body }, path, signal) {
  const content = Readable.fromWeb(/** @type {never} */ (body ?? new ReadableStream()));
  if (path === "-") return pipeline(content, process.stdout, { signal, end: false });
  const found = statSync(path, { throwIfNoEntry: false });
  const write = () => pipeline(content, createWriteStream(path), { signal });
  if (found?.isFIFO()) return openedUntil(signal, path, write);
  if (found && !found.isFile()) return write();
  const target = found ? realpathSync(path) : path;
  const part = `${target}.${process.pid}.part`;
  try {
    const mode = found ? found.mode & 0o777 : 0o666;
    await pipeline(content, createWriteStream(part, { flags: "wx", mode }), { signal });
    renameSync(part, target);
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Whether two names mean the same file.
 * @param {string} one
 * @param {string} other
 */
export function isSameFile(one, other) {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b?.ino === a.ino && b.dev === a.dev;
}

/**
 * Asks the system about a path; undefined if nothing is there. Throws for what it refuses to tell.
 * @template T
 * @param {string} path
 * @param {"read" | "written"} done
 * @param {(path: string, options: { throwIfNoEntry: false }) => T} question
 */
function look(path, done, question) {
  try {
    return question(path, { throwIfNoEntry: false });
  } catch (error) {
    const said = error instanceof Error ? error.message.split(",")[0] : String(error);
    throw wrongUse(`${plain(path)} cannot be ${done}: ${said}`);
  }
}
