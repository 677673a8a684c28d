import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { confirmImport } from "@/lib/imports/confirm";
import { confirmBody, importParams, importStarted } from "@/lib/imports/schemas";
import { startJob } from "@/lib/server/jobs";

export const maxDuration = 300;

export const POST = route({
  operationId: "confirmImport",
  summary: "Confirm an import's column mapping and start processing",
  description:
    "By the body, or without one by the draft. Of two confirmations at once one gets 202, the other 409; so does one whose `draftVersion` is not the draft's any more.",
  tag: "imports",
  idempotent: true,
  params: importParams,
  body: confirmBody.optional(),
  example: { columnMapping: { "E-mail": "email", "First name": "first_name", Score: "skip" } },
  response: { 202: importStarted },
  errors: ["CONFLICT", "IMPORT_NOT_PENDING", "GONE"],
  handler: async ({ workspace, params, body }) => {
    await confirmImport(workspace.id, params.id, body);
    startJob("import", { workspaceId: workspace.id, id: params.id });
    return { importId: params.id, status: "processing" as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
