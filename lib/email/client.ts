import { createHmac } from "node:crypto";
import { Resend } from "resend";
import { env } from "@/lib/env";
import { mailTags } from "./tags";

/** Resend's SDK has no limit of its own: without one a hanging provider holds its caller for ever. */
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
 * The key of the system's own mail. Embedded, it follows from the secret key: every process finds the same one,
 * and nobody else can read the inbox with it.
 */
export function systemMailKey(): string {
  const { RESEND_API_KEY, SUPABASE_SECRET_KEY = "" } = env();
  return RESEND_API_KEY ?? `re_${createHmac("sha256", SUPABASE_SECRET_KEY).update("mail").digest("hex")}`;
}

export interface SystemMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The id of the user it is about. */
  about: string;
  /** At most 256 characters; the same key never sends twice within 24 hours. */
  idempotencyKey: string;
}

/** Why a mail was not accepted, in the provider's words. `status` null: it did not answer. */
export class MailError extends Error {
  readonly status: number | null;
  readonly code: string;
  readonly retryAfterS: number | null;

  constructor(message: string, code: string, status: number | null, retryAfterS: number | null) {
    super(message);
    this.name = "MailError";
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/** Sends a mail of the system itself; answers the provider's id for it. Throws MailError. */
export async function sendSystemMail({ idempotencyKey, about, ...mail }: SystemMail): Promise<string> {
  const options = { idempotencyKey, signal: AbortSignal.timeout(MAIL_LIMIT_MS) };
  const { data, error, headers } = await mailClient().emails.send(
    { from: env().MAIL_FROM, ...mail, tags: mailTags(null, about) },
    options,
  );
  if (error) {
    const wait = Number(headers?.["retry-after"]);
    const retryAfterS = Number.isFinite(wait) && wait > 0 ? wait : null;
    throw new MailError(error.message, error.name, error.statusCode, retryAfterS);
  }
  return data.id;
}
