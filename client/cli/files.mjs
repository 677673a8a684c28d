import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Stop, wrongUse } from "./stop.mjs";
import { plain } from "./terminal.mjs";

/** @typedef {{ filename: string, size: number, open: () => ReadableStream<Uint8Array> }} Source */

/** What a server accepts; the rest of an endless pipe is not read. */
const MOST_BYTES = 200 * 1024 * 1024;

/**
 * A file to upload, checked before anything is sent; `-` is stdin. Pipes are read into memory, because an upload may
 * have to be repeated.
 * @param {string} path
 * @returns {Promise<Source>}
 */
export async function fileToRead(path) {
  if (path === "-") return received(process.stdin, "stdin");
  const found = look(path, "read", statSync);
  if (!found) throw wrongUse(`There is no file ${plain(path)}`);
  if (found.isDirectory()) throw wrongUse(`${plain(path)} is a folder: name a file in it.`);
  look(path, "read", () => accessSync(path, constants.R_OK));
  if (found.isFIFO()) return received(createReadStream(path), path);
  if (!found.isFile()) throw wrongUse(`${plain(path)} is a device, not a file; - reads stdin.`);
  if (found.size === 0) throw new Stop(`${plain(path)} is empty.`);
  return { filename: basename(path), size: Number(found.size), open: () => toWeb(createReadStream(path)) };
}

/**
 * @param {Readable} stream
 * @param {string} name
 * @returns {Promise<Source>}
 */
async function received(stream, name) {
  /** @type {Buffer[]} */
  const parts = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    if (size > MOST_BYTES) throw new Stop(`${plain(name)} has more than 200 MB.`);
  }
  if (size === 0) throw new Stop(`${plain(name)} is empty.`);
  return { filename: "stdin.csv", size, open: () => toWeb(Readable.from(parts)) };
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
  if (found && !found.isFile()) return pipeline(content, createWriteStream(path), { signal });
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
