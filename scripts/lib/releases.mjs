import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

/** @typedef {{ version: string, date: string, migration: string }} Release its last migration is what an upgrade starts from */

export const RELEASES = "db/releases.json";

/**
 * Every release, the newest first; `npm run release` adds one.
 * @returns {Release[]}
 */
export function releases(folder = root) {
  return JSON.parse(readFileSync(join(folder, RELEASES), "utf8"));
}
