import { createExport, listExports } from "@/lib/exports/queries";
import { createExportBody, exportPage, exportStarted, listExportsQuery } from "@/lib/exports/schemas";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { reviveJobsOf, startJob } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "listExports",
  summary: "List exports, newest first",
  tag: "exports",
  query: listExportsQuery,
  response: { 200: exportPage },
  handler: async ({ workspace, query }) => {
    reviveJobsOf(workspace.id, "export");
    return listExports(workspace.id, query);
  },
});

export const POST = route({
  operationId: "createExport",
  summary: "Start a CSV export",
  description:
    "The file is a snapshot of the matching contacts: `total_rows` is fixed when processing starts, and a completed export has exactly that many rows. At most 20 exports wait or run at a time; one more is a 409. 413 when the workspace's file storage is full.",
  tag: "exports",
  needs: "export",
  idempotent: true,
  body: createExportBody,
  example: { filename: "customers.csv", is_unsubscribed: false },
  audit: { action: "export.started" },
  response: { 202: exportStarted },
  errors: ["CONFLICT", "PAYLOAD_TOO_LARGE"],
  handler: async ({ workspace, user, body }) => {
    const created = await createExport(workspace.id, user.id, body);
    startJob("export", { workspaceId: workspace.id, id: created.id });
    const started = { exportId: created.id, status: created.status };
    return reply(202, started, { Location: `/api/exports/${created.id}` });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
