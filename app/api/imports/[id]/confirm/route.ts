import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { confirmImport } from "@/lib/imports/confirm";
import { confirmBody, confirmQuery, importParams, importStarted } from "@/lib/imports/schemas";
import { startJob } from "@/lib/server/jobs";

export const maxDuration = 300;

export const POST = route({
  operationId: "confirmImport",
  summary: "Confirm an import's column mapping and start processing",
  description:
    "Uses the body, or the draft when there is none. Of two concurrent confirmations one gets 202 and the other 409; an outdated `draftVersion` gets 409, too. With the `etag` of the changes that were reviewed, exactly these are made.",
  tag: "imports",
  needs: "import",
  idempotent: true,
  params: importParams,
  query: confirmQuery,
  body: confirmBody.optional(),
  example: { columnMapping: { "E-mail": "email", "First name": "first_name", Score: "skip" } },
  response: { 202: importStarted },
  errors: ["CONFLICT", "IMPORT_NOT_PENDING", "GONE"],
  handler: async ({ workspace, params, query, body, request }) => {
    const { etag, whenChanged, notify = true } = query;
    const seen =
      etag === undefined || whenChanged === "continue" ? undefined : { etag, signal: request.signal };
    await confirmImport(workspace.id, params.id, body, { seen, notify });
    startJob("import", { workspaceId: workspace.id, id: params.id });
    return { importId: params.id, status: "processing" as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
