import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { testEndpoint } from "@/lib/webhook-endpoints/deliveries";
import { webhookDeliveryDetail, webhookParams } from "@/lib/webhook-endpoints/schemas";

export const POST = route({
  operationId: "testWebhookEndpoint",
  summary: "Test a webhook endpoint",
  description:
    "One attempt of a `webhook.test` event, also to an endpoint that is switched off; the answer comes when that is over, within ten seconds or so. Users only.",
  tag: "webhooks",
  needs: "manage",
  params: webhookParams,
  response: { 200: webhookDeliveryDetail },
  handler: async ({ workspace, params }) => testEndpoint(workspace.id, params.id),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
