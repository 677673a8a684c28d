import { findBulk, stopBulk } from "@/lib/bulk/queries";
import { bulkParams, bulkRecord } from "@/lib/bulk/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "stopBulkAction",
  summary: "Stop a bulk action",
  description:
    "Answers at once; from then on it changes nothing more. Changes made so far stay, and can be undone; a block of contacts that is being written at this moment is not changed.",
  tag: "contacts",
  params: bulkParams,
  audit: { action: "contacts.bulk_stopped" },
  response: { 200: bulkRecord },
  errors: ["CONFLICT"],
  handler: async ({ workspace, params }) => {
    await stopBulk(workspace.id, params.id);
    return findBulk(workspace.id, params.id);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
