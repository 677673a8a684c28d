import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { rotateSecret } from "@/lib/webhook-endpoints/queries";
import { webhookParams, webhookWithSecret } from "@/lib/webhook-endpoints/schemas";

export const POST = route({
  operationId: "rotateWebhookSecret",
  summary: "Rotate a webhook endpoint's secret",
  description:
    "The secret is shown in this answer only. For 24 hours deliveries are signed with both secrets, so that the receiver can switch; a second rotation within that time invalidates the oldest one at once. Users only.",
  tag: "webhooks",
  needs: "manage",
  params: webhookParams,
  audit: { action: "webhook_endpoint.secret_rotated" },
  response: { 200: webhookWithSecret },
  errors: ["SERVICE_UNAVAILABLE"],
  handler: async ({ workspace, params }) => rotateSecret(workspace.id, params.id),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
