import { contentDisposition } from "@/lib/content-disposition";
import { openExport } from "@/lib/exports/files";
import { downloadQuery, exportParams } from "@/lib/exports/schemas";
import { otherMethods } from "@/lib/http/methods";
import { media, reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { reviveJobsOf } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "downloadExport",
  summary: "Download the file of a completed export",
  description:
    "RFC 4180 with CRLF, UTF-8. A cell that a spreadsheet would run as a formula gets a leading `'`, which an import removes again.",
  tag: "exports",
  needs: "download",
  params: exportParams,
  query: downloadQuery,
  audit: { action: "export.downloaded" },
  response: { 200: media("text/csv", "The contacts as CSV") },
  errors: ["EXPORT_NOT_READY", "GONE"],
  handler: async ({ workspace, params, query }) => {
    reviveJobsOf(workspace.id, "export");
    const file = await openExport(workspace.id, params.id, query.bom === "1" || query.bom === "true");
    return reply(200, file.stream, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition(file.filename),
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
