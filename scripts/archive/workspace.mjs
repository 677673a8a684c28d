import { Failure } from "../lib/failure.mjs";
import { quoted } from "./tables.mjs";

/** @import { Loaded, Scope, Table } from "./types.ts" */
/** @import { Statements } from "../lib/types.ts" */

/** The accounts included with a workspace have no credentials: their users set a new password. */
const CREDENTIALS = ["encrypted_password"];
export const ACCOUNTS = "identity.users";
const LANDING = "pg_temp.accounts";

/**
 * The workspace of an archive, or undefined when it has all.
 * @param {Scope} scope
 */
export function workspaceOf(scope) {
  return scope === "everything" ? undefined : scope.workspace;
}

/**
 * Throws a Failure when the database has no such workspace, or the id is invalid.
 * @param {Statements} tx
 * @param {string} workspaceId
 */
export async function requireWorkspace(tx, workspaceId) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(workspaceId))
    throw new Failure(`${workspaceId} is not the id of a workspace; GET /api/workspace tells it.`);
  const [found] = await tx.unsafe(`select from public.workspaces where id = '${workspaceId}'::uuid`);
  if (!found) throw new Failure(`There is no workspace ${workspaceId}.`);
}

/**
 * The content of an archive of one workspace: its rows, and the accounts of its members without their passwords.
 * @param {Statements} tx
 * @param {Table[]} tables
 * @param {string} workspaceId
 */
export async function tablesOfWorkspace(tx, tables, workspaceId) {
  await requireWorkspace(tx, workspaceId);
  return tables.flatMap((table) => {
    if (table.workspace) return [table];
    const columns = table.columns.filter((column) => !CREDENTIALS.includes(column));
    return table.name === ACCOUNTS ? [{ ...table, columns }] : [];
  });
}

/**
 * Throws when the database already has the workspace.
 * @param {Statements} pg
 * @param {string} workspaceId
 */
export async function requireAbsent(pg, workspaceId) {
  const [found] = await pg.unsafe(`select from public.workspaces where id = '${workspaceId}'::uuid`);
  if (found) throw new Failure(`Workspace ${workspaceId} already exists here. Nothing was changed.`);
}

/**
 * Tombstones of a workspace that was deleted here would make the sweep delete its restored files.
 * @param {Statements} pg
 * @param {string} workspaceId
 */
export async function forgetDeletion(pg, workspaceId) {
  await pg.unsafe(`delete from public.blob_tombstones where workspace_id = '${workspaceId}'::uuid`);
}

/**
 * Accounts are first loaded into a separate table, because some of them may exist here already.
 * @param {Statements} tx
 * @param {Loaded[]} tables
 */
export async function landAccounts(tx, tables) {
  await tx.unsafe(`create temp table accounts (like ${ACCOUNTS} including defaults) on commit drop`);
  return tables.map((table) => (table.name === ACCOUNTS ? { ...table, target: LANDING } : table));
}

/**
 * Adds the accounts that do not exist here. Throws when an address belongs to another account here.
 * @param {Statements} tx
 * @param {Loaded[]} tables
 */
export async function addAccounts(tx, tables) {
  const accounts = tables.find(({ name }) => name === ACCOUNTS);
  if (!accounts) return;
  const [taken] = await tx.unsafe(`
    select a.email from ${LANDING} a join ${ACCOUNTS} u on u.email = a.email and u.id <> a.id limit 1`);
  if (taken)
    throw new Failure(
      `${taken.email}, a member of the workspace, has another account here. Delete that one first, or restore elsewhere. Nothing was restored.`,
    );
  const columns = accounts.columns.map(quoted).join(", ");
  await tx.unsafe(`
    insert into ${ACCOUNTS} (${columns}) select ${columns} from ${LANDING} on conflict (id) do nothing`);
}
