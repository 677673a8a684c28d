import { sendTest } from "@/lib/email/contact-mail";
import { sendEmailResult } from "@/lib/email/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "sendTestEmail",
  summary: "Send yourself a test e-mail",
  description:
    "Sends it to the caller's address, with the key and the sender of the settings, to test whether the provider accepts both. Users only.",
  tag: "settings",
  needs: "manage",
  idempotent: true,
  response: { 200: sendEmailResult },
  errors: ["EMAIL_NOT_CONFIGURED", "EMAIL_PROVIDER_ERROR", "CONFLICT"],
  handler: async ({ request, workspace, user }) => {
    const key = request.headers.get("idempotency-key");
    return { success: true, messageId: await sendTest(workspace.id, user, key) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
