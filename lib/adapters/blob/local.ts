import { randomUUID } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDiskFull } from "@/db/client";
import { diskFull } from "@/lib/errors";
import { DAY_MS } from "@/lib/time";
import { safeKey } from "./key";
import type { BlobEntry, BlobInfo, BlobStore } from "./port";

const CHUNK_BYTES = 256 * 1024;
/** Unfinished files; a name no key can have, so `list` and `read` never find them. */
const INCOMING = ".incoming";
const PRIVATE = 0o700;
const LEFTOVER_MS = DAY_MS;

/**
 * Files below `root`. A file appears under its key only when it is complete and on disk (write aside, fsync, rename,
 * fsync of the folder), so neither a crash nor a full disk leaves half a file behind a key. Nothing is stored while
 * the disk has less than `floorBytes` of free space: the database needs it, and stops without it.
 */
export function localBlobs(root: string, floorBytes = 0): BlobStore {
  const pathOf = (key: string) => join(root, safeKey(key));
  const incoming = join(root, INCOMING);
  let cleared: Promise<void> | undefined;
  return {
    async put(key, stream) {
      const target = pathOf(key);
      cleared ??= claim(root).then(() => clear(incoming));
      await cleared;
      return put(incoming, target, aboveFloor(incoming, floorBytes, stream));
    },

    async read(key, { start = 0 } = {}) {
      const path = pathOf(key);
      const found = await ifPresent(stat(path));
      const file = found?.isFile() ? await ifPresent(open(path, "r")) : null;
      if (!file) return null;
      return createReadStream("", { fd: file, start, highWaterMark: CHUNK_BYTES, autoClose: true });
    },

    async head(key) {
      const found = await ifPresent(stat(pathOf(key)));
      return found?.isFile() ? { bytes: found.size } : null;
    },

    async remove(keys) {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
    },

    list: (prefix) => list(root, prefix),

    clientUploadToken: async () => null,
    finishClientUpload: async () => true,
  };
}

/** Other users of this machine must not see which workspaces and imports exist. Once, for folders from earlier versions. */
async function claim(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: PRIVATE });
  await chmod(root, PRIVATE);
}

/** Left behind by a killed process. A running upload touches its file continually. */
async function clear(incoming: string): Promise<void> {
  const names = (await ifPresent(readdir(incoming))) ?? [];
  for (const name of names) {
    const path = join(incoming, name);
    const found = await ifPresent(stat(path));
    if (found && Date.now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
  }
}

async function put(incoming: string, target: string, stream: AsyncIterable<Uint8Array>): Promise<BlobInfo> {
  const aside = join(incoming, randomUUID());
  try {
    const made = await mkdir(dirname(target), { recursive: true, mode: PRIVATE });
    await mkdir(incoming, { recursive: true, mode: PRIVATE });
    const bytes = await writeWhole(aside, stream);
    await rename(aside, target);
    await syncFolders(dirname(target), dirname(made ?? target));
    return { bytes };
  } catch (error) {
    await rm(aside, { force: true });
    throw isDiskFull(error) ? diskFull() : error;
  }
}

/** Bytes between two checks of the free space. */
const LOOK_EVERY = 8 * 1024 * 1024;

async function* aboveFloor(
  folder: string,
  floorBytes: number,
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let unseen = LOOK_EVERY;
  for await (const chunk of stream) {
    unseen += chunk.byteLength;
    if (unseen > LOOK_EVERY) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < floorBytes) throw nearlyFull();
      unseen = 0;
    }
    yield chunk;
  }
}

function nearlyFull(): Error {
  const message = "The server's disk is nearly full, so it takes no files. Whoever runs it has to make room.";
  return diskFull(message);
}

/** One write at a time: more is read only when the disk has taken the last chunk. */
async function writeWhole(path: string, stream: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, "wx", 0o600);
  try {
    let bytes = 0;
    for await (const chunk of stream) {
      await file.writeFile(chunk);
      bytes += chunk.byteLength;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

/** Makes the entries of a folder durable, and its own up to `top`: a new folder is an entry of its parent. */
async function syncFolders(path: string, top: string): Promise<void> {
  if (process.platform === "win32") return; // a folder cannot be opened there
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  if (path.length > top.length) await syncFolders(dirname(path), top);
}

async function* list(root: string, prefix: string): AsyncGenerator<BlobEntry> {
  const base = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  if (base) safeKey(base.slice(0, -1));
  for await (const key of walk(root, base)) {
    if (!key.startsWith(prefix)) continue;
    const found = await ifPresent(stat(join(root, key)));
    if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<string> {
  const entries = (await ifPresent<Dirent[]>(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    if (entry.name === INCOMING) continue;
    if (entry.isDirectory()) yield* walk(root, `${folder}${entry.name}/`);
    else yield `${folder}${entry.name}`;
  }
}

async function ifPresent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
