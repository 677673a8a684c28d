import { sql } from "@/db/client";

/**
 * Contacts were deleted: files that may hold them go too. Nothing reads the file of an import that is over, so it is
 * buried at once. An export may be the copy somebody made before deleting: it can be downloaded for one more day. An
 * import whose row another job holds at this moment is left to the next deletion.
 */
export async function eraseFiles(workspaceId: string): Promise<void> {
  await sql()`
    with held as (
      select id, blob_key from imports
      where workspace_id = ${workspaceId} and status in ('completed', 'failed', 'cancelled') and blob_key is not null
      for no key update skip locked
    ), buried as (
      insert into blob_tombstones (key, workspace_id)
      select blob_key, ${workspaceId}::uuid from held on conflict do nothing
    )
    update imports i set blob_key = null from held h where i.workspace_id = ${workspaceId} and i.id = h.id`;
  await sql()`
    update exports set expires_at = now() + interval '1 day'
    where workspace_id = ${workspaceId} and blob_key is not null and expires_at > now() + interval '1 day'`;
}
