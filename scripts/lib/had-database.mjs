import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, Failure } from "./failure.mjs";

/** Marks a folder that has had a database. Stored beside the database, so that it is not lost with it. */
const MARK = "had-database";

/**
 * Throws a Failure where a data folder has no database although it had one, as when its volume is not mounted: an empty
 * one in its place would look like a loss of everything. Folders of older versions have no mark, but uploaded files.
 * Throws one, too, where other files are in the database's place.
 * @param {string} dataDir
 */
export function requireDatabase(dataDir) {
  const cluster = join(dataDir, "postgres", "data");
  if (!isMissing(join(cluster, "PG_VERSION"))) return;
  const fault = faultOf(dataDir, cluster);
  if (!fault) return;
  throw new Failure(
    `${cluster} ${fault}. Nothing was changed.`,
    `Is a volume not mounted? Else put ${join(dataDir, "postgres")} back from a backup. If the database was one of your own,
set DATABASE_URL. To begin anew, or to restore an archive of \`npm run backup\`, move the whole folder away first:
mv '${dataDir}' '${dataDir}.old'`,
  );
}

/**
 * @param {string} dataDir
 * @param {string} cluster
 */
function faultOf(dataDir, cluster) {
  if (!isMissing(cluster) && readdirSync(cluster).length > 0)
    return "is not empty, but is not a database (PG_VERSION is missing)";
  if (existsSync(join(dataDir, MARK))) return "is missing, although there was a database here";
  return hasFiles(dataDir) ? "is missing, although there are uploaded files" : null;
}

/**
 * What cannot be looked at, as another user's, is not missing.
 * @param {string} path
 */
function isMissing(path) {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
  }
}

/**
 * Notes that a data folder has a database now.
 * @param {string} dataDir
 */
export function markDatabase(dataDir) {
  const mark = join(dataDir, MARK);
  if (!existsSync(mark))
    writeFileSync(mark, "Kith's database is in the folder `postgres` beside this file. Keep both.\n", {
      mode: 0o600,
    });
}

/** @param {string} dataDir */
function hasFiles(dataDir) {
  const folders = ["imports", "exports"].map((name) => join(dataDir, "blobs", name)).filter(existsSync);
  return folders.some((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile()),
  );
}
