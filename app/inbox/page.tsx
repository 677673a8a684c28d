import { notFound } from "next/navigation";
import { InboxPage } from "@/components/inbox/inbox-page";
import { titled } from "@/lib/client/messages/server";
import { findMail, listMails } from "@/lib/email/embedded/store";
import { UUID } from "@/lib/uuid";
import { mayReadInbox } from "./access";

const SHOWN = 100;

export const generateMetadata = titled("footer.inbox");

/** Mail of the embedded service. It contains sign-in links: access requires `mayReadInbox`. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ mail?: string | string[] }>;
}) {
  if (!(await mayReadInbox())) notFound();
  const { mail: wanted } = await searchParams;
  const mails = await listMails(null, { limit: SHOWN });
  const id = typeof wanted === "string" && UUID.test(wanted) ? wanted : null;
  const mail = id ? await findMail(null, id) : undefined;
  return (
    <InboxPage
      mails={mails.slice(0, SHOWN).map(({ id, subject, recipients, created_at }) => ({
        id,
        subject,
        to: recipients.join(", "),
        at: new Date(created_at).toISOString(),
      }))}
      open={
        mail
          ? {
              id: mail.id,
              subject: mail.subject,
              to: mail.recipients.join(", "),
              from: mail.sender,
              at: new Date(mail.created_at).toISOString(),
              html: mail.html,
              text: mail.text,
            }
          : null
      }
    />
  );
}
