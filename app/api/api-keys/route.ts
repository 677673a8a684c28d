import { createApiKey, listApiKeys } from "@/lib/api-keys/queries";
import { apiKeyList, createApiKeyBody, createdApiKey } from "@/lib/api-keys/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "listApiKeys",
  summary: "List the workspace's API keys, newest first",
  description: "Users only: an API key cannot see or manage API keys.",
  tag: "api-keys",
  needs: "manage",
  response: { 200: apiKeyList },
  handler: async ({ workspace }) => ({ data: await listApiKeys(workspace.id) }),
});

// Not idempotent on purpose: a stored answer would contain the key in plain text.
export const POST = route({
  operationId: "createApiKey",
  summary: "Create an API key",
  description:
    "The key is shown in this answer only. Send it as `Authorization: Bearer kith_…`. It acts for the user who created it and stops working when that user leaves the workspace. Users only.",
  tag: "api-keys",
  needs: "manage",
  body: createApiKeyBody,
  example: { name: "Nightly sync", scopes: ["read", "write"], expires_at: "2027-11-20T00:00:00.000Z" },
  audit: { action: "api_key.created" },
  response: { 201: createdApiKey },
  errors: ["CONFLICT"],
  handler: async ({ workspace, user, body }) => createApiKey(workspace.id, user.id, body),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
