import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { dryRun } from "@/lib/imports/dry-run";
import { confirmBody, dryRunQuery, dryRunResult, importParams } from "@/lib/imports/schemas";

export const maxDuration = 300;

export const POST = route({
  operationId: "dryRunImport",
  summary: "Dry-run an import",
  description:
    "What confirming with this body, or with the draft if there is none, would do: exact numbers for the whole file, with samples of changes and errors. Nothing is written; the import does the same unless something changes in between. 503 with `Retry-After` when the workspace already has several dry runs waiting.",
  tag: "imports",
  needs: "import",
  params: importParams,
  query: dryRunQuery,
  body: confirmBody.optional(),
  example: { columnMapping: { "E-mail": "email", "First name": "first_name" } },
  response: { 200: dryRunResult },
  errors: ["CONFLICT", "IMPORT_NOT_PENDING", "GONE"],
  handler: async ({ workspace, params, query, body, request }) =>
    dryRun(workspace.id, params.id, body, { signal: request.signal, errorsLimit: query.errors_limit }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
