import { undoQuery } from "@/lib/changes/schemas";
import { otherMethods } from "@/lib/http/methods";
import { replyUndo } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { undoOf } from "@/lib/imports/engine/undo";
import { previewUndo } from "@/lib/imports/engine/undo-preview";
import { requestUndo } from "@/lib/imports/engine/undo-request";
import { importParams, undoPreview, undoResult } from "@/lib/imports/schemas";
import { startJobNow } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "previewImportUndo",
  summary: "Preview the undo of an import",
  description:
    "Counts over the current contacts how many would be removed, restored, or kept because they have been edited since. Changes nothing. Once the undo has begun, shows its progress.",
  tag: "imports",
  params: importParams,
  response: { 200: undoPreview },
  errors: ["CONFLICT", "GONE"],
  handler: ({ workspace, params }) => previewUndo(workspace.id, params.id),
});

export const POST = route({
  operationId: "undoImport",
  summary: "Undo an import",
  description:
    "Removes the contacts that the import created and restores the ones it updated. Contacts edited since then are kept and listed; asking again undoes them once those edits are undone. Possible for 30 days. Answers 200 when it is done within `wait_ms`, otherwise 202: poll the import for progress.",
  tag: "imports",
  needs: "undo",
  params: importParams,
  query: undoQuery,
  audit: { action: "import.undone" },
  response: { 200: undoResult, 202: undoResult },
  errors: ["CONFLICT", "GONE"],
  handler: async ({ workspace, params, query }) => {
    await requestUndo(workspace.id, params.id);
    await startJobNow("undo", { workspaceId: workspace.id, id: params.id }, query.wait_ms);
    return replyUndo(await undoOf(workspace.id, params.id));
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
