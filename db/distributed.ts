import type { Row, Sql, TransactionSql } from "postgres";
import { env } from "@/lib/env";
import { isConnectionLost, pg } from "./client";
import { KIND } from "./settings.mjs";

/** Whether the database is distributed, by its address: as the latest transaction that writes contacts found it. */
const known = new Map<string, boolean>();

interface Kind {
  isDistributed: boolean;
  /** Settings of this session under which undo or counts would be wrong. */
  wrong: string[];
}

/** What `KIND` found. */
function kindOf(row: { wrong: string | null } | undefined): Kind {
  return {
    isDistributed: typeof row?.wrong === "string",
    wrong: row?.wrong?.split(", ").filter(Boolean) ?? [],
  };
}

/** What the database is, and whether its settings keep undo and counts correct. */
export async function databaseKind(on: Sql | TransactionSql): Promise<Kind> {
  const [row] = await on.unsafe<{ wrong: string | null }[]>(`select ${KIND} as wrong`);
  return kindOf(row);
}

/** The database's settings would lose the undo journal, or miscount: nothing may be written. */
class SettingsError extends Error {
  override readonly name = "SettingsError";
  /** As the database's own refusal (`refuse_without_journal`). */
  readonly code = "KJ001";
}

/**
 * For the first statement of a transaction that writes contacts, which selects `KIND` as `wrong`: every connection may
 * have other settings, and lead to another server. Throws if undo or counts would be wrong.
 */
export function requireSettings(row: { wrong: string | null } | undefined): void {
  const { isDistributed, wrong } = kindOf(row);
  if (wrong.length > 0)
    throw new SettingsError(`${wrong.join(", ")} not as undo and counts need it (npm run db:distribute)`);
  known.set(env().DATABASE_URL ?? "", isDistributed);
}

/**
 * Whether `npm run db:distribute` turned this database into a distributed one: which statements it takes. Queried once
 * for each address.
 */
export async function isDistributed(tx: Sql | TransactionSql): Promise<boolean> {
  const address = env().DATABASE_URL ?? "";
  const before = known.get(address);
  if (before !== undefined) return before;
  const kind = await databaseKind(tx);
  known.set(address, kind.isDistributed);
  return kind.isDistributed;
}

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
