import { z } from "zod";
import { listMails } from "@/lib/email/embedded/store";

const link = z.object({
  token_hash: z.string(),
  type: z.enum(["signup", "magiclink", "recovery", "email_change"]),
  next: z.string(),
});

/** Subjects of the mails to an address, the newest first. */
export async function subjectsTo(email: string): Promise<string[]> {
  const mails = await listMails(null, { limit: 50 });
  return mails.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject);
}

/** The newest mail with a link to an address, parsed: its link and six digits. Null if there is none. */
export async function mailTo(email: string) {
  return (await mailsTo(email))[0] ?? null;
}

/** All mails with a link to an address, the newest first. */
export async function mailsTo(email: string) {
  const mails = await listMails(null, { limit: 50 });
  const meant = mails.filter(
    ({ recipients, text }) => recipients.includes(email) && text?.includes("token_hash="),
  );
  return meant.map(takeApart);
}

/** The digits of the newest mail that contains only a code. */
export async function codeTo(email: string): Promise<string> {
  const mails = await listMails(null, { limit: 50 });
  const texts = mails.filter(({ recipients }) => recipients.includes(email)).map(({ text }) => text ?? "");
  return /^Your code: (\d{6})$/m.exec(texts.find((text) => text.includes("Your code:")) ?? "")?.[1] ?? "";
}

function takeApart(mail: { text: string | null; html: string | null }) {
  const url = new URL(/http\S+/.exec(mail.text ?? "")?.[0] ?? "");
  const code = /code: (\d{6})/.exec(mail.text ?? "")?.[1] ?? "";
  return { url, code, html: mail.html ?? "", ...link.parse(Object.fromEntries(url.searchParams)) };
}

/** The same, where there must be one. */
export async function mailOf(email: string) {
  const mail = await mailTo(email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}
