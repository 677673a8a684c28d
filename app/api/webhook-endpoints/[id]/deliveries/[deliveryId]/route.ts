import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { findDelivery } from "@/lib/webhook-endpoints/deliveries";
import { deliveryParams, webhookDeliveryDetail } from "@/lib/webhook-endpoints/schemas";

export const GET = route({
  operationId: "getWebhookDelivery",
  summary: "Read one delivery with its request and answer",
  description: "Users only.",
  tag: "webhooks",
  needs: "manage",
  params: deliveryParams,
  response: { 200: webhookDeliveryDetail },
  handler: async ({ workspace, params }) => findDelivery(workspace.id, params.id, params.deliveryId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
