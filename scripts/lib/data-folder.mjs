import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { codeOf, Failure } from "./failure.mjs";

/** The folder with all data of embedded mode. */
export function dataFolder() {
  return resolve(process.env.DATA_DIR?.trim() || ".data");
}

/**
 * Creates a data folder, and those above it, unless it is there. Throws a Failure when it cannot.
 * @param {string} dataDir
 */
export function makeDataFolder(dataDir) {
  const missing = [];
  try {
    // One by one: asked for all, Node tries without end where the system lets nobody create anything (/proc).
    // The root exists, except for a drive that Windows does not have.
    for (let at = dataDir; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
    for (const folder of missing) mkdirSync(folder);
    // Traversable, not readable: an unprivileged database inside must be able to reach its own folder.
    if (missing.length > 0) chmodSync(dataDir, 0o711);
    else if (!statSync(dataDir).isDirectory()) throw new Failure(`DATA_DIR is a file: ${dataDir}`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`DATA_DIR cannot be created: ${dataDir} (${codeOf(error)}). Choose another folder.`);
  }
}

/**
 * Where the app unpacks what is uploaded: on the disk of the data, because the system's folder is often memory, and
 * small in a container. It is made if it is missing; TMPDIR names another one.
 * @param {string} dataDir
 */
export function temporaryFolder(dataDir) {
  const given = process.env.TMPDIR?.trim();
  if (given) return given;
  const folder = join(dataDir, "tmp");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
