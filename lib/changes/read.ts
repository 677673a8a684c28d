import { pg } from "@/db/client";
import { fitting } from "@/lib/pages";
import { readSteps, type Step } from "./history";
import { type Listed, listImported } from "./import-contacts";
import { nameKept } from "./kept-names";
import { predictUndo } from "./predict-undo";
import { type Progress, readProgress } from "./progress";
import { findChange, findChanges } from "./queries";
import { erased } from "./request";
import type { ChangeEntry, ChangeSetView, ChangeUndo, FieldChange } from "./schemas";
import { readTagFields } from "./tag-fields";

/** A change set with a page of its effects on contacts. Throws 404. */
export async function readChange(
  workspaceId: string,
  id: string,
  page: { cursor?: string | undefined; limit: number },
) {
  const set = await findChange(workspaceId, id);
  const rows = await (set.way === "import"
    ? listImported(workspaceId, set, page)
    : listWritten(workspaceId, id, page));
  const shown = rows.slice(0, page.limit);
  const ids = shown.map((row) => row.id);
  const [steps, existing] = await Promise.all([
    readSteps(workspaceId, ids, [id]),
    existingOf(workspaceId, ids),
  ]);
  const byContact = Map.groupBy(steps, (step) => step.contactId);
  const entries = shown.map(({ id: contact_id, kind, email }): ChangeEntry => {
    const own = byContact.get(contact_id) ?? [];
    const fields = kind === "changed" ? inAll(own) : [];
    return { contact_id, kind, email: own.at(-1)?.email ?? email, exists: existing.has(contact_id), fields };
  });
  const data = fitting(entries);
  return {
    ...set,
    entries: data,
    tag_fields: await readTagFields(workspaceId, set),
    nextCursor: rows.length > data.length ? (data.at(-1)?.contact_id ?? null) : null,
  };
}

async function existingOf(workspaceId: string, ids: string[]): Promise<Set<string>> {
  const rows = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

function listWritten(workspaceId: string, id: string, page: { cursor?: string | undefined; limit: number }) {
  return pg()<Listed[]>`
    select contact_id as id, kind, null as email from contact_changes
    where workspace_id = ${workspaceId} and change_id = ${id}
      and (${page.cursor ?? null}::uuid is null or contact_id > ${page.cursor ?? null}::uuid)
    order by contact_id limit ${page.limit + 1}`;
}

/** The changes of several steps as one: several rows of an import may be about the same contact. */
function inAll(steps: Step[]): FieldChange[] {
  if (steps.length < 2) return steps[0]?.fields ?? [];
  const fields = new Map<string, FieldChange>();
  for (const { field, old, new: now } of steps.flatMap((step) => step.fields))
    fields.set(field, { field, old: (fields.get(field) ?? { old }).old, new: now });
  return [...fields.values()].filter(({ old, new: now }) => JSON.stringify(old) !== JSON.stringify(now));
}

/**
 * The progress or the result of a change set's undo. The undo of an import, which replaces an earlier one, is reported
 * there. Throws 404.
 */
export async function readUndo(workspaceId: string, id: string, by: string): Promise<ChangeUndo> {
  const [row] = await pg()<{ status: "processing" | "completed"; progress: string | null }[]>`
    select s.status, coalesce(s.result, i.undo_result)::text as progress from change_sets s
    left join imports i on i.workspace_id = ${workspaceId} and i.id = s.undoes and i.undo_change_id = s.id
    where s.workspace_id = ${workspaceId} and s.id = ${by}`;
  const head: Head = { change_id: id, undo_id: by, undo_status: row?.status ?? "completed" };
  return toUndo(workspaceId, head, readProgress(row?.progress));
}

type Head = Pick<ChangeUndo, "change_id" | "undo_id" | "undo_status">;

async function toUndo(workspaceId: string, head: Head, progress: Progress): Promise<ChangeUndo> {
  const { items } = progress;
  const [sets, names] = await Promise.all([
    findChanges(workspaceId, [...new Set(items.flatMap(({ by }) => by ?? []))]),
    nameKept(workspaceId, head.change_id, items),
  ]);
  const kept_items = items.map(({ id, of, reason, by }) => ({
    id,
    of,
    email: (of === "contact" && names.get(id)) || null,
    name: (of !== "contact" && names.get(id)) || null,
    reason: reason as ChangeUndo["kept_items"][number]["reason"],
    by: (by && sets.get(by)) || null,
  }));
  return { ...head, ...countsOf(progress), again: null, kept_items };
}

/** Only the counts: the undo of an import stores more. */
function countsOf(progress: Progress) {
  const { removed, restored, removed_others, restored_others, kept } = progress;
  const { still_unsubscribed, opt_outs_withdrawn, opt_outs_remembered } = progress;
  return {
    ...{ removed, restored, removed_others, restored_others, kept },
    ...{ still_unsubscribed, opt_outs_withdrawn, opt_outs_remembered },
  };
}

/**
 * What undoing a change set would do now; for an undo that has begun, its progress; for one that kept something, also
 * what a further undo would do.
 */
export async function previewUndo(
  workspaceId: string,
  { id, undone_by, erased: isErased }: Pick<ChangeSetView, "id" | "undone_by" | "erased">,
): Promise<ChangeUndo> {
  if (isErased) throw erased();
  if (!undone_by) {
    const head = { change_id: id, undo_id: null, undo_status: null };
    return toUndo(workspaceId, head, await predictUndo(workspaceId, id));
  }
  const known = await readUndo(workspaceId, id, undone_by);
  if (known.undo_status === "processing" || known.kept === 0) return known;
  const { removed, restored } = await predictUndo(workspaceId, id);
  return { ...known, again: { removed, restored } };
}
