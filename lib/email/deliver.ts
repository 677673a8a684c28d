import type { CreateEmailResponse, Resend } from "resend";
import { MAIL_LIMIT_MS, MailError } from "./client";
import type { MailTag } from "./tags";

export interface Mail {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  tags: MailTag[];
}

/**
 * One attempt to hand a mail to the provider; returns its id there. Throws MailError within MAIL_LIMIT_MS: status null
 * means no answer, and that it is unknown whether the mail was accepted.
 */
export async function deliver(client: Resend, mail: Mail, idempotencyKey: string | null): Promise<string> {
  const options = { signal: AbortSignal.timeout(MAIL_LIMIT_MS), ...(idempotencyKey && { idempotencyKey }) };
  const answer = await client.emails.send(mail, options);
  if (answer.data?.id) return answer.data.id;
  throw toMailError(answer);
}

/** The SDK passes on whatever JSON it received, so a gateway's own error page may lack every field. */
function toMailError({ error, headers }: CreateEmailResponse): MailError {
  const wait = Number(headers?.["retry-after"]);
  const status = error?.statusCode ?? (headers ? 502 : null);
  const message = typeof error?.message === "string" ? error.message : "unexpected answer";
  return new MailError(
    message,
    error?.name ?? "application_error",
    status,
    wait > 0 ? Math.ceil(wait) : null,
  );
}
