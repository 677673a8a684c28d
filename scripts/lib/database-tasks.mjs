import { APP_ROLE } from "./app-role.mjs";
import { rootOf, withDatabase } from "./database-client.mjs";
import { describeRole, renewAppRole, roleOf } from "./database-role.mjs";
import { whyUnusable } from "./database-words.mjs";
import { distribute } from "./distribution.mjs";
import { hasFunctions, lookAtDistribution, planDistribution, waitingTables } from "./distribution-plan.mjs";
import { Failure } from "./failure.mjs";
import { appliedMigrations, lookAtDatabase, migrateDatabase, migrateGiven } from "./migrations.mjs";
import { yellow } from "./terminal.mjs";

/**
 * What the supervisor and the tools do with a database. They run on whatever Node the machine has, before the packages
 * are installed, but these tasks need the driver: `askDatabase` runs them in a process of their own.
 */
export const databaseTasks = {
  /**
   * Prepares the embedded database: the app's role, then the schema. Returns the role's new password.
   * @param {{ url: string }} options
   */
  async prepareEmbedded({ url }) {
    const password = await renewAppRole(url);
    await migrateDatabase(url, { role: APP_ROLE });
    await sayNewer(url);
    return password;
  },

  /**
   * Migrates a database of the user's own to this version's schema. Returns the number of migrations. What they changed
   * on a distributed database is distributed, too.
   * @param {{ url: string, ownerUrl: string | undefined }} options
   */
  async migrateGiven({ url, ownerUrl }) {
    const count = await migrateGiven(url, ownerUrl).catch(unreachable);
    await sayNewer(ownerUrl ?? url);
    const isUnfinished = await withDatabase(
      ownerUrl ?? url,
      async (pg) => (await hasFunctions(pg)) && (count > 0 || (await waitingTables(pg)).length > 0),
    );
    if (isUnfinished) await distribute(ownerUrl ?? url, ownerUrl ? { role: await roleOf(url) } : {});
    return count;
  },

  /** The same for the embedded database of a running app. */
  migrateEmbedded: (/** @type {{ url: string }} */ { url }) => migrateDatabase(url, { role: APP_ROLE }),

  /**
   * Turns a migrated database into a distributed one. Returns the number of tables distributed.
   * @param {{ url: string, ownerUrl: string | undefined, shards: number }} options
   */
  async distribute({ url, ownerUrl, shards }) {
    const role = ownerUrl ? await roleOf(url) : undefined;
    return distribute(ownerUrl ?? url, { shards, role });
  },

  /** The steps that this would take, and its obstacles. */
  planDistribution: (/** @type {{ url: string }} */ { url }) => withDatabase(url, planDistribution),

  /** The variables that the app cannot use, and why: in its own words, which are TypeScript. */
  async judgeVariables() {
    const { problemsOf } = await import("../../lib/env.ts");
    return problemsOf(process.env);
  },

  /**
   * What the doctor examines: the schema's state, the server, the role of the app, and whether the key ring reads what
   * is stored. `url` is the owner's address.
   * @param {{ url: string, appUrl: string | undefined, ring: string | undefined }} options
   */
  async look({ url, appUrl, ring }) {
    const role = appUrl ? await roleOf(appUrl) : APP_ROLE;
    const about = await withDatabase(url, (pg) => describeRole(pg, role));
    const distribution = await withDatabase(appUrl ?? url, lookAtDistribution);
    const found = await lookAtDatabase(url);
    process.env.ENCRYPTION_KEYS = ring ?? "";
    const { lookAtKeys } = await import("./stored-keys.mjs");
    return { ...found, role, about, distribution, keys: await withDatabase(url, lookAtKeys) };
  },
};

/**
 * An older version may run beside the next one during an update, so it is not refused; but one that stays will fail.
 * @param {string} url
 */
async function sayNewer(url) {
  const { unknown } = await withDatabase(url, appliedMigrations);
  if (unknown)
    console.warn(
      `  ${yellow("!")} The database has the schema of a newer Kith. Start that version: this one can fail on it (docs/operations.md, "Update").`,
    );
}

/**
 * Never prints the address, which contains a password.
 * @param {unknown} error
 * @returns {never}
 */
function unreachable(error) {
  if (error instanceof Failure) throw error;
  throw new Failure(
    `The database of DATABASE_URL cannot be used (${whyUnusable(rootOf(error))}). Correct the address, or unset it to use the embedded one.`,
  );
}
