import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { codeOf, Failure, messageOf } from "../lib/failure.mjs";
import { readTar, TAR_END, tarHeader, tarPadding } from "./tar.mjs";
import { createWhole } from "./whole-file.mjs";

/** @import { Archive, Entry } from "./types.ts" */
/** @import { FileHandle } from "node:fs/promises" */

const CHUNK_BYTES = 256 * 1024;
/** Tables are split into files of about this size, because a tar states a file's length before its first byte. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Has `write(archive)` fill a new archive, a tar compressed with gzip: whole or absent.
 * @template T
 * @param {string} file
 * @param {(archive: Archive) => Promise<T>} write
 */
export async function createArchive(file, write) {
  return createWhole(file, (handle) => fill(handle, write));
}

/**
 * @template T
 * @param {FileHandle} handle
 * @param {(archive: Archive) => Promise<T>} write
 */
async function fill(handle, write) {
  const gzip = createGzip({ level: 1, chunkSize: CHUNK_BYTES });
  const written = drainInto(handle, gzip);
  /** Why the disk takes no more; what follows from that, such as a COPY that cannot be rolled back, explains nothing. */
  let refused = null;
  written.catch((error) => {
    refused = error;
  });
  const put = async (/** @type {Uint8Array} */ bytes) => {
    if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), written]);
  };
  try {
    const result = await write(archiveOn(put));
    await put(TAR_END);
    gzip.end();
    await written;
    return result;
  } catch (error) {
    const cause = refused ?? error;
    gzip.destroy();
    await written.catch(() => {});
    throw cause;
  }
}

/**
 * @param {FileHandle} handle
 * @param {AsyncIterable<Buffer>} stream
 */
async function drainInto(handle, stream) {
  for await (const chunk of stream) await handle.writeFile(chunk);
}

/**
 * @param {(bytes: Uint8Array) => Promise<void>} put
 * @returns {Archive}
 */
function archiveOn(put) {
  /**
   * @param {string} name
   * @param {Uint8Array[]} chunks
   * @param {number} size
   */
  const add = async (name, chunks, size) => {
    await put(tarHeader(name, size));
    for (const chunk of chunks) await put(chunk);
    await put(tarPadding(size));
  };
  return {
    addJson(name, value) {
      const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
      return add(name, [bytes], bytes.length);
    },

    async addTable(folder, stream, onRows) {
      const hash = createHash("sha256");
      const total = { rows: 0, bytes: 0 };
      let [parts, heldBytes] = [0, 0];
      /** @type {Buffer[]} */
      let held = [];
      const flush = async () => {
        parts += 1;
        await add(`${folder}/${String(parts).padStart(8, "0")}.copy`, held, heldBytes);
        [held, heldBytes] = [[], 0];
      };
      for await (const chunk of stream) {
        hash.update(chunk);
        total.rows += linesIn(chunk);
        total.bytes += chunk.length;
        onRows(total.rows);
        held.push(chunk);
        heldBytes += chunk.length;
        if (heldBytes >= PART_BYTES) await flush();
      }
      if (heldBytes > 0) await flush();
      return { ...total, sha256: hash.digest("hex") };
    },

    async addFile(name, stream, bytes) {
      const hash = createHash("sha256");
      let seen = 0;
      await put(tarHeader(name, bytes));
      for await (const chunk of stream) {
        hash.update(chunk);
        seen += chunk.length;
        await put(chunk);
      }
      if (seen !== bytes) throw new Failure(`The stored file ${name} has ${seen} bytes instead of ${bytes}.`);
      await put(tarPadding(bytes));
      return { bytes, sha256: hash.digest("hex") };
    },
  };
}

/**
 * The files of an archive, in order. Throws a Failure that names the archive when it is damaged, truncated or not an
 * archive.
 * @param {string} file
 * @returns {AsyncGenerator<Entry, void>}
 */
export async function* readArchive(file) {
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  const reading = pipeline(source, unpacked);
  reading.catch(() => {});
  try {
    yield* readTar(chunksOf(unpacked, file));
  } catch (error) {
    throw named(error, file);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/**
 * The content of a file is read by the consumer, outside the try block of readArchive, so errors have to be named
 * here as well.
 * @param {AsyncIterable<Buffer>} stream
 * @param {string} file
 */
async function* chunksOf(stream, file) {
  try {
    yield* stream;
  } catch (error) {
    throw named(error, file);
  }
}

/**
 * @param {unknown} error
 * @param {string} file
 */
function named(error, file) {
  const code = codeOf(error);
  if (code === "ENOENT") return new Failure(`There is no file ${file}.`);
  if (code === "EISDIR") return new Failure(`${file} is a folder.`);
  if (code === "EACCES") return new Failure(`This user may not read ${file}.`);
  if (code === "Z_BUF_ERROR") return new Failure(`${file} is cut off: its end is missing.`);
  if (/^Z_/.test(code ?? ""))
    return new Failure(`${file} is damaged, or not an archive (${messageOf(error)}).`);
  return error;
}

/**
 * Lines end with a newline; within a value COPY writes it as `\n`.
 * @param {Uint8Array} chunk
 */
export function linesIn(chunk) {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
