import { dataFolder } from "./data-folder.mjs";
import { runningPostgresUrl } from "./postgres.mjs";

/**
 * The database a tool works on, as its owner: DATABASE_OWNER_URL, DATABASE_URL, or the embedded one of the running
 * app; null when there is none.
 */
export function databaseUrl() {
  return givenDatabaseUrl() || runningPostgresUrl(dataFolder());
}

/** The address of the owner of a database of the user's own; undefined when the embedded one is used. */
export function givenDatabaseUrl() {
  const url = process.env.DATABASE_URL?.trim();
  return url && (process.env.DATABASE_OWNER_URL?.trim() || url);
}
