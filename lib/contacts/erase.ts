import { and, eq, inArray } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { contacts } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { insertTombstones } from "@/lib/files/tombstones";

/** Throws 404 when the workspace has no such contact. */
export async function deleteContact(workspaceId: string, id: string): Promise<void> {
  const deleted = await deleteContacts(workspaceId, [id]);
  if (deleted === 0) throw notFound("Contact");
}

/**
 * How many of these contacts were really removed; unknown and foreign ids are ignored, repeated ones count once. The
 * database's triggers remove what else is stored of them (docs/decisions/erasure.md).
 */
export async function deleteContacts(workspaceId: string, ids: string[]): Promise<number> {
  const rows = await retryDeadlocks(() =>
    db()
      .delete(contacts)
      .where(and(eq(contacts.workspace_id, workspaceId), inArray(contacts.id, ids)))
      .returning({ id: contacts.id }),
  );
  if (rows.length > 0) await eraseFiles(workspaceId);
  return rows.length;
}

/**
 * Contacts were deleted: files that may hold them go too. Nothing reads the file of an import that is over, so it is
 * removed at once. An export may be the copy somebody made before deleting: it can be downloaded for one more day. An
 * import whose row another job holds at this moment is left to the next deletion.
 */
async function eraseFiles(workspaceId: string): Promise<void> {
  await pg()`
    with held as (
      select workspace_id, id, blob_key as key from imports
      where workspace_id = ${workspaceId} and status in ('completed', 'failed', 'cancelled') and blob_key is not null
      for no key update skip locked
    ), tombstones as (${insertTombstones(pg(), "held")})
    update imports i set blob_key = null from held h where i.workspace_id = ${workspaceId} and i.id = h.id`;
  await pg()`
    update exports set expires_at = now() + interval '1 day'
    where workspace_id = ${workspaceId} and blob_key is not null and expires_at > now() + interval '1 day'`;
}
