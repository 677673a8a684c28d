import { Webhook } from "standardwebhooks";

const MIN_KEY_BYTES = 16;

/**
 * Signs and verifies with a secret (standardwebhooks.com, specification); null when it is not of the form
 * `whsec_<base64>`, which Supabase prefixes with `v1,`, or its key is too short.
 */
export function webhookOf(secret: string): Webhook | null {
  const base64 = /^(?:v1,)?whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(base64 ?? "", "base64");
  return key.length >= MIN_KEY_BYTES ? new Webhook(key, { format: "raw" }) : null;
}

/** The secrets of WEBHOOK_SECRET; `|` separates them while one is replaced by another. */
export function secretsOf(configured: string | undefined): string[] {
  return (configured ?? "")
    .split("|")
    .map((secret) => secret.trim())
    .filter(Boolean);
}
