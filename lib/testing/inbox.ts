import { z } from "zod";
import { listMails } from "@/lib/email/embedded/store";

const link = z.object({
  token_hash: z.string(),
  type: z.enum(["signup", "magiclink", "recovery", "email_change"]),
  next: z.string(),
});

/** The newest identity mail to an address, taken apart: its link and six digits. Null when there is none. */
export async function mailTo(email: string) {
  const mails = await listMails(null, { limit: 50 });
  const mail = mails.find(({ recipients }) => recipients.includes(email));
  if (!mail) return null;
  const url = new URL(/http\S+/.exec(mail.text ?? "")?.[0] ?? "");
  const code = /code: (\d{6})/.exec(mail.text ?? "")?.[1] ?? "";
  return { url, code, html: mail.html ?? "", ...link.parse(Object.fromEntries(url.searchParams)) };
}

/** The same, where one must have come. */
export async function mailOf(email: string) {
  const mail = await mailTo(email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}
