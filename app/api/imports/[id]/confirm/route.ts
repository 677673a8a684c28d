import { sendDueMails } from "@/lib/email/outbox";
import { background } from "@/lib/http/background";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { confirmImport } from "@/lib/imports/confirm";
import { processImport } from "@/lib/imports/engine/process";
import { confirmBody, importParams, importStarted } from "@/lib/imports/schemas";

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
    background(async () => {
      await processImport(workspace.id, params.id);
      await sendDueMails();
    });
    return { importId: params.id, status: "processing" as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
