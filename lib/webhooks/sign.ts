import { createHmac } from "node:crypto";

/**
 * Standard Webhooks (standardwebhooks.com, specification): `v1,` and the base64 of HMAC-SHA256 over
 * `id.timestamp.body`, under the bytes behind `whsec_`. Supabase writes secrets as `v1,whsec_<base64>`.
 */
export function signMessage(key: Buffer, id: string, timestamp: string, body: Uint8Array | string): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

const MIN_KEY_BYTES = 16;

/** The signing key in a secret, or null when it is not of that form or too short to be one. */
export function signingKey(secret: string): Buffer | null {
  const base64 = /^(?:v1,)?whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = base64 === undefined ? null : Buffer.from(base64, "base64");
  return key && key.length >= MIN_KEY_BYTES ? key : null;
}

/** The secrets of WEBHOOK_SECRET; `|` separates them while one is replaced by another. */
export function secretsOf(configured: string | undefined): string[] {
  return (configured ?? "")
    .split("|")
    .map((secret) => secret.trim())
    .filter(Boolean);
}
