import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Failure } from "../lib/failure.mjs";

/**
 * Lets `write(handle)` fill a new file that only its owner may read. It stands under its name only when it is whole and
 * on disk; until then it is FILE.partial. Whatever fails, and whoever kills this process: nothing half under the name.
 */
export async function createWhole(file, write) {
  if (existsSync(file)) throw new Failure(`${file} exists already. Choose another name, or remove it.`);
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, "w", 0o600);
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw sayFileError(error, file);
  }
}

async function syncFolder(folder) {
  if (process.platform === "win32") return; // a folder cannot be opened there
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

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

/** What the system says about writing a file, as a sentence; any other error as it is. */
function sayFileError(error, file) {
  const reason = error.syscall && REASONS[error.code];
  return reason ? new Failure(`${file} was not written: ${reason}.`) : error;
}
