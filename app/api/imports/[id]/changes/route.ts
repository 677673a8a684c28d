import { contentDisposition } from "@/lib/content-disposition";
import { otherMethods } from "@/lib/http/methods";
import { media, reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { diffFileOf, diffPageOf } from "@/lib/imports/diff/read";
import { diffPage, diffQuery } from "@/lib/imports/diff/schemas";
import { importParams } from "@/lib/imports/schemas";
import { toWebStream } from "@/lib/streams";

export const maxDuration = 300;

export const GET = route({
  operationId: "listImportChanges",
  summary: "List the changes of a pending import",
  description:
    "Row by row with old and new values, for the draft as it is now; the numbers are those of the dry run. Computed by the dry run of the draft, or by the first call after the draft changed, which takes as long; then stored until the import is over, the draft changes, or a contact is deleted. `format=csv` is a file of all matching rows.",
  tag: "imports",
  params: importParams,
  query: diffQuery,
  response: { 200: [diffPage, media("text/csv", "The rows as a file")] },
  errors: ["CONFLICT", "IMPORT_NOT_PENDING", "GONE", "PAYLOAD_TOO_LARGE"],
  handler: async ({ workspace, params, query, request }) => {
    if (query.format === "json") return diffPageOf(workspace.id, params.id, query, request.signal);
    const { filename, etag, pieces } = await diffFileOf(workspace.id, params.id, query, request.signal);
    return reply(200, toWebStream(pieces), {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition(filename),
      ETag: `"${etag}"`,
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
