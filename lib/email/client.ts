import { createHmac } from "node:crypto";
import { Resend } from "resend";
import { env } from "@/lib/env";
import { ownError } from "@/lib/own-error";

/** Resend's SDK has no timeout of its own: without one a hanging provider blocks its caller for ever. */
export const MAIL_LIMIT_MS = 8000;

/**
 * Resend's SDK, for the system's own key or for a workspace's. In embedded mode it talks to our Resend-compatible
 * service; product code is the same on both. Callers pass `{ signal: AbortSignal.timeout(MAIL_LIMIT_MS) }`.
 */
export function mailClient(apiKey?: string): Resend {
  const { RESEND_BASE_URL, INTERNAL_URL, embedded } = env();
  const baseUrl = RESEND_BASE_URL ?? (embedded.mail ? `${INTERNAL_URL}/resend` : undefined);
  return new Resend(apiKey ?? systemMailKey(), { ...(baseUrl && { baseUrl }) });
}

/**
 * The key of the system's own mail. Embedded, it is derived from the secret key: every process computes the same one,
 * and nobody else can read the inbox with it.
 */
function systemMailKey(): string {
  const { RESEND_API_KEY, SUPABASE_SECRET_KEY = "" } = env();
  return RESEND_API_KEY ?? `re_${createHmac("sha256", SUPABASE_SECRET_KEY).update("mail").digest("hex")}`;
}

/** Why a mail was not accepted, in the provider's words. `status` null: no answer. */
export class MailError extends ownError("MailError") {
  readonly status: number | null;
  readonly code: string;
  readonly retryAfterS: number | null;

  constructor(message: string, code: string, status: number | null, retryAfterS: number | null) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}
