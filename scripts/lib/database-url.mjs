import { dataFolder } from "./data-folder.mjs";
import { runningPostgresUrl } from "./postgres.mjs";

/** The database a tool works on: DATABASE_URL, or the embedded one of the app that runs now; null when there is none. */
export function databaseUrl() {
  return process.env.DATABASE_URL?.trim() || runningPostgresUrl(dataFolder());
}
