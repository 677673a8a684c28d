import { citusArchive, startCluster } from "../testing/citus.mjs";
import { yellow } from "./terminal.mjs";

/** @import { Count } from "./types.ts" */

/** What CI runs: the promises that a distributed database could break silently. */
const QUICK = [
  "lib/testing/distributed.test.ts",
  "lib/testing/nodes.test.ts",
  "lib/testing/shards.test.ts",
  "scripts/distributed-migration.test.ts",
  "lib/imports/engine/undo.test.ts",
  "lib/changes/undo-again.test.ts",
  "lib/digest/send.test.ts",
  "lib/imports/upsert/upsert.test.ts",
];

/** What `KITH_FULL=1` runs besides: every slice whose statements write contacts or jobs, and the cells of other workspaces. */
const SLICES = [
  "lib/contacts/",
  "lib/tags/",
  "lib/changes/",
  "lib/imports/engine/",
  "lib/bulk/",
  "lib/duplicates/",
  "lib/webhook-endpoints/",
  "lib/testing/checks/tenancy-",
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
      if (rest.length > 0) return await unit(rest);
      return await unit(process.env.KITH_FULL === "1" ? [...QUICK, ...SLICES] : QUICK);
    } finally {
      if (!given) Reflect.deleteProperty(process.env, "CITUS_URL");
      if (kept) process.env.KITH_RESULTS = kept;
      await cluster?.stop();
    }
  };
}
