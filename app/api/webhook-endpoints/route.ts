import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { LIMITS } from "@/lib/limits";
import { createEndpoint, listEndpoints } from "@/lib/webhook-endpoints/queries";
import { createWebhookBody, webhookList, webhookWithSecret } from "@/lib/webhook-endpoints/schemas";

export const GET = route({
  operationId: "listWebhookEndpoints",
  summary: "List all webhook endpoints, oldest first",
  description: "Users only: an API key cannot see or manage webhooks.",
  tag: "webhooks",
  needs: "manage",
  response: { 200: webhookList },
  handler: async ({ workspace }) => ({ data: await listEndpoints(workspace.id) }),
});

// Not idempotent on purpose: a stored answer would contain the secret in plain text.
export const POST = route({
  operationId: "createWebhookEndpoint",
  summary: "Create a webhook endpoint",
  description: `From now on, events are posted to its address as \`{type, timestamp, workspace_id, data}\`, signed with the secret in this answer (standardwebhooks.com). Each arrives at least once (but \`email.sent\` not, if the server crashes just after the provider accepted the mail), those of one contact in order; anything but a 2xx within ten seconds is retried for three days, and a 410 switches the endpoint off. A workspace has at most ${LIMITS.webhook_endpoints.max}. Users only.`,
  tag: "webhooks",
  needs: "manage",
  body: createWebhookBody,
  example: { url: "https://crm.example/kith", events: ["contact.created", "contact.updated"] },
  audit: { action: "webhook_endpoint.created" },
  response: { 201: webhookWithSecret },
  errors: ["CONFLICT", "SERVICE_UNAVAILABLE"],
  handler: async ({ workspace, user, body }) => {
    const created = await createEndpoint(workspace.id, user.id, body);
    return reply(201, created, { Location: `/api/webhook-endpoints/${created.id}` });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
