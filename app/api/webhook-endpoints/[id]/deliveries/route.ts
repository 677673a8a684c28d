import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { listDeliveries } from "@/lib/webhook-endpoints/deliveries";
import { deliveryPage, listDeliveriesQuery, webhookParams } from "@/lib/webhook-endpoints/schemas";

export const GET = route({
  operationId: "listWebhookDeliveries",
  summary: "List the deliveries to a webhook endpoint, newest first",
  description: "Kept for seven days after a delivery has ended. Users only.",
  tag: "webhooks",
  needs: "manage",
  params: webhookParams,
  query: listDeliveriesQuery,
  response: { 200: deliveryPage },
  handler: async ({ workspace, params, query }) => listDeliveries(workspace.id, params.id, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
