import { background } from "@/lib/http/background";
import { foreignJson } from "@/lib/http/body";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { startQueue } from "@/lib/server/jobs";
import { received, userEvent } from "@/lib/webhooks/schemas";
import { handleUserEvent } from "@/lib/webhooks/user-event";
import { removeAbandonedWorkspaces } from "@/lib/workspaces/remove";

export const POST = route({
  operationId: "receiveWebhook",
  summary: "Receive an event from the identity provider",
  description:
    "Supabase's database webhook for `auth.users`. A new user gets a workspace, default settings and metadata, a confirmed one the welcome mail; a ban suspends the user's API keys, a deletion revokes them. Authenticated by Standard Webhooks headers, or by `Authorization: Bearer <secret>`. Idempotent.",
  tag: "internal",
  auth: "webhook",
  body: { "application/json": foreignJson(userEvent) },
  example: {
    type: "INSERT",
    schema: "auth",
    table: "users",
    record: { id: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10", email: "ada@example.com" },
    old_record: null,
  },
  audit: { action: "webhook.refused", only: "failure" },
  response: { 200: received },
  handler: async ({ body }) => {
    if (!(await handleUserEvent(body))) return { success: true as const, ignored: true as const };
    startQueue("mail");
    background(() => removeAbandonedWorkspaces());
    return { success: true as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
