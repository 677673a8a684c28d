import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { env } from "@/lib/env";
import { type BoundedClient, boundedClient, type DatabaseLimits } from "./driver/client";
import type { Listening } from "./driver/listening";
import type { PoolUse } from "./driver/pool";
import type { StatementWatch } from "./driver/statements";
import { lowerPriority } from "./priority";
import * as schema from "./schema";
import { currentWork, type Work, workAs } from "./work";

export {
  isConnectionLost,
  isDatabaseDown,
  isDiskFull,
  isForeignKeyViolation,
  isOutOfTime,
  isOverloaded,
  isReadOnly,
  isRetryable,
  isRolledBack,
  isUnfit,
  isUniqueViolation,
} from "./driver/errors";

export type { Listening, StatementWatch };

export type Database = PostgresJsDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** A longer statement sets its own limit: `set local statement_timeout`. */
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

/** Time limit of a request's statement, in milliseconds. Longer work belongs in a job. */
const REQUEST_STATEMENT_MS = 15_000;
/** Jobs wait for a connection for as long as others may take to finish a batch. */
const JOB_ACQUIRE_MS = 60_000;

const GRACE_MS = 5_000;

interface Opened {
  client: BoundedClient;
  db: Database;
}

/** Separate pools: however many jobs and searches run, a request finds the connections that are reserved for requests. */
type Pools = Record<Work["kind"], Opened>;

const holder = globalThis as typeof globalThis & { kithDatabase?: Pools; kithStatements?: StatementWatch };

/** The tagged-template client. Opened on first use: `next build` imports route modules without a database. */
export function pg(): Sql {
  return opened().client.pg;
}

/** Drizzle over the same pools. It makes the codecs of dates and JSON transparent for `pg()` as well. */
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

/** Listens to NOTIFY on a channel, over a connection outside the pools. Null behind a pooler. */
export function listenTo(channel: string, hear: (text: string) => void): Promise<Listening | null> {
  return opened().client.listen(channel, hear);
}

/** The connections of each pool that was opened here. */
export function poolUse(): (PoolUse & { pool: Work["kind"] })[] {
  const { request, search, job } = holder.kithDatabase ?? {};
  const opened = { request, search: search === request ? undefined : search, job };
  return (["request", "search", "job"] as const).flatMap((pool) => {
    const use = opened[pool]?.client.use();
    return use ? [{ pool, ...use }] : [];
  });
}

/** Reports every statement from now on. To be called before the first one: without it nothing is added to the statements. */
export function watchStatements(watch: StatementWatch): void {
  holder.kithStatements = watch;
}

/** Lets running statements finish (at most 5 s) and closes all connections. A later `pg()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const closing = Object.values(holder.kithDatabase ?? {});
  holder.kithDatabase = undefined;
  await Promise.all(closing.map(({ client }) => client.end(GRACE_MS)));
}

function opened(): Opened {
  holder.kithDatabase ??= openPools();
  return holder.kithDatabase[currentWork().kind];
}

function openPools(): Pools {
  const sizes = poolSizes(env().DATABASE_POOL_SIZE);
  const request = open({ max: sizes.request, statementMs: REQUEST_STATEMENT_MS });
  return {
    request,
    search: sizes.search === 0 ? request : openForSearches(sizes.search),
    job: open({ max: sizes.job, acquireMs: JOB_ACQUIRE_MS, ...givingWay("job") }),
  };
}

/** With fewer connections than this in total, searches share those of the other requests. */
const SEARCHES_FROM = 6;

/** How the connections of a process are divided. */
export function poolSizes(all: number): Record<Work["kind"], number> {
  const search = all < SEARCHES_FROM ? 0 : Math.floor(all / 5);
  const job = Math.max(1, Math.ceil((all - search) / 2));
  return { search, job, request: Math.max(1, all - search - job) };
}

/** One at a time per workspace: each keeps a CPU busy, so several at once would not finish sooner. */
function openForSearches(max: number): Opened {
  return open({ max, maxPerOwner: 1, statementMs: REQUEST_STATEMENT_MS, ...givingWay("search") });
}

/** Somebody waits for a search, hardly anybody for a job. */
const NICE = { search: 5, job: 10 };

/** In the embedded database, searches and jobs run at a lower priority. A database elsewhere has CPUs of its own. */
function givingWay(kind: keyof typeof NICE): Partial<DatabaseLimits> {
  if (!env().EMBEDDED_DATABASE) return {};
  return { onOpened: (processId) => void lowerPriority(processId, NICE[kind]) };
}

/** How many of a pool's connections one workspace may hold at a time; the others are for the others. */
const OWN_SHARE = 0.6;

function open(limits: Pick<DatabaseLimits, "max"> & Partial<DatabaseLimits>): Opened {
  const address = env().DATABASE_URL;
  if (!address)
    throw new Error("DATABASE_URL is not set. `npm start` starts an embedded database and sets it.");
  const client = boundedClient(address, "kith", {
    ...databaseLimits,
    owner: () => currentWork().workspaceId,
    maxPerOwner: Math.ceil(limits.max * OWN_SHARE),
    ...(holder.kithStatements && { onStatement: holder.kithStatements }),
    ...limits,
    whileLent: (run) => workAs({ kind: "request" }, run),
  });
  return { client, db: drizzle(client.pg, { schema }) };
}
