import type { ErrorResponse } from "resend";
import { env } from "@/lib/env";
import { validationError } from "@/lib/errors";
import { mailClient } from "./client";

/** Somebody is waiting for the settings to be saved. */
const CHECK_LIMIT_MS = 3000;

/**
 * Throws 400 for a new key that the provider does not know, so that a mail to a customer is not the first to show it.
 * Asked once, by a call that sends nothing. Every other answer lets the key pass, silence included: a key that may only
 * send is refused this call for that reason (`restricted_api_key`). The embedded service knows no keys.
 */
export async function refuseUnknownKey(key: string | null | undefined): Promise<void> {
  if (!key || key.includes("****") || env().embedded.mail) return;
  if (!(await isUnknown(key))) return;
  const message = "is not known to the e-mail provider";
  throw validationError([{ path: ["mail_api_key"], code: "custom", message }]);
}

async function isUnknown(key: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
    const { error } = await mailClient(key).domains.list({ limit: 1 }, { signal });
    return error !== null && saysUnknown(error);
  } catch {
    return false;
  }
}

/**
 * Resend answers 400 `validation_error` here, 401 where mails are sent, and earlier 403 `invalid_api_key`; the words
 * are the same (resend.com/docs/api-reference/errors). Other errors of these names are about something else.
 */
function saysUnknown({ name, message, statusCode }: Partial<ErrorResponse>): boolean {
  if (![400, 401, 403].includes(statusCode ?? 0)) return false;
  return /^(?:invalid|missing)_api_key$/.test(String(name)) || /^API key is invalid/i.test(String(message));
}
