import { env } from "@/lib/env";
import { mailClient } from "./client";
import { deliver } from "./deliver";
import { mailTags } from "./tags";
import type { AccountMailProps } from "./templates/account";

/**
 * Sends a mail about an account, or about joining a workspace, to an address. The same `key`, of at most 256
 * characters, never sends twice within 24 hours. Returns the provider's id of the mail. Throws MailError.
 */
export async function sendAccountMail(
  to: { id: string; email: string; workspaceId?: string },
  mail: AccountMailProps,
  key: string,
): Promise<string> {
  const { renderAccountMail } = await import("./render");
  const message = { from: env().MAIL_FROM, to: to.email, tags: mailTags(to.workspaceId ?? null, to.id) };
  return deliver(mailClient(), { ...message, ...(await renderAccountMail(mail)) }, key);
}
