import { z } from "zod";
import { sendDueMails } from "@/lib/email/outbox";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { background } from "@/lib/http/background";
import { readCapped } from "@/lib/http/body";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { handleUserEvent } from "@/lib/webhooks/user-event";
import { verifyWebhook } from "@/lib/webhooks/verify";
import { removeAbandonedWorkspaces } from "@/lib/workspaces/remove";

const MAX_BYTES = 256 * 1024;

export const POST = route({
  operationId: "receiveWebhook",
  summary: "Receive an event of the identity provider",
  description:
    "Supabase's database webhook for `auth.users`. A new user gets a workspace, default settings and metadata; a confirmed one the welcome mail; a ban suspends the user's API keys, a deletion ends them. Authenticated by Standard Webhooks headers, or by `Authorization: Bearer <secret>`. Idempotent.",
  tag: "service",
  auth: "public",
  isProven,
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["type"],
        properties: {
          type: { type: "string", enum: ["INSERT", "UPDATE", "DELETE"] },
          schema: { type: "string" },
          table: { type: "string" },
          record: { type: ["object", "null"] },
          old_record: { type: ["object", "null"] },
        },
      },
      example: {
        type: "INSERT",
        schema: "auth",
        table: "users",
        record: { id: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10", email: "ada@example.com" },
        old_record: null,
      },
    },
  },
  audit: { action: "webhook.refused", only: "failure" },
  response: {
    200: z.object({
      success: z.literal(true),
      ignored: z.literal(true).optional().meta({ description: "The event is of no interest" }),
    }),
  },
  errors: ["UNAUTHORIZED", "VALIDATION_ERROR", "INVALID_JSON", "PAYLOAD_TOO_LARGE", "SERVICE_UNAVAILABLE"],
  handler: async ({ request }) => {
    const body = await readCapped(request, MAX_BYTES);
    verifyWebhook(request.headers, body, env().WEBHOOK_SECRET);
    const handled = await handleUserEvent(parse(body));
    if (handled) {
      background(() => sendDueMails());
      background(() => removeAbandonedWorkspaces());
    }
    return handled ? { success: true as const } : { success: true as const, ignored: true as const };
  },
});

/** The provider is no client: a burst of sign-ups is as many calls from one address. */
async function isProven(request: Request): Promise<boolean> {
  try {
    const body = request.headers.has("webhook-signature")
      ? await readCapped(request.clone(), MAX_BYTES)
      : new Uint8Array();
    verifyWebhook(request.headers, body, env().WEBHOOK_SECRET);
    return true;
  } catch {
    return false;
  }
}

/** Parsed only after the signature over its bytes was found good. */
function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new ApiError("INVALID_JSON", "The body is not valid JSON");
  }
}

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
