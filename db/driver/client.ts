import postgres, { type Sql } from "postgres";
import { teachArrays } from "./arrays";
import { asCallable, asCodecs, asNesting, asQuery, asSql, type DriverQuery } from "./internals";
import { type Link, mendCopy, openLink } from "./link";
import { type Listening, listenOver } from "./listening";
import { Pool, type PoolLimits, type PoolUse } from "./pool";
import { type StatementWatch, watchQueries } from "./statements";
import { parseTarget } from "./target.mjs";
import { type WatchLimits, watchLinks } from "./watch";

export interface DatabaseLimits extends PoolLimits, WatchLimits {
  connectMs: number;
  statementMs: number;
  idleInTransactionMs: number;
  /** Called with the server process behind each connection that was opened. */
  onOpened?: (processId: number) => void;
  /** Called for each statement of this process. */
  onStatement?: StatementWatch;
  /** Wraps work that holds a connection. A second connection it asks for must not wait for the same owner's share. */
  whileLent?: <T>(run: () => T) => T;
}

export interface BoundedClient {
  /** The postgres.js API; each query goes to a link of the pool. */
  readonly pg: Sql;
  /** Runs `fn` on one connection of its own. Rejects when the connection is lost, even while `fn` still waits. */
  withConnection<T>(fn: (connection: Sql) => Promise<T>): Promise<T>;
  /** Listens to a channel over a connection of its own; null behind a pooler, which keeps no session for it. */
  listen(channel: string, hear: (text: string) => void): Promise<Listening | null>;
  use(): PoolUse;
  end(graceMs: number): Promise<void>;
}

/**
 * postgres.js whose failures are bounded: see docs/decisions on the database driver.
 *
 * Statements are not named, so that each is planned for its parameters: a named one flips to a generic plan after
 * five runs, measured at 227 → 1290 ms for a search. A hot statement whose plan cannot depend on them may ask for a
 * name, `pg.unsafe(text, parameters, { prepare: true })`: 0.5 → 0.1 ms for the rate limiter. Through a pooler the
 * wish is ignored.
 */
export function boundedClient(
  address: string,
  applicationName: string,
  limits: DatabaseLimits,
): BoundedClient {
  const target = parseTarget(address);
  let pooled = target.pooled;
  const front = postgres({
    host: target.host,
    port: target.port,
    ...(target.path && { path: target.path }),
    ...(target.user && { user: target.user }),
    ...(target.password && { password: target.password }),
    ...(target.database && { database: target.database }),
    max: 1,
    prepare: false,
    fetch_types: false,
    ssl: false, // Wire does it
    connect_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: applicationName, DateStyle: "ISO" }, // the only style that is read here
  });
  teachArrays(asCodecs(front.options));
  mendCopy(asQuery(front.unsafe("")));
  if (limits.onStatement) watchQueries(asQuery(front.unsafe("")), limits.onStatement);

  const session = {
    ...front.options.connection,
    // The server may have another default, under which what runs side by side would be refused, not queued.
    default_transaction_isolation: "read committed" as const,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  };

  async function open(connectMs: number): Promise<Link> {
    const bare = pooled;
    try {
      const connection = bare ? front.options.connection : session;
      const link = await openLink({ ...front.options, connection, prepare: !bare }, target, connectMs);
      limits.onOpened?.(link.wire.dialogue.processId);
      return link;
    } catch (error) {
      // PgBouncer refuses parameters it does not know; then the limits are enforced only on this side.
      if (bare || !/unsupported startup parameter/.test(String(error))) throw error;
      pooled = true;
      return open(connectMs);
    }
  }

  const pool = new Pool(() => open(limits.connectMs), limits);
  const lent: Lend = (from, work) =>
    lend(from, (link) => (limits.whileLent ? limits.whileLent(() => work(link)) : work(link)));
  const stopWatch = watchLinks(pool.links, limits, open, () => pooled);
  return {
    pg: throughPool(front, pool, lent),
    withConnection: (fn) => lent(pool, ({ client }) => fn(unnamed(client))),
    async listen(channel, hear) {
      if (pooled) return null;
      const options = {
        ...front.options,
        connection: session,
        onnotify: (_: string, text: string) => hear(text),
      };
      return listenOver(await openLink(options, target, limits.connectMs), channel, limits.connectMs);
    },
    use: () => pool.use,
    async end(graceMs) {
      stopWatch();
      await pool.end(graceMs);
    },
  };
}

type Lend = <T>(pool: Pool, work: (link: Link) => Promise<T>) => Promise<T>;

function throughPool(front: Sql, pool: Pool, lent: Lend): Sql {
  const routed = unnamed(front);
  const route = (made: unknown) => {
    if (made instanceof Promise) asQuery(made).handler = (query) => void dispatch(pool, query);
    return made;
  };
  const begin = (...args: unknown[]) =>
    lent(pool, async ({ client }) => asNesting(unnamed(client)).begin?.(...args));
  const unsupported = () => {
    throw new Error(
      "not supported: it needs a session of its own, which a transaction-mode pooler cannot give",
    );
  };
  return asSql(
    Object.assign((...args: Parameters<Sql>) => route(routed(...args)), front, {
      unsafe: (...args: Parameters<Sql["unsafe"]>) => route(front.unsafe(...args)),
      file: (...args: Parameters<Sql["file"]>) => route(front.file(...args)),
      begin,
      end: () => pool.end(5_000),
      reserve: unsupported,
      listen: unsupported,
      notify: unsupported,
      subscribe: unsupported,
    }),
  );
}

/** The same client, transaction or savepoint, whose tagged templates do not become named statements. */
function unnamed<T extends object>(client: T): T {
  const plain = (...args: unknown[]) => {
    const made = asCallable(client)(...args);
    if (made instanceof Promise) asQuery(made).options.prepare ??= false;
    return made;
  };
  const wrapped = Object.assign(plain, client);
  for (const name of ["begin", "savepoint"] as const) {
    const open = asNesting(client)[name];
    const inner = (work: unknown) =>
      typeof work === "function" ? (nested: object) => work(unnamed(nested)) : work;
    if (open) Object.assign(wrapped, { [name]: (...args: unknown[]) => open(...args.map(inner)) });
  }
  return wrapped;
}

/** Gives a query to a free link, at once if there is one; the link is free again when the server is ready for more. */
async function dispatch(pool: Pool, query: DriverQuery): Promise<void> {
  try {
    const link = pool.take() ?? (await pool.acquire());
    if (query.cancelled) return pool.release(link);
    link.wire.whenReady = () => pool.release(link, link.wire.dialogue.idle);
    link.run(query);
  } catch (error) {
    query.reject(error);
  }
}

/** Lends a link to `work`. A link that is returned in a transaction, in a COPY or with a response pending is not reused. */
async function lend<T>(pool: Pool, work: (link: Link) => Promise<T>): Promise<T> {
  const link = await pool.acquire();
  const lost = Promise.withResolvers<never>();
  const forget = link.wire.onLost(lost.reject);
  try {
    return await Promise.race([work(link), lost.promise]);
  } finally {
    forget();
    pool.release(link, link.wire.dialogue.idle);
  }
}
