import { z } from "zod";
import { fitsJsonb } from "@/lib/jsonb";
import { MailServiceError } from "./errors";

const MAX_RECIPIENTS = 50;

const addresses = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const content = z.string().nullish();
const header = z.record(z.string(), z.string());

/** One mail as Resend's API accepts it. Fields we do not use are kept as they came. */
const message = z.looseObject({
  from: z.string(),
  to: addresses,
  subject: z.string(),
  html: content,
  text: content,
  cc: addresses.nullish(),
  bcc: addresses.nullish(),
  reply_to: addresses.nullish(),
  headers: header.nullish(),
});
export type Message = z.output<typeof message>;

/** Checks a mail as Resend does. Throws 422 in its words. */
export function parseMessage(body: unknown): Message {
  const result = message.safeParse(body);
  if (!result.success) throw fault(result.error.issues[0]?.path[0]);
  if (!fitsJsonb(body))
    throw refuse("validation_error", "The e-mail contains characters that cannot be stored.");
  const mail = result.data;
  if (!mail.html && !mail.text) throw fault("html` or `text");
  if (!isMailbox(mail.from)) {
    throw refuse(
      "invalid_from_address",
      "Invalid `from` field. Use `email@example.com` or `Name <email@example.com>`.",
    );
  }
  const recipients = [mail.to, mail.cc ?? [], mail.bcc ?? []].flat();
  if (mail.to.length === 0 || mail.to.length > MAX_RECIPIENTS || !recipients.every(isMailbox)) {
    throw refuse("validation_error", `Invalid \`to\` field. Give 1 to ${MAX_RECIPIENTS} e-mail addresses.`);
  }
  const lines = [mail.subject, ...Object.entries(mail.headers ?? {}).flat()];
  if (lines.some((line) => /[\r\n]/.test(line))) {
    throw refuse("validation_error", "Subject and headers may not contain line breaks.");
  }
  return mail;
}

const ADDRESS = /^[^\s@<>,]+@[^\s@<>,]+$/;

function isMailbox(value: string): boolean {
  if (/[\r\n]/.test(value)) return false;
  return ADDRESS.test(/^[^<>]*<([^<>]+)>$/.exec(value.trim())?.[1] ?? value.trim());
}

function fault(field: PropertyKey | undefined): MailServiceError {
  return refuse("missing_required_field", `Missing \`${String(field ?? "to")}\` field.`);
}

function refuse(code: string, text: string): MailServiceError {
  return new MailServiceError(422, code, text);
}
