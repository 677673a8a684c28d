import { contactParams } from "@/lib/contacts/schemas";
import { sendToContact } from "@/lib/email/contact-mail";
import { sendEmailBody, sendEmailResult } from "@/lib/email/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "sendEmail",
  summary: "Send a one-off e-mail to a contact",
  description:
    "Uses the workspace's own key at its e-mail provider. `Idempotency-Key` is passed on to the provider, so repeating a request whose answer was lost never sends a mail twice. No copy is kept here: the provider has the mail, with the contact's id as the tag `about`, and webhooks are told by `email.sent`.",
  tag: "contacts",
  needs: "send",
  idempotent: true,
  params: contactParams,
  body: sendEmailBody,
  example: { subject: "Your question", body: "Hello Ada,\n\nhere is the answer." },
  response: { 200: sendEmailResult },
  errors: ["EMAIL_NOT_CONFIGURED", "CONTACT_UNSUBSCRIBED", "EMAIL_PROVIDER_ERROR"],
  handler: async ({ request, workspace, params, body }) => {
    const key = request.headers.get("idempotency-key");
    return { success: true, messageId: await sendToContact(workspace.id, params.id, body, key) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
