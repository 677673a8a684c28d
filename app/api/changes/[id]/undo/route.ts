import { findChange, lastWriters } from "@/lib/changes/queries";
import { previewUndo, readUndo } from "@/lib/changes/read";
import { requestUndo } from "@/lib/changes/request";
import { changeParams, changeUndo, undoQuery } from "@/lib/changes/schemas";
import { otherMethods } from "@/lib/http/methods";
import { replyUndo } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { undoOf, withTakenAddress } from "@/lib/imports/engine/undo";
import { previewUndo as previewImportUndo } from "@/lib/imports/engine/undo-preview";
import { requestUndo as requestImportUndo } from "@/lib/imports/engine/undo-request";
import type { UndoPreview, UndoResult } from "@/lib/imports/schemas";
import { startJobNow } from "@/lib/server/jobs";

export const maxDuration = 300;

/** An import has a journal of its own: its undo, in the form of a change set's. */
async function ofImport(workspaceId: string, undo: UndoPreview | UndoResult) {
  const { importId: change_id, undo_status, kept_contacts } = undo;
  const { removed, restored, kept, still_unsubscribed, opt_outs_withdrawn } = undo;
  const undo_id = undo_status && (await findChange(workspaceId, change_id)).undone_by;
  const ids = kept_contacts.map(({ id }) => id);
  const [writers, taken] = await Promise.all([
    lastWriters(workspaceId, ids),
    withTakenAddress(workspaceId, change_id, ids),
  ]);
  const kept_items = kept_contacts.map(({ id, email, exists }) => {
    const reason = exists ? ("edited" as const) : ("deleted" as const);
    const why = taken.has(id)
      ? { reason: "email_taken" as const, by: null }
      : { reason, by: writers.get(id) ?? null };
    return { id, of: "contact" as const, email, name: null, ...why };
  });
  const again = "again" in undo ? undo.again : null;
  const counts = {
    removed,
    restored,
    // What it removes of tags is not among its figures.
    removed_others: 0,
    restored_others: 0,
    kept,
    still_unsubscribed,
    opt_outs_withdrawn,
    opt_outs_remembered: 0,
    again,
  };
  return { change_id, undo_id, undo_status, ...counts, kept_items };
}

export const GET = route({
  operationId: "previewChangeUndo",
  summary: "Preview the undo of a change set",
  description:
    "Applies the rules of the undo to the contacts as they are now. Nothing is changed. Once the undo has begun, shows its progress.",
  tag: "changes",
  params: changeParams,
  response: { 200: changeUndo },
  errors: ["CONFLICT", "GONE"],
  handler: async ({ workspace, params }) => {
    const set = await findChange(workspace.id, params.id);
    if (set.way === "import") return ofImport(workspace.id, await previewImportUndo(workspace.id, set.id));
    return previewUndo(workspace.id, set);
  },
});

export const POST = route({
  operationId: "undoChange",
  summary: "Undo a change set",
  description:
    "What it created is removed, what it changed gets its former values back, and what it deleted is restored with its id, tags and custom fields. What somebody has changed since stays as it is and is listed with the reason; asking again undoes it once nothing prevents that any more. Possible for 30 days. The undo is itself a change set, so it can be undone too; an import is then in effect again. An opt-out stays unless this change set alone recorded it. Answers 200 when it is done within `wait_ms`, otherwise 202: it continues in the background; GET on the same path shows its progress.",
  tag: "changes",
  needs: "undo",
  params: changeParams,
  query: undoQuery,
  audit: { action: "change.undone" },
  response: { 200: changeUndo, 202: changeUndo },
  errors: ["CONFLICT", "GONE"],
  handler: async ({ workspace: { id: workspaceId }, params: { id }, query }) => {
    const { way } = await findChange(workspaceId, id);
    if (way === "import") {
      await requestImportUndo(workspaceId, id);
      await startJobNow("undo", { workspaceId, id }, query.wait_ms);
      return replyUndo(await ofImport(workspaceId, await undoOf(workspaceId, id)));
    }
    const by = await requestUndo(workspaceId, id);
    await startJobNow("change_undo", { workspaceId, id: by }, query.wait_ms);
    return replyUndo(await readUndo(workspaceId, id, by));
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
