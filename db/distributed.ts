import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { env } from "@/lib/env";
import { pg } from "./client";

/** Whether the database is distributed, by its address: it does not become one while the app runs. */
const known = new Map<string, boolean>();

interface Kind {
  isDistributed: boolean;
  /** Whether a transaction's settings reach the shards. */
  forwards: boolean;
}

/**
 * What the database is, and whether its settings are those under which undo and counts are right. Without
 * `citus.propagate_set_commands = local` no shard hears which import writes it: its undo journal would stay empty, and
 * nobody would notice.
 */
export async function databaseKind(on: Sql | TransactionSql): Promise<Kind> {
  const [row] = await on<{ isDistributed: boolean; forwards: boolean }[]>`
    select to_regprocedure('public.shard_beside(oid, text)') is not null as "isDistributed",
      coalesce(current_setting('citus.propagate_set_commands', true), '') = 'local' as forwards`;
  return row ?? { isDistributed: false, forwards: false };
}

/**
 * Whether `npm run db:distribute` made this database a distributed one. Asks once for each address. Throws where settings
 * are missing without which an import could not be undone.
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
 * `now()`, or `later` than that, as a piece of SQL for an expression that works with it. On a distributed database it is
 * written out, because that takes neither this function nor times that are added into the parts of a statement that are
 * worked out on a shard.
 */
export async function nowIn(tx: TransactionSql, later?: string): Promise<string> {
  const at = later ? `(now() + interval '${later}')` : "now()";
  if (!(await isDistributed(tx))) return at;
  const [row] = await tx.unsafe<{ at: string }[]>(`select ${at}::text as at`);
  return `'${row?.at}'::timestamptz`;
}

/**
 * What a statement that locks rows of all workspaces is run for: null for all at once; on a distributed database, where a
 * lock needs the workspace, each one that `due` names.
 */
export async function scopesOf(due: () => PendingQuery<Row[]>): Promise<(string | null)[]> {
  if (!(await isDistributed(pg()))) return [null];
  return (await due()).map(({ workspace_id }) => String(workspace_id));
}

/** For a `where`: only rows of this workspace, or of all with null. */
export function onlyOf(table: string, workspaceId: string | null) {
  return workspaceId === null ? pg()`true` : pg()`${pg()(table)}.workspace_id = ${workspaceId}`;
}
