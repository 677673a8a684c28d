import { fail, ok, warn } from "./finding.mjs";

/**
 * What the doctor examines of a distributed database.
 * @typedef {object} Distribution
 * @property {number} workers
 * @property {number} away workers that do not take part
 * @property {string[]} waiting tables that are not distributed yet
 * @property {string[]} wrong settings under which undo or counts would be wrong (REQUIRED_SETTINGS)
 * @property {string[]} slow others that differ from what `db:distribute` sets
 */

/**
 * What the doctor says about a distributed database; nothing about a plain one.
 * @param {Distribution | null} found
 * @returns {import("./finding.mjs").Finding[]}
 */
export function judgeDistribution(found) {
  if (!found) return [];
  const { workers, away, waiting, wrong, slow } = found;
  if (wrong.length > 0) {
    return [
      fail("Distribution", `${wrong.join(", ")} not as undo and counts need it`, "npm run db:distribute"),
    ];
  }
  if (slow.length > 0) {
    return [warn("Distribution", `${slow.join(", ")} not as it should be`, "npm run db:distribute")];
  }
  if (waiting.length > 0) {
    return [warn("Distribution", `${waiting.join(", ")} not distributed yet`, "npm run db:distribute")];
  }
  if (away > 0) {
    return [
      warn(
        "Distribution",
        `Citus, ${workers} workers, ${away} of them inactive`,
        'docs/scaling.md, "A worker is away"',
      ),
    ];
  }
  return [ok("Distribution", `Citus, ${workers} worker${workers === 1 ? "" : "s"}`)];
}
