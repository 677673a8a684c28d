import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { startQueue } from "@/lib/server/jobs";
import { replayDelivery } from "@/lib/webhook-endpoints/deliveries";
import { deliveryParams, webhookDelivery } from "@/lib/webhook-endpoints/schemas";

export const POST = route({
  operationId: "replayWebhookDelivery",
  summary: "Replay a delivery",
  description:
    "Sends it as a new delivery with the same `webhook-id` and the contact as it is then. 409 while the first one is pending, or the endpoint is switched off. Users only.",
  tag: "webhooks",
  needs: "manage",
  params: deliveryParams,
  audit: { action: "webhook_delivery.replayed" },
  response: { 202: webhookDelivery },
  errors: ["CONFLICT"],
  handler: async ({ workspace, params }) => {
    const replayed = await replayDelivery(workspace.id, params.id, params.deliveryId);
    startQueue("webhook");
    return replayed;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
