import type { Row, Sql, TransactionSql } from "postgres";
import { env } from "@/lib/env";
import { isConnectionLost, pg } from "./client";

/** Whether the database is distributed, cached by its address: it does not become distributed while the app runs. */
const known = new Map<string, boolean>();

interface Kind {
  isDistributed: boolean;
  /** Whether a transaction's settings reach the shards. */
  forwards: boolean;
}

/**
 * What the database is, and whether its settings keep undo and counts correct. Without `citus.propagate_set_commands =
 * local` no shard learns which import writes it: its undo journal would stay empty, and nobody would notice.
 */
export async function databaseKind(on: Sql | TransactionSql): Promise<Kind> {
  const [row] = await on<{ isDistributed: boolean; forwards: boolean }[]>`
    select to_regprocedure('public.shard_beside(oid, text)') is not null as "isDistributed",
      coalesce(current_setting('citus.propagate_set_commands', true), '') = 'local' as forwards`;
  return row ?? { isDistributed: false, forwards: false };
}

/**
 * Whether `npm run db:distribute` turned this database into a distributed one. Queried once for each address. Throws
 * if settings are missing without which an import could not be undone.
 */
export async function isDistributed(tx: Sql | TransactionSql): Promise<boolean> {
  const address = env().DATABASE_URL ?? "";
  const before = known.get(address);
  if (before !== undefined) return before;
  const kind = await databaseKind(tx);
  if (kind.isDistributed && !kind.forwards) throw new Error(NOT_FORWARDED);
  known.set(address, kind.isDistributed);
  return kind.isDistributed;
}

const NOT_FORWARDED =
  "citus.propagate_set_commands is not 'local': the undo journal would stay empty (npm run db:distribute)";

/**
 * `now()`, or `later` than that, as a piece of SQL for use in an expression. On a distributed database it is written
 * out, because that accepts neither this function nor time arithmetic in the parts of a statement that run on a shard.
 */
export async function nowIn(tx: TransactionSql, later?: string): Promise<string> {
  const at = later ? `(now() + interval '${later}')` : "now()";
  if (!(await isDistributed(tx))) return at;
  const [row] = await tx.unsafe<{ at: string }[]>(`select ${at}::text as at`);
  return `'${row?.at}'::timestamptz`;
}

/**
/**
 * Reads rows of a table in all workspaces, by a statement that reads nothing else and has no parameters. If a node of a
 * distributed database is down, each shard is queried by itself and that node is left out: work for the others goes on.
 */
export async function inAllWorkspaces<T extends Row>(
  table: string,
  statement: (table: string) => string,
): Promise<T[]> {
  try {
    return await pg().unsafe<T[]>(statement(table));
  } catch (error) {
    if (!isConnectionLost(error) || !(await isDistributed(pg()))) throw error;
    const each = `select coalesce(json_agg(r), '[]') from (${statement("%s")}) r`;
    const shards = await pg()<{ result: string }[]>`
      select result from run_command_on_shards(${table}, ${each}) where success`;
    return shards.flatMap(({ result }) => JSON.parse(result));
  }
}

/**
 * The workspaces for which to run a statement that locks rows of all workspaces: null for all at once; on a
 * distributed database, where a lock needs the workspace, each one that `due` returns.
 */
export async function scopesOf(due: () => PromiseLike<Row[]>): Promise<(string | null)[]> {
  if (!(await isDistributed(pg()))) return [null];
  return (await due()).map(({ workspace_id }) => String(workspace_id));
}

/** For a `where`: only rows of this workspace; of all workspaces if null. */
export function onlyOf(table: string, workspaceId: string | null) {
  return workspaceId === null ? pg()`true` : pg()`${pg()(table)}.workspace_id = ${workspaceId}`;
}
