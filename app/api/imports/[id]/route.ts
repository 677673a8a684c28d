import { enforceOptOuts } from "@/lib/contacts/opt-outs";
import { background } from "@/lib/http/background";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { findImport } from "@/lib/imports/draft";
import { changeDraft } from "@/lib/imports/draft-change";
import { removeImport } from "@/lib/imports/remove";
import { draftBody, importParams, importRecord } from "@/lib/imports/schemas";
import { reviveJobsOf } from "@/lib/server/jobs";

export const GET = route({
  operationId: "getImport",
  summary: "Read one import with its current counters",
  tag: "imports",
  params: importParams,
  response: { 200: importRecord },
  handler: async ({ workspace, params }) => {
    reviveJobsOf(workspace.id, "import", "undo");
    return findImport(workspace.id, params.id);
  },
});

export const PATCH = route({
  operationId: "updateImport",
  summary: "Change the draft of a pending import",
  description:
    "The server keeps mapping, options and dialect, so that every tab and device sees the same draft, and a confirmation without a body uses it. Columns and options that are left out keep their values. A draft may be incomplete, for example without an e-mail column. With `draftVersion` a change is refused that was decided on another draft than the present one.",
  tag: "imports",
  needs: "import",
  conditional: true,
  params: importParams,
  body: draftBody,
  example: { columnMapping: { "Newsletter cancelled": "is_unsubscribed" }, options: { emptyCells: "keep" } },
  response: { 200: importRecord },
  errors: ["CONFLICT", "IMPORT_NOT_PENDING", "GONE"],
  handler: async ({ workspace, params, body, ifMatch }) =>
    changeDraft(workspace.id, params.id, body, ifMatch),
});

export const DELETE = route({
  operationId: "deleteImport",
  summary: "Delete an import's record and its stored file",
  description: "A running import is cancelled first. Imported contacts are kept.",
  tag: "imports",
  needs: "import",
  conditional: true,
  params: importParams,
  audit: { action: "import.deleted" },
  response: { 204: null },
  handler: async ({ workspace, params, ifMatch }) => {
    await removeImport(workspace.id, params.id, ifMatch);
    background(() => enforceOptOuts(workspace.id));
  },
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
