import { removeExport } from "@/lib/exports/files";
import { findExport } from "@/lib/exports/queries";
import { exportParams, exportRecord } from "@/lib/exports/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { reviveJobsOf } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "getExport",
  summary: "Read one export and its progress",
  tag: "exports",
  params: exportParams,
  response: { 200: exportRecord },
  handler: async ({ workspace, params }) => {
    reviveJobsOf(workspace.id, "export");
    return findExport(workspace.id, params.id);
  },
});

export const DELETE = route({
  operationId: "deleteExport",
  summary: "Delete an export and its file",
  description: "A running export stops.",
  tag: "exports",
  needs: "export",
  conditional: true,
  params: exportParams,
  audit: { action: "export.deleted" },
  response: { 204: null },
  handler: async ({ workspace, params, ifMatch }) => removeExport(workspace.id, params.id, ifMatch),
});

export const { POST, PUT, PATCH, OPTIONS } = otherMethods({ GET, DELETE });
