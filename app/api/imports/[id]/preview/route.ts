import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { previewImport } from "@/lib/imports/preview";
import { importParams, importPreview, previewQuery } from "@/lib/imports/schemas";

export const GET = route({
  operationId: "previewImport",
  summary: "Preview an import",
  description:
    "Reads the stored file again. `encoding`, `delimiter`, `quote`, `escape` and `headerRow` override what was detected, without another upload.",
  tag: "imports",
  params: importParams,
  query: previewQuery,
  response: { 200: importPreview },
  errors: ["IMPORT_NOT_PENDING", "GONE"],
  handler: async ({ workspace, params, query }) => previewImport(workspace.id, params.id, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
