import { pg } from "@/db/client";
import { forgetUnused } from "@/lib/contacts/custom-keys";
import { each } from "@/lib/each";

/** Workspaces per sweep: each requires reading all of its contacts. */
const WORKSPACES = 20;

/**
 * Deletes the fields that a write created, that no contact has any more and that no job is about to fill, nor a stopped
 * import that can be resumed: a key may say something about a deleted contact (docs/decisions/erasure.md). Only where
 * contacts were deleted since the last check. Returns how many workspaces were checked.
 */
export async function forgetFields(): Promise<number> {
  const due = await pg()<{ id: string }[]>`
    select distinct f.workspace_id as id from field_definitions f
    join workspace_counts c on c.workspace_id = f.workspace_id and c.erasures <> f.erasures
    where f.is_noted and f.looked_at < now() - interval '10 minutes' limit ${WORKSPACES}`;
  await each(due, ({ id }) => pg().begin((tx) => forgetUnused(tx, id)));
  return due.length;
}
