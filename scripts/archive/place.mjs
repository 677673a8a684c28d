import { existsSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, makeDataFolder } from "../lib/data-folder.mjs";
import { givenDatabaseUrl } from "../lib/database-url.mjs";
import { Failure } from "../lib/failure.mjs";
import { requireDatabase } from "../lib/had-database.mjs";
import { lockFolder, lockHolder } from "../lib/lock.mjs";
import { runningPostgresUrl, startPostgres } from "../lib/postgres.mjs";
import { whyDown } from "../lib/postgres-ends.mjs";
import { ensureSecrets } from "../lib/secrets.mjs";

/** @import { Place } from "./types.ts" */

/**
 * Lends the address of the database's owner to `work`: that of DATABASE_URL, the embedded one of the running product,
 * or the embedded one started for this while the product is stopped; then nothing else can use the folder. With
 * `create` an unused folder gets a database.
 * @template T
 * @param {{ name: string, create?: boolean }} options
 * @param {(place: Place) => Promise<T>} work
 */
export async function withDatabase({ name, create = false }, work) {
  const dataDir = dataFolder();
  process.env.DATA_DIR = dataDir;
  const given = givenDatabaseUrl();
  if (given) return work({ url: given, dataDir, isRunning: false });
  const holder = lockHolder(dataDir);
  const url = holder && runningPostgresUrl(dataDir);
  if (url) return work({ url, dataDir, isRunning: true });
  if (holder) throw notUp(dataDir, holder);
  requireDatabase(dataDir);
  if (!create && !existsSync(join(dataDir, "postgres")))
    throw new Failure(`There is nothing in ${dataDir}: Kith has never started there. Is DATA_DIR right?`);
  return whileStopped(dataDir, { name, create }, work);
}

/**
 * @param {string} dataDir
 * @param {import("../lib/types.ts").Holder} holder
 */
function notUp(dataDir, { pid }) {
  const why = whyDown(dataDir);
  const state = why ? `but its database is not up at the moment: ${why}.` : "without an embedded database.";
  return new Failure(
    `Kith runs on ${dataDir} (process ${pid}), ${state} If it was given a DATABASE_URL, give it to this command, too.`,
  );
}

/**
 * What root creates in the folder of a service's user, that user could not open.
 * @param {string} dataDir
 */
function requireOwner(dataDir) {
  const { uid } = statSync(dataDir);
  if (process.getuid?.() === 0 && uid !== 0)
    throw new Failure(
      `${dataDir} belongs to another user. Run this as that user: sudo -u '#${uid}' DATA_DIR='${dataDir}' npm run restore -- FILE`,
    );
}

/**
 * @template T
 * @param {string} dataDir
 * @param {{ name: string, create: boolean }} options
 * @param {(place: Place) => Promise<T>} work
 */
async function whileStopped(dataDir, { name, create }, work) {
  makeDataFolder(dataDir);
  if (create) requireOwner(dataDir);
  const lock = lockFolder(dataDir, { url: name, internalUrl: "" });
  try {
    if (create) ensureSecrets(dataDir);
    const postgres = await startPostgres(realpathSync(dataDir));
    try {
      return await work({ url: postgres.url, dataDir, isRunning: false });
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}
