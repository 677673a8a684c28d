import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { readStatistics } from "@/lib/stats/queries";
import { statistics } from "@/lib/stats/schemas";

export const GET = route({
  operationId: "getStatistics",
  summary: "Read the workspace's statistics",
  description:
    "Cached for five minutes per workspace, and renewed after an import, an undo or a bulk action.",
  tag: "statistics",
  response: { 200: statistics },
  handler: async ({ workspace }) => readStatistics(workspace.id),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
