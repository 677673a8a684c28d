import { db, pg } from "@/db/client";
import { notFound, refusal } from "@/lib/errors";
import { requireIdle } from "@/lib/fields/idle";
import { newId } from "@/lib/ids";
import { predictUndo } from "./predict-undo";
import { START } from "./progress";
import { isErased, isRunning, KEPT_SOME } from "./queries";
import { newChangeSet } from "./record";

/**
 * Requests an undo and returns its change set. Idempotent: a repeated call returns the existing undo, unless that one
 * kept something that can be undone by now; then a further undo does the rest. Throws 404; 409 for an erasure, a set
 * whose contacts were all erased, a set that is still being written, or a field that another job is about to write; 410
 * after 30 days.
 */
export async function requestUndo(workspaceId: string, id: string): Promise<string> {
  const { userId, apiKeyId } = newChangeSet(workspaceId, "undo");
  const by = newId();
  const former = await incompleteUndo(workspaceId, id);
  await requireIdleFields(workspaceId, id, former);
  const [asked] = await pg()<{ id: string }[]>`
    with target as (
      update change_sets s set undone_by = ${by}
      where workspace_id = ${workspaceId} and id = ${id} and undone_by is not distinct from ${former}
        and not ${isRunning(workspaceId)} and way not in ('import', 'contacts_erased') and not ${isErased(workspaceId)}
        and created_at > now() - interval '30 days'
      returning tag_id
    )
    insert into change_sets (workspace_id, id, way, user_id, api_key_id, tag_id, undoes, status, result)
    select ${workspaceId}, ${by}, 'undo', ${userId}, ${apiKeyId}, tag_id, ${id}, 'processing',
      ${JSON.stringify(START)}::jsonb from target
    returning id`;
  // A separate statement, because one that waited for a concurrent update would still use its old snapshot.
  return asked?.id ?? (await knownUndo(workspaceId, id));
}

/** The undo of the set that kept something and could continue now; null if there is none. */
async function incompleteUndo(workspaceId: string, id: string): Promise<string | null> {
  const [former] = await pg()<{ id: string }[]>`
    select u.id from change_sets s join change_sets u on u.workspace_id = ${workspaceId} and u.id = s.undone_by
    where s.workspace_id = ${workspaceId} and s.id = ${id} and ${pg().unsafe(KEPT_SOME)}`;
  if (!former) return null;
  const { removed, restored } = await predictUndo(workspaceId, id);
  return removed + restored > 0 ? former.id : null;
}

/** Otherwise the field would end up with values of different types. */
async function requireIdleFields(workspaceId: string, id: string, former: string | null): Promise<void> {
  const fields = await pg()<{ key: string }[]>`
    select coalesce(e.key, f.key) as key from field_changes e
    join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id and s.undone_by is not distinct from ${former}
      and not ${isRunning(workspaceId)}
    left join field_definitions f on f.workspace_id = ${workspaceId} and f.id = e.field_id
    where e.workspace_id = ${workspaceId} and e.change_id = ${id} and coalesce(e.key, f.key) is not null`;
  if (fields.length === 0) return;
  await requireIdle(
    db(),
    workspaceId,
    fields.map(({ key }) => key),
  );
}

/** The refusal of an undo that could restore nothing. */
export function erased() {
  return refusal("erased", "The contacts of this change were erased for good: nothing is left to put back");
}

async function knownUndo(workspaceId: string, id: string): Promise<string> {
  const [row] = await pg()<
    { is_running: boolean; is_erased: boolean; undone_by: string | null; is_late: boolean }[]
  >`
    select ${isRunning(workspaceId)} as is_running, ${isErased(workspaceId)} as is_erased, undone_by, created_at <= now() - interval '30 days' as is_late
    from change_sets s where workspace_id = ${workspaceId} and id = ${id}`;
  if (!row) throw notFound("Change set");
  if (row.undone_by) return row.undone_by;
  if (row.is_late) throw refusal("undo_late", "A change set can be undone for 30 days", "GONE");
  if (row.is_running) throw refusal("running", "It is still in progress");
  throw row.is_erased ? erased() : refusal("nothing_to_undo", "There is nothing left to undo");
}
