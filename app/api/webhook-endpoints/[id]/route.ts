import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { startQueue } from "@/lib/server/jobs";
import { deleteEndpoint, findEndpoint, updateEndpoint } from "@/lib/webhook-endpoints/queries";
import { updateWebhookBody, webhookEndpoint, webhookParams } from "@/lib/webhook-endpoints/schemas";

export const GET = route({
  operationId: "getWebhookEndpoint",
  summary: "Read one webhook endpoint",
  description: "Users only.",
  tag: "webhooks",
  needs: "manage",
  params: webhookParams,
  response: { 200: webhookEndpoint },
  handler: async ({ workspace, params }) => findEndpoint(workspace.id, params.id),
});

export const PATCH = route({
  operationId: "updateWebhookEndpoint",
  summary: "Change a webhook endpoint, or switch it on or off",
  description: "Absent fields keep their values. Users only.",
  tag: "webhooks",
  needs: "manage",
  conditional: true,
  params: webhookParams,
  body: updateWebhookBody,
  example: { description: "CRM", is_enabled: true },
  audit: { action: "webhook_endpoint.changed", detail: (body) => ({ changed: Object.keys(body ?? {}) }) },
  response: { 200: webhookEndpoint },
  handler: async ({ workspace, params, body, ifMatch }) => {
    const changed = await updateEndpoint(workspace.id, params.id, body, ifMatch);
    if (changed.is_enabled) startQueue("webhook");
    return changed;
  },
});

export const DELETE = route({
  operationId: "deleteWebhookEndpoint",
  summary: "Delete a webhook endpoint with its deliveries",
  description: "Users only.",
  tag: "webhooks",
  needs: "manage",
  conditional: true,
  params: webhookParams,
  audit: { action: "webhook_endpoint.deleted" },
  response: { 204: null },
  handler: async ({ workspace, params, ifMatch }) => deleteEndpoint(workspace.id, params.id, ifMatch),
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
