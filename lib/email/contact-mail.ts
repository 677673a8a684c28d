import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import { ApiError, refusal, unavailable } from "@/lib/errors";
import { log } from "@/lib/log";
import { mailApiKey, readSettings } from "@/lib/settings/queries";
import { MailError, mailClient } from "./client";
import { deliver } from "./deliver";
import { textToHtml } from "./html";
import { findRecipient, languageOfMember, tellSent } from "./queries";
import type { OneOffEmail } from "./schemas";
import { speechIn } from "./speech";
import { mailTags } from "./tags";

/**
 * Sends a one-off e-mail with the workspace's own key and returns the provider's id of it. Repeating the call with the
 * same `idempotencyKey` never sends twice: the provider keeps the key for 24 hours. Throws 404 for an unknown contact,
 * 400 without a key, 409 for a contact that unsubscribed, 502 when the provider refuses or does not answer in time,
 * 503 with Retry-After when it wants us to slow down.
 */
export async function sendToContact(
  workspaceId: string,
  contactId: string,
  { subject, body, allow_unsubscribed }: OneOffEmail,
  idempotencyKey: string | null,
): Promise<string> {
  const recipient = await findRecipient(workspaceId, contactId);
  const apiKey = await requireKey(workspaceId);
  if (recipient.isUnsubscribed && !allow_unsubscribed) {
    throw new ApiError("CONTACT_UNSUBSCRIBED", "This contact has unsubscribed");
  }
  const { mailFrom: from, email: to } = recipient;
  const tags = mailTags(workspaceId, contactId);
  const messageId = await sendWith(apiKey, { from, to, subject, text: body, tags }, idempotencyKey);
  // The mail is sent even if the webhook event cannot be recorded.
  await tellSent(workspaceId, contactId, messageId).catch((error: unknown) =>
    log().error({ err: error }, "webhooks not told of a sent e-mail"),
  );
  return messageId;
}

/**
 * Sends a member a message in their language with the workspace's own key and sender, to test both. Returns the provider's id of it.
 * Throws like `sendToContact`, and 409 for an account without an address.
 */
export async function sendTest(
  workspaceId: string,
  { id, email: to }: { id: string; email: string | null },
  idempotencyKey: string | null,
): Promise<string> {
  if (to === null) throw refusal("no_address", "Your account has no e-mail address");
  const apiKey = await requireKey(workspaceId);
  const { mail_from: from } = await readSettings(workspaceId);
  // A key of its own at the provider, where the same one may have been used for a mail to a contact, or in another
  // workspace.
  const key = idempotencyKey && `test/${workspaceId}/${sha256(`${to} ${from} ${idempotencyKey}`)}`;
  const { t } = speechIn(await languageOfMember(workspaceId, id));
  const words = { subject: t("test.subject"), text: t("test.body") };
  return sendWith(apiKey, { ...words, from, to, tags: mailTags(workspaceId, "test") }, key);
}

async function requireKey(workspaceId: string): Promise<string> {
  const apiKey = await mailApiKey(workspaceId);
  if (apiKey) return apiKey;
  throw new ApiError("EMAIL_NOT_CONFIGURED", "Add the key of your e-mail provider in the settings first");
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

interface PlainMail {
  /** Null for the server's own sender. */
  from: string | null;
  to: string;
  subject: string;
  text: string;
  tags: ReturnType<typeof mailTags>;
}

async function sendWith(apiKey: string, mail: PlainMail, idempotencyKey: string | null): Promise<string> {
  const whole = { ...mail, from: mail.from ?? env().MAIL_FROM, html: textToHtml(mail.text) };
  try {
    return await deliver(clientFor(apiKey), whole, idempotencyKey);
  } catch (error) {
    throw error instanceof MailError ? providerError(error, apiKey) : error;
  }
}

/** A stored key that is not valid in a header makes the SDK throw; its message would quote the key. */
function clientFor(apiKey: string) {
  try {
    return mailClient(apiKey);
  } catch {
    throw refusal("mail_key", "The stored key of your e-mail provider is not usable", "EMAIL_PROVIDER_ERROR");
  }
}

function providerError({ code, message, status, retryAfterS }: MailError, apiKey: string): ApiError {
  log().warn({ code, status }, "mail provider refused a one-off e-mail");
  if (status === null) {
    return refusal(
      "mail_silent",
      "The e-mail provider does not answer. Try again later.",
      "EMAIL_PROVIDER_ERROR",
    );
  }
  if (code === "invalid_idempotent_request")
    return new ApiError(
      "IDEMPOTENCY_CONFLICT",
      "The e-mail provider knows this Idempotency-Key from another e-mail",
    );
  const details = { provider: code, status };
  if (status === 429) return unavailable("The e-mail provider asks to wait", retryAfterS ?? 5, details);
  return new ApiError("EMAIL_PROVIDER_ERROR", `E-mail provider: ${withoutKey(message, apiKey)}`, details);
}

/** The provider's words may quote the key, whole or shortened. */
function withoutKey(message: string, apiKey: string): string {
  return message
    .replaceAll(apiKey, "****")
    .replace(/\bre_[\w*.…-]+/g, "re_****")
    .slice(0, 300);
}
