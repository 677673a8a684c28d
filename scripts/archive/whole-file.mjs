import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, Failure } from "../lib/failure.mjs";

/** @import { FileHandle } from "node:fs/promises" */

/**
 * Has `write(handle)` fill a new file that only its owner may read. It gets its name only when it is complete and on
 * disk; until then it is FILE.<random>.partial. A file is never visible incomplete, despite errors, kills or concurrent
 * writers.
 * @template T
 * @param {string} file
 * @param {(handle: FileHandle) => Promise<T>} write
 */
export async function createWhole(file, write) {
  refuseExisting(file);
  const partial = `${file}.${randomBytes(4).toString("hex")}.partial`;
  try {
    const handle = await open(partial, "wx", 0o600);
    let result;
    try {
      result = await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await giveName(partial, file);
    await syncFolder(dirname(file));
    return result;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw sayFileError(error, file);
  }
}

/** @param {string} file */
function refuseExisting(file) {
  if (existsSync(file)) throw new Failure(`${file} already exists. Choose another name, or remove it.`);
}

/**
 * Renames without replacing: of two processes that finish at once, one gets the name, and the other one is refused.
 * A file system without hard links (FAT) can only be asked before.
 * @param {string} partial
 * @param {string} file
 */
async function giveName(partial, file) {
  try {
    await link(partial, file);
  } catch (error) {
    refuseExisting(file);
    if (!NO_LINKS.has(codeOf(error) ?? "")) throw error;
    return rename(partial, file);
  }
  await rm(partial, { force: true });
}

/** @param {string} folder */
async function syncFolder(folder) {
  if (process.platform === "win32") return; // a folder cannot be opened there
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** The codes by which file systems say that they have no hard links; EISDIR is Node's word for FAT on Windows. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK", "EISDIR"]);

/** @type {Record<string, string>} */
const REASONS = {
  ENOENT: "there is no such folder",
  ENOTDIR: "its folder is a file",
  EISDIR: "it is a folder",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk cannot be written to",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk's quota is used up",
  EFBIG: "a file may not become as large here",
  ENAMETOOLONG: "the name is too long",
};

/**
 * The system's error about writing a file, as a sentence; any other error unchanged.
 * @param {unknown} error
 * @param {string} file
 */
function sayFileError(error, file) {
  const isOfSystem = error instanceof Error && "syscall" in error;
  const reason = isOfSystem && REASONS[codeOf(error) ?? ""];
  return reason ? new Failure(`${file} was not written: ${reason}.`) : error;
}
