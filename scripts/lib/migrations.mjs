import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { only, rootOf, withDatabase } from "./database-client.mjs";
import { grantTo, requireSight, roleOf } from "./database-role.mjs";
import { hasFunctions } from "./distribution-plan.mjs";
import { codeOf, Failure } from "./failure.mjs";
import { requireVersion } from "./postgres-releases.mjs";

/** @typedef {{ tag: string, when: number }} Entry an applied or pending migration, of the journal */

/** @import { Statements } from "./types.ts" */

const folder = fileURLToPath(new URL("../../db/migrations", import.meta.url));

/** Any number will do as long as every process takes the same one. */
const lockId = 7_458_120;

/**
 * Migrates a database to the schema of this version and returns the number of migrations applied. Safe to call from
 * any number of processes at once: a lock admits them one by one. The lock belongs to a transaction that stays open
 * meanwhile, because a transaction-mode pooler could release a session's lock at any moment, or never; and nobody
 * waits inside the database for it, because then the pooler could run out of connections for the migrating process.
 * With `upTo` it stops after the migration of that name; `role` is granted what the app needs.
 * @param {string} url
 * @param {{ upTo?: string, role?: string }} [options]
 */
export async function migrateDatabase(url, { upTo, role } = {}) {
  return withDatabase(url, async (pg) => {
    for (;;) {
      const applied = await pg.begin(async (lock) => {
        const { mine } = only(
          await lock`
          select pg_try_advisory_xact_lock(${lockId}) as mine,
            set_config('idle_in_transaction_session_timeout', '0', true)`,
        );
        if (!mine) return null;
        const count = await applyPending(pg, upTo);
        // A newer version granted what it needs: an older one that starts again beside it knows only a part of that.
        if (role && !(await appliedMigrations(pg)).unknown) await grantTo(pg, role);
        return count;
      });
      if (applied !== null) return applied;
      await sleep(100);
    }
  });
}

/**
 * The same for a database of the user's own. With an address of its owner, the owner migrates, and the role of `url`
 * is granted what the app needs; without, the app's role is the owner.
 * @param {string} url
 * @param {string} [ownerUrl]
 */
export async function migrateGiven(url, ownerUrl) {
  if (!ownerUrl) return migrateDatabase(url).catch((error) => refuseIfNotOwner(error));
  const role = await roleOf(url);
  const count = await migrateDatabase(ownerUrl, { role });
  await withDatabase(url, (pg) => requireSight(pg, role));
  return count;
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function refuseIfNotOwner(error) {
  if (codeOf(rootOf(error)) !== "42501") throw error;
  throw new Failure(
    'The role of DATABASE_URL may not change the schema. Set DATABASE_OWNER_URL to the address of its owner for the migrations (docs/deployment.md, "A role of its own").',
  );
}

const FOREIGN =
  "The database is that of another application, which has noted its migrations where Kith does. Give Kith a database of its own.";

/**
 * @param {import("postgres").Sql} pg
 * @param {string | undefined} upTo
 */
async function applyPending(pg, upTo) {
  if ((await appliedMigrations(pg)).isForeign) throw new Failure(FOREIGN);
  const before = await pendingOf(pg, upTo);
  if (before.length === entriesUpTo(upTo).length) await requireUnicode(pg);
  if (before.length > 0) {
    requireVersion(await versionOf(pg));
    await withMigrations(upTo, async (/** @type {string} */ migrationsFolder) =>
      migrate(drizzle((await hasFunctions(pg)) ? shardByShard(pg) : pg), { migrationsFolder }),
    );
  }
  const after = await pendingOf(pg, upTo);
  // The migrator compares only the newest date: a migration merged late with an older date is silently skipped.
  if (after.length > 0) {
    throw new Failure(
      `Migration ${after[0]} is older than one already applied. Generate it again, so that it gets a new date.`,
    );
  }
  return before.length;
}

/**
 * @param {Statements} pg
 * @returns {Promise<number>}
 */
async function versionOf(pg) {
  return only(await pg`select current_setting('server_version_num')::int as version`).version;
}

/**
 * Throws a Failure for a new database that cannot store every name.
 * @param {Statements} pg
 */
async function requireUnicode(pg) {
  const { encoding } = only(await pg`select current_setting('server_encoding') as encoding`);
  if (encoding === "UTF8") return;
  throw new Failure(
    `The database has the encoding ${encoding}, and Kith needs UTF8: create database kith encoding 'UTF8' template template0`,
  );
}

/**
 * Migrations change tables, rows and functions in one transaction, which a distributed database does when it works on one
 * shard after the other.
 * @param {import("postgres").Sql} pg
 */
function shardByShard(pg) {
  const begin = (/** @type {(tx: import("postgres").TransactionSql) => unknown} */ work) =>
    pg.begin(async (tx) => {
      await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
      return work(tx);
    });
  return new Proxy(pg, { get: (whole, name) => (name === "begin" ? begin : Reflect.get(whole, name)) });
}

/**
 * The names of the migrations that a database still lacks, in order, whether it has some of a newer version, its
 * `server_version_num`, whether its data has checksums, and whether it accepts no changes. Throws when it cannot be reached.
 * @param {string} url
 */
export async function lookAtDatabase(url) {
  return withDatabase(url, async (pg) => {
    const about = only(
      await pg`
      select current_setting('server_version_num')::int as version,
        current_setting('data_checksums')::boolean as checksums,
        current_setting('transaction_read_only')::boolean as locked,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    );
    const { version, checksums, locked, allowed } = about;
    const { unknown, isForeign } = await appliedMigrations(pg);
    return {
      version: Number(version),
      checksums: Boolean(checksums),
      connections: Number(allowed),
      pending: await pendingOf(pg),
      isNewer: unknown,
      isForeign,
      isReadOnly: Boolean(locked),
    };
  });
}

/**
 * The newest migration a database has, or null, and whether it has one that this version does not know. One that has only
 * such is another application's.
 * @param {Statements} pg
 */
export async function appliedMigrations(pg) {
  const applied = await appliedTimes(pg);
  const entries = entriesUpTo();
  const newest = entries.findLast(({ when }) => applied.has(String(when)))?.tag ?? null;
  const unknown = applied.size > entries.filter(({ when }) => applied.has(String(when))).length;
  return { newest, unknown, isForeign: unknown && newest === null };
}

/** The names of all migrations of this version, oldest first. */
export function migrationTags() {
  return entriesUpTo().map(({ tag }) => tag);
}

/**
 * @param {Statements} pg
 * @param {string} [upTo]
 */
async function pendingOf(pg, upTo) {
  const applied = await appliedTimes(pg);
  return entriesUpTo(upTo)
    .filter((entry) => !applied.has(String(entry.when)))
    .map((entry) => entry.tag);
}

/** @param {Statements} pg */
async function appliedTimes(pg) {
  const { known } = only(await pg`select to_regclass('drizzle.__drizzle_migrations') is not null as known`);
  const rows = known ? await pg`select created_at::text as at from drizzle.__drizzle_migrations` : [];
  return new Set(rows.map((row) => row.at));
}

/** @param {string} [tag] */
function entriesUpTo(tag) {
  const { entries } = readJournal();
  return tag ? entries.slice(0, entries.findIndex((entry) => entry.tag === tag) + 1) : entries;
}

/** @returns {{ entries: Entry[] }} */
function readJournal() {
  return JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
}

/**
 * The migrator takes a folder: for a part of the migrations it gets a separate one.
 * @param {string | undefined} upTo
 * @param {(folder: string) => Promise<void>} work
 */
async function withMigrations(upTo, work) {
  if (!upTo) return work(folder);
  const part = mkdtempSync(join(tmpdir(), "kith-migrations-"));
  try {
    const entries = entriesUpTo(upTo);
    mkdirSync(join(part, "meta"));
    writeFileSync(join(part, "meta", "_journal.json"), JSON.stringify({ ...readJournal(), entries }));
    for (const { tag } of entries) copyFileSync(join(folder, `${tag}.sql`), join(part, `${tag}.sql`));
    return await work(part);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
