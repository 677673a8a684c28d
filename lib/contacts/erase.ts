import { pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { notFound } from "@/lib/errors";
import { removeFiles } from "@/lib/files/remove";
import { insertTombstones } from "@/lib/files/tombstones";

/** Throws 404 when the workspace has no such contact. */
export async function deleteContact(workspaceId: string, id: string): Promise<void> {
  const deleted = await deleteContacts(workspaceId, [id]);
  if (deleted === 0) throw notFound("Contact");
}

/**
 * How many of these contacts were really removed; unknown and foreign ids are ignored, repeated ones count once. Refused
 * rows that name their addresses go with them; the database's triggers remove what else is stored of them
 * (docs/decisions/erasure.md). Not so in the undo of an import: its user still wants to know what was refused.
 */
export async function deleteContacts(workspaceId: string, ids: string[]): Promise<number> {
  const [row] = await retryDeadlocks(
    () => pg()<{ deleted: number }[]>`
      with gone as (
        delete from contacts where workspace_id = ${workspaceId} and id = any(${ids}) returning email
      ), refused as (
        delete from import_errors
        where workspace_id = ${workspaceId} and addresses_in(cells) && (select array_agg(email::text) from gone)
      )
      select count(*)::int as deleted from gone`,
  );
  const deleted = row?.deleted ?? 0;
  if (deleted > 0) await removeFiles(workspaceId, await discardErasedFiles(workspaceId));
  return deleted;
}

/**
 * Takes the files that may hold somebody who was deleted from their rows, and leaves tombstones: those of imports that
 * are over, which nothing reads, and those of exports, which nobody can download since the deletion. Of one workspace,
 * or of all (the sweep, for imports that were still running). A row that another job holds at this moment is left to
 * the next time. Returns their keys.
 */
export async function discardErasedFiles(workspaceId?: string): Promise<string[]> {
  const ofWorkspace = workspaceId ? pg()`and n.workspace_id = ${workspaceId}` : pg()``;
  const rows = await pg()<{ key: string }[]>`
    with of_imports as (
      select i.workspace_id, i.id, i.blob_key from imports i join workspace_counts n on n.workspace_id = i.workspace_id
      where i.status in ('completed', 'failed', 'cancelled') and i.blob_key is not null
        and coalesce(i.erasures, 0) < n.erasures ${ofWorkspace}
      for no key update of i skip locked
    ), of_exports as (
      select e.workspace_id, e.id, e.blob_key, e.checkpoint
      from exports e join workspace_counts n on n.workspace_id = e.workspace_id
      where e.status = 'completed' and e.blob_key is not null
        and e.erasures is distinct from n.erasures ${ofWorkspace}
      for no key update of e skip locked
    ), stored as (
      select workspace_id, blob_key as key from of_imports
      union
      select workspace_id, blob_key from of_exports
      union
      select workspace_id, part ->> 'key' from of_exports, jsonb_array_elements(checkpoint -> 'parts') part
    ), tombstones as (${insertTombstones(pg(), "stored")}), imports_done as (
      update imports i set blob_key = null from of_imports f where i.workspace_id = f.workspace_id and i.id = f.id
    ), exports_done as (
      update exports e set blob_key = null, checkpoint = null
      from of_exports f where e.workspace_id = f.workspace_id and e.id = f.id
    )
    select key from stored`;
  return rows.map(({ key }) => key);
}
