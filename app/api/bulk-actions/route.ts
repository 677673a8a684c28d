import { listBulk } from "@/lib/bulk/queries";
import { bulkPage, listBulkQuery } from "@/lib/bulk/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { reviveJobsOf } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "listBulkActions",
  summary: "List bulk actions, newest first",
  description: "Running ones, and those that ended in the last 30 days.",
  tag: "contacts",
  query: listBulkQuery,
  response: { 200: bulkPage },
  handler: async ({ workspace, query }) => {
    reviveJobsOf(workspace.id, "bulk");
    return listBulk(workspace.id, query);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
