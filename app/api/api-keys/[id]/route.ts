import { deleteApiKey } from "@/lib/api-keys/queries";
import { apiKeyParams } from "@/lib/api-keys/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const DELETE = route({
  operationId: "deleteApiKey",
  summary: "Revoke an API key immediately",
  description: "Users only.",
  tag: "api-keys",
  needs: "manage",
  params: apiKeyParams,
  audit: { action: "api_key.revoked" },
  response: { 204: null },
  handler: async ({ workspace, params }) => deleteApiKey(workspace.id, params.id),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods({ DELETE });
