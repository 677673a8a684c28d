import { createHash, timingSafeEqual } from "node:crypto";
import type { Webhook } from "standardwebhooks";
import { apiBearerOf } from "@/lib/authorization";
import { ApiError } from "@/lib/errors";
import { secretsOf, webhookOf } from "./sign";

const MIN_SECRET_LENGTH = 16;

interface HeaderSource {
  get(name: string): string | null;
}

/**
 * Refuses a webhook call that does not prove knowledge of a configured secret: by Standard Webhooks headers, or by
 * `Authorization: Bearer <secret>` for senders that support only static headers (Supabase's database webhooks).
 * Without a configured secret everything is refused. Throws 401; the body has not been parsed by then.
 */
export function verifyWebhook(headers: HeaderSource, body: Uint8Array, configured: string | undefined): void {
  const secrets = secretsOf(configured);
  const genuine = headers.get("webhook-signature")
    ? isSigned(headers, body, secrets)
    : hasSecret(headers.get("authorization"), secrets);
  if (!genuine) throw new ApiError("UNAUTHORIZED", "The webhook's signature is missing or not valid");
}

function isSigned(headers: HeaderSource, body: Uint8Array, secrets: string[]): boolean {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  // Exactly the digits that were signed: the library would accept "1700000000junk".
  if (!/^[1-9]\d{0,11}$/.test(timestamp)) return false;
  // Separated by spaces in the specification, by ", " in what Supabase sends.
  const signatures = (headers.get("webhook-signature") ?? "").split(/,? +/);
  const given = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.filter((one) => /^v1,[^,]+$/.test(one)).join(" "),
  };
  return secrets.some((secret) => isSignedBy(webhookOf(secret), body, given));
}

/** A time that is more than five minutes off is a replay or a broken clock, and refused. */
function isSignedBy(webhook: Webhook | null, body: Uint8Array, given: Record<string, string>): boolean {
  try {
    webhook?.verify(Buffer.from(body), given, { jsonParse: false });
    return webhook !== null;
  } catch {
    return false;
  }
}

function hasSecret(authorization: string | null, secrets: string[]): boolean {
  const given = apiBearerOf(authorization);
  return given !== null && includes(secrets.filter(isLongEnough), given);
}

function isLongEnough(secret: string): boolean {
  return secret.length >= MIN_SECRET_LENGTH;
}

/** Membership in constant time: every candidate is compared, over digests of one length. */
function includes(candidates: string[], wanted: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  const expected = digest(wanted);
  return candidates.filter((candidate) => timingSafeEqual(digest(candidate), expected)).length > 0;
}
