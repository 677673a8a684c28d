import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { findImport } from "@/lib/imports/queries";
import { removeImport } from "@/lib/imports/remove";
import { importParams, importRecord } from "@/lib/imports/schemas";
import { reviveImports } from "../../revive";

export const GET = route({
  operationId: "getImport",
  summary: "Read one import with its live counters",
  tag: "imports",
  params: importParams,
  response: { 200: importRecord },
  handler: async ({ workspace, params }) => {
    reviveImports(workspace.id);
    return findImport(workspace.id, params.id);
  },
});

export const DELETE = route({
  operationId: "deleteImport",
  summary: "Delete an import's record and its stored file",
  description: "A running import is stopped first. The contacts it imported stay.",
  tag: "imports",
  params: importParams,
  response: { 204: null },
  handler: async ({ workspace, params }) => removeImport(workspace.id, params.id).then(() => undefined),
});

export const { POST, PUT, PATCH, OPTIONS } = otherMethods({ GET, DELETE });
