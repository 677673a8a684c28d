import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { listImports } from "@/lib/imports/list";
import { receiveImport } from "@/lib/imports/receive";
import { importPage, importPreview, listImportsQuery } from "@/lib/imports/schemas";
import { uploadQuery } from "@/lib/imports/schemas-reading";
import { reviveJobsOf } from "@/lib/server/jobs";
import { uploadBody } from "./upload";

export const maxDuration = 300;

export const GET = route({
  operationId: "listImports",
  summary: "List imports, newest first",
  tag: "imports",
  query: listImportsQuery,
  response: { 200: importPage },
  handler: async ({ workspace, query }) => {
    reviveJobsOf(workspace.id, "import", "undo");
    return listImports(workspace.id, query);
  },
});

export const POST = route({
  operationId: "createImport",
  summary: "Upload a file to import",
  description:
    "Stores the file (up to 200 MB, compressed and uncompressed), detects its format and suggests a mapping; nothing is imported until it is confirmed. Send multipart/form-data with a `file` part, the raw bytes with `?filename=`, or, after a direct upload to blob storage, JSON. The format is detected from the content: CSV, also compressed with gzip or as the only file of a ZIP archive, an Excel workbook (.xlsx; `sheet` chooses the sheet), JSON lines or a JSON array of objects, or vCards. Send raw JSON as application/x-ndjson.",
  tag: "imports",
  needs: "import",
  upload: "file",
  query: uploadQuery,
  body: uploadBody,
  example: {
    pathname: "imports/0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10/people.csv",
    filename: "people.csv",
  },
  response: { 201: importPreview },
  errors: ["NOT_FOUND", "CONFLICT", "IMPORT_EMPTY"],
  handler: async ({ workspace, user, query, body }) => {
    const upload = { ...body, filename: body.filename ?? query.filename ?? "import.csv", sheet: query.sheet };
    const preview = await receiveImport(workspace.id, user.id, upload);
    return reply(201, preview, { Location: `/api/imports/${preview.importId}` });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
