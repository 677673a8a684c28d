import { citusArchive, startCluster } from "../testing/citus.mjs";
import { yellow } from "./terminal.mjs";

/** @import { Count } from "./types.ts" */

/** What CI runs: the promises that a distributed database could break silently. */
export const QUICK = [
  "lib/testing/distributed.test.ts",
  "lib/testing/nodes.test.ts",
  "scripts/distributed-migration.test.ts",
  "lib/imports/engine/undo.test.ts",
  "lib/changes/undo-again.test.ts",
  "lib/digest/send.test.ts",
  "lib/imports/upsert/upsert.test.ts",
];

/**
 * The stage `distributed`: unit tests on a distributed database, that of CITUS_URL or a throw-away one if there is a
 * Citus beside the project. Without either it runs nothing, and says so.
 * @param {(rest: string[]) => Promise<Count>} unit
 * @returns {(rest: string[]) => Promise<Count>}
 */
export function distributedStage(unit) {
  return async (rest) => {
    const given = process.env.CITUS_URL;
    if (!given && !citusArchive()) {
      console.log(
        yellow("  SKIPPED: no distributed database. Set CITUS_URL to a coordinator (docs/scaling.md)."),
      );
      return { passed: 0, failed: 0 };
    }
    const cluster = given ? null : await startCluster();
    const kept = process.env.KITH_RESULTS;
    Reflect.deleteProperty(process.env, "KITH_RESULTS");
    process.env.CITUS_URL = given ?? cluster?.url;
    try {
      return await unit(rest.length > 0 ? rest : QUICK);
    } finally {
      if (!given) Reflect.deleteProperty(process.env, "CITUS_URL");
      if (kept) process.env.KITH_RESULTS = kept;
      await cluster?.stop();
    }
  };
}
