import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { env } from "@/lib/env";
import * as schema from "./schema";

export type Database = PostgresJsDatabase<typeof schema>;

const holder = globalThis as typeof globalThis & { kithDatabase?: { sql: Sql; db: Database } };

/** The tagged-template client. Opened on first use: `next build` imports route modules without a database. */
export function sql(): Sql {
  return open().sql;
}

/** Drizzle over the same pool. */
export function db(): Database {
  return open().db;
}

/** Lends one connection to `fn` for as long as it runs: COPY, session state, several statements in a row. */
export async function withConnection<T>(fn: (connection: Sql) => Promise<T>): Promise<T> {
  const connection = await sql().reserve();
  try {
    return await fn(connection);
  } finally {
    connection.release();
  }
}

/** Lets running statements finish (at most 5 s) and closes every connection. A later `sql()` opens anew. */
export async function closeDatabase(): Promise<void> {
  const opened = holder.kithDatabase;
  holder.kithDatabase = undefined;
  await opened?.sql.end({ timeout: 5 });
}

/** True for a failure that the same transaction may survive when it is run again from the start. */
export function isRetryable(error: unknown): boolean {
  const code = errorCode(error);
  return ["40P01", "40001", "57P01"].includes(code) || code.startsWith("08") || code.startsWith("CONNECT");
}

/** True when a statement broke a unique index; with `constraint`, only that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = rootOf(error);
  if (errorCode(cause) !== "23505") return false;
  if (constraint === undefined) return true;
  return (
    typeof cause === "object" &&
    cause !== null &&
    "constraint_name" in cause &&
    cause.constraint_name === constraint
  );
}

/** Drizzle wraps the driver's error and keeps it as the cause. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

function errorCode(error: unknown): string {
  const cause = rootOf(error);
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

function open() {
  if (!holder.kithDatabase) {
    const url = env().DATABASE_URL;
    if (!url)
      throw new Error("DATABASE_URL is not set. `npm start` starts an embedded database and sets it.");
    const client = postgres(url, { max: env().DATABASE_POOL_SIZE, prepare: false, onnotice: () => {} });
    holder.kithDatabase = { sql: client, db: drizzle(client, { schema }) };
  }
  return holder.kithDatabase;
}

/** True when the database could not be reached or went away: the caller should try again later (503). */
export function isDatabaseDown(error: unknown): boolean {
  const code = errorCode(error);
  return (
    /^(08|57P0|53)/.test(code) || /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|ENOENT$)/.test(code)
  );
}
