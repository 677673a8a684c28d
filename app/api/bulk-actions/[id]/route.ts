import { findBulk } from "@/lib/bulk/queries";
import { bulkParams, bulkRecord } from "@/lib/bulk/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { reviveJobsOf } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "getBulkAction",
  summary: "Read a bulk action with its progress",
  tag: "contacts",
  params: bulkParams,
  response: { 200: bulkRecord },
  handler: async ({ workspace, params }) => {
    reviveJobsOf(workspace.id, "bulk");
    return findBulk(workspace.id, params.id);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
