import { resolve } from "node:path";
import { runningPostgresUrl } from "./postgres.mjs";

/** The folder with everything embedded mode keeps. */
export function dataFolder() {
  return resolve(process.env.DATA_DIR?.trim() || ".data");
}

/** The database a tool works on: DATABASE_URL, or the embedded one of the app that runs now; null when there is none. */
export function databaseUrl() {
  return process.env.DATABASE_URL?.trim() || runningPostgresUrl(dataFolder());
}
