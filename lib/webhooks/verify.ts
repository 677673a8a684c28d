import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "@/lib/errors";
import { secretsOf, signingKey, signMessage } from "./sign";

/** Standard Webhooks: older or newer than this is a replay or a broken clock. */
const TOLERANCE_SECONDS = 5 * 60;
const MIN_SECRET_LENGTH = 16;

interface HeaderSource {
  get(name: string): string | null;
}

/**
 * Refuses a webhook call that does not prove it knows a configured secret: by Standard Webhooks headers, or by
 * `Authorization: Bearer <secret>` for senders with static headers only (Supabase's database webhooks). Without
 * a configured secret everything is refused. Throws 401; the body has not been looked at by then.
 */
export function verifyWebhook(
  headers: HeaderSource,
  body: Uint8Array,
  configured: string | undefined,
  now = Date.now(),
): void {
  const secrets = secretsOf(configured);
  const genuine = headers.get("webhook-signature")
    ? isSigned(headers, body, secrets, now)
    : hasSecret(headers.get("authorization"), secrets);
  if (!genuine) throw new ApiError("UNAUTHORIZED", "The webhook's signature is missing or not valid");
}

function isSigned(headers: HeaderSource, body: Uint8Array, secrets: string[], now: number): boolean {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  // Exactly the digits that were signed: a lenient parser would accept "1700000000junk".
  if (!id || !/^[1-9]\d{0,11}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  // Separated by spaces in the specification, by ", " in what Supabase sends.
  const given = (headers.get("webhook-signature") ?? "").split(/,? +/);
  return secrets
    .map(signingKey)
    .filter((key) => key !== null)
    .some((key) => includes(given, signMessage(key, id, timestamp, body)));
}

function hasSecret(authorization: string | null, secrets: string[]): boolean {
  const given = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  return given !== undefined && includes(secrets.filter(isLongEnough), given);
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
