import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { withDatabase } from "./database-client.mjs";
import { grantTo, requireSight, roleOf } from "./database-role.mjs";
import { Failure } from "./failure.mjs";

const folder = fileURLToPath(new URL("../../db/migrations", import.meta.url));

/** Any number will do as long as every process takes the same one. */
const lockId = 7_458_120;

/**
 * Brings a database to the schema of this version and returns how many migrations that took. Any number of processes
 * may call it at once: a lock lets them pass one by one. It belongs to a transaction that stays open meanwhile, because
 * a pooler in transaction mode would let go of a session's lock at any moment, or never; and nobody waits inside the
 * database for it, because then the pooler could run out of connections for the one who works. With `upTo` it stops after
 * the migration of that name; `role` is given what the app needs.
 */
export async function migrateDatabase(url, { upTo, role } = {}) {
  return withDatabase(url, { max: 2, prepare: false, connect_timeout: 10 }, async (pg) => {
    for (;;) {
      const applied = await pg.begin(async (lock) => {
        const [{ mine }] = await lock`
          select pg_try_advisory_xact_lock(${lockId}) as mine,
            set_config('idle_in_transaction_session_timeout', '0', true)`;
        if (!mine) return null;
        const count = await applyPending(pg, upTo);
        if (role) await grantTo(pg, role);
        return count;
      });
      if (applied !== null) return applied;
      await sleep(100);
    }
  });
}

/**
 * The same for a database of the user's own. With an address of its owner that one migrates, and the role of `url` is
 * given what the app needs; without, the app's role is the owner.
 */
export async function migrateGiven(url, ownerUrl) {
  if (!ownerUrl) return migrateDatabase(url).catch((error) => refuseIfNotOwner(error));
  const role = await roleOf(url);
  const count = await migrateDatabase(ownerUrl, { role });
  await withDatabase(url, { max: 1, prepare: false, connect_timeout: 10 }, (pg) => requireSight(pg, role));
  return count;
}

function refuseIfNotOwner(error) {
  // drizzle-orm wraps what the server said.
  if ((error.cause?.code ?? error.code) !== "42501") throw error;
  throw new Failure(
    'The role of DATABASE_URL may not change the schema. Set DATABASE_OWNER_URL to the address of its owner for the migrations (docs/deployment.md, "A role of its own").',
  );
}

async function applyPending(pg, upTo) {
  const before = await pendingOf(pg, upTo);
  if (before.length > 0) {
    await withMigrations(upTo, (migrationsFolder) => migrate(drizzle(pg), { migrationsFolder }));
  }
  const after = await pendingOf(pg, upTo);
  // The migrator looks at the newest date only: a migration merged late with an older date is passed over in silence.
  if (after.length > 0) {
    throw new Failure(
      `Migration ${after[0]} is older than one already applied. Generate it again, so that it gets a new date.`,
    );
  }
  return before.length;
}

/**
 * The names of the migrations that a database still lacks, in order, its `server_version_num` and whether its data has
 * checksums. Throws when it cannot be reached.
 */
export async function lookAtDatabase(url) {
  return withDatabase(url, { max: 1, prepare: false, connect_timeout: 5 }, async (pg) => {
    const [about] = await pg`
      select current_setting('server_version_num')::int as version,
        current_setting('data_checksums')::boolean as checksums`;
    return { ...about, pending: await pendingOf(pg) };
  });
}

/** The newest migration a database has, or null, and whether it has one that this version does not know. */
export async function appliedMigrations(pg) {
  const applied = await appliedTimes(pg);
  const entries = entriesUpTo();
  const newest = entries.findLast(({ when }) => applied.has(String(when)))?.tag ?? null;
  return { newest, unknown: applied.size > entries.filter(({ when }) => applied.has(String(when))).length };
}

/** The names of all migrations of this version, oldest first. */
export function migrationTags() {
  return entriesUpTo().map(({ tag }) => tag);
}

async function pendingOf(pg, upTo) {
  const applied = await appliedTimes(pg);
  return entriesUpTo(upTo)
    .filter((entry) => !applied.has(String(entry.when)))
    .map((entry) => entry.tag);
}

async function appliedTimes(pg) {
  const [{ known }] = await pg`select to_regclass('drizzle.__drizzle_migrations') is not null as known`;
  const rows = known ? await pg`select created_at::text as at from drizzle.__drizzle_migrations` : [];
  return new Set(rows.map((row) => row.at));
}

function entriesUpTo(tag) {
  const { entries } = readJournal();
  return tag ? entries.slice(0, entries.findIndex((entry) => entry.tag === tag) + 1) : entries;
}

function readJournal() {
  return JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
}

/** The migrator takes a folder: for a part of the migrations it is given one of its own. */
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
