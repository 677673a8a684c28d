import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { Failure } from "./failure.mjs";

const folder = fileURLToPath(new URL("../../db/migrations", import.meta.url));

/** Any number will do as long as every process takes the same one. */
const lockId = 7_458_120;

/**
 * Brings a database to the schema of this version and returns how many migrations that took. Any number of processes
 * may call it at once: a session lock lets them pass one by one. Needs a direct connection, because a pooler in
 * transaction mode does not keep session locks.
 */
export async function migrateDatabase(url) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${lockId})`;
    const before = await pendingOf(sql);
    if (before.length > 0) await migrate(drizzle(sql), { migrationsFolder: folder });
    const after = await pendingOf(sql);
    // The migrator looks at the newest date only: a migration merged late with an older date is passed over in silence.
    if (after.length > 0) {
      throw new Failure(
        `Migration ${after[0]} is older than one already applied. Generate it again, so that it gets a new date.`,
      );
    }
    return before.length;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The names of the migrations that a database still lacks, in order. Throws when it cannot be reached. */
export async function pendingMigrations(url) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    return await pendingOf(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function pendingOf(sql) {
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
  const [{ known }] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as known`;
  const rows = known ? await sql`select created_at::text as at from drizzle.__drizzle_migrations` : [];
  const applied = new Set(rows.map((row) => row.at));
  return entries.filter((entry) => !applied.has(String(entry.when))).map((entry) => entry.tag);
}
