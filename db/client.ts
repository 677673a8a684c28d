import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { env } from "@/lib/env";
import { type BoundedClient, boundedClient, type DatabaseLimits } from "./driver/client";
import * as schema from "./schema";

export { isDatabaseDown, isForeignKeyViolation, isRetryable, isUniqueViolation } from "./driver/errors";

export type Database = PostgresJsDatabase<typeof schema>;

/** Longer statements say so themselves: `set local statement_timeout`. */
export const databaseLimits: Omit<DatabaseLimits, "max"> = {
  connectMs: 5_000,
  acquireMs: 10_000,
  lifetimeMs: 30 * 60_000,
  idleMs: 2 * 60_000,
  opensPerSecond: 10,
  statementMs: 60_000,
  idleInTransactionMs: 60_000,
  silenceMs: 1_500,
  lookMs: 1_500,
  stalledMs: 15_000,
  longestMs: 65_000,
};

const GRACE_MS = 5_000;
/** An export reads through one and tells how far it is through another. */
const MIN_CONNECTIONS = 2;

interface Opened {
  client: BoundedClient;
  db: Database;
}

const holder = globalThis as typeof globalThis & { kithDatabase?: Opened };

/** The tagged-template client. Opened on first use: `next build` imports route modules without a database. */
export function sql(): Sql {
  return opened().client.sql;
}

/** Drizzle over the same pool. It makes the codecs of dates and JSON transparent for `sql()` as well. */
export function db(): Database {
  return opened().db;
}

/**
 * Lends one connection to `fn` for as long as it runs: COPY, session state, several statements in a row. Rejects
 * with a CONNECTION_LOST error as soon as the connection is gone, even while `fn` waits for something else. A
 * connection that comes back in the middle of a transaction or a COPY is closed.
 */
export function withConnection<T>(fn: (connection: Sql) => Promise<T>): Promise<T> {
  return opened().client.withConnection(fn);
}

/** Lets running statements finish (at most 5 s) and closes every connection. A later `sql()` opens anew. */
export async function closeDatabase(): Promise<void> {
  const closing = holder.kithDatabase;
  holder.kithDatabase = undefined;
  await closing?.client.end(GRACE_MS);
}

function opened(): Opened {
  if (holder.kithDatabase) return holder.kithDatabase;
  const address = env().DATABASE_URL;
  if (!address)
    throw new Error("DATABASE_URL is not set. `npm start` starts an embedded database and sets it.");
  const client = boundedClient(address, "kith", {
    max: Math.max(MIN_CONNECTIONS, env().DATABASE_POOL_SIZE),
    ...databaseLimits,
  });
  holder.kithDatabase = { client, db: drizzle(client.sql, { schema }) };
  return holder.kithDatabase;
}
