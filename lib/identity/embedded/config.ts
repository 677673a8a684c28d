import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

/** `iss` of our tokens: a name, not an address, so that tokens outlive a change of port or host. */
export const ISSUER = "kith/auth/v1";
export const AUDIENCE = "authenticated";

export const ACCESS_TOKEN_SECONDS = 3600;
/** A mailed link and its six digits (ASVS 5.0, 6.5.5). */
export const ONE_TIME_TOKEN_SECONDS = 600;
/** Links of one kind that one user may have open at a time; more than one client can ask for within their life. */
export const LIVE_TOKENS = 12;
/** From the followed link to the exchange of its code (GoTrue's default). */
export const AUTH_CODE_SECONDS = 300;
/** From the challenge of a second factor to its answer (GoTrue's default). */
export const CHALLENGE_SECONDS = 300;
/** Attempts at one code by all clients together; each of them has far fewer (guess-limits.ts). */
export const CODE_TRIES_ALLOWED = 100;
/** How long after signing in a user may change password and address without reauthenticating. */
export const FRESH_SIGN_IN_SECONDS = 600;

/** Sessions of one user; beyond this the longest unused session ends. */
export const SESSIONS_PER_USER = 50;
/** A session that is unused for this long ends (docs/decisions/retention.md). */
export const IDLE_SESSION_DAYS = 180;
/** However often it is used, a session ends this long after its sign-in (ASVS 5.0, 7.3.2 and 10.4.8). */
export const LONGEST_SESSION_DAYS = 365;

export const MIN_PASSWORD_LENGTH = 8;
/** Bounds the work of hashing; longer than any password manager generates. */
export const MAX_PASSWORD_LENGTH = 256;

/**
 * Metadata travels in every access token and, twice, in the browser's session cookie; Node refuses more than
 * 16 KB of headers, so a larger value would lock its user out.
 */
export const MAX_METADATA_BYTES = 2048;
export const MAX_BODY_BYTES = 64 * 1024;

/** The two keys a client may send. Throws when the process was started without them. */
export function apiKeys(): { publishable: string; secret: string } {
  const { SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = env();
  if (!publishable || !secret) {
    throw new Error("SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are not set. `npm start` makes them.");
  }
  return { publishable, secret };
}

/** Constant-time comparison: the duration reveals neither where the values differ nor how long they are. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}
