import { contentDisposition } from "@/lib/content-disposition";
import { otherMethods } from "@/lib/http/methods";
import { media, reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { importErrorPage, importErrorsQuery } from "@/lib/imports/error-schemas";
import { errorFile, errorPage } from "@/lib/imports/row-errors";
import { importParams } from "@/lib/imports/schemas";

export const GET = route({
  operationId: "listImportErrors",
  summary: "List the rows that an import rejected, and why",
  description:
    "As JSON, paged by row number, or with `format=csv` as a file with the original columns plus `_line` and `_error`, which can be corrected and uploaded again as it is.",
  tag: "imports",
  params: importParams,
  query: importErrorsQuery,
  response: { 200: [importErrorPage, media("text/csv", "The rows as a file")] },
  handler: async ({ workspace, params, query }) => {
    if (query.format === "json") return errorPage(workspace.id, params.id, query.after ?? 0, query.limit);
    const { filename, stream } = await errorFile(workspace.id, params.id, query.language);
    return reply(200, stream, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition(filename),
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
