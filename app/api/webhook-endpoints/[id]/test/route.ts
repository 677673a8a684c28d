import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { testEndpoint } from "@/lib/webhook-endpoints/deliveries";
import { webhookDeliveryDetail, webhookParams } from "@/lib/webhook-endpoints/schemas";

export const POST = route({
  operationId: "testWebhookEndpoint",
  summary: "Test a webhook endpoint",
  description:
    "One attempt to deliver a `webhook.test` event, also to an endpoint that is switched off; the answer comes after the attempt, within about ten seconds. Users only.",
  tag: "webhooks",
  needs: "manage",
  params: webhookParams,
  response: { 200: webhookDeliveryDetail },
  handler: async ({ workspace, params }) => testEndpoint(workspace.id, params.id),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
