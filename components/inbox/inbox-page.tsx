"use client";

import { useRouter } from "next/navigation";
import { BackLink } from "@/components/shell/back-link";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { RotateCw } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/state";
import { useFormat, useT } from "@/lib/client/i18n";

interface MailLine {
  id: string;
  subject: string;
  to: string;
  at: string;
}

interface OpenMail extends MailLine {
  from: string;
  html: string | null;
  text: string | null;
}

/** The mails of the embedded mail service, and the open one. */
export function InboxPage({ mails, open }: { mails: MailLine[]; open: OpenMail | null }) {
  const t = useT();
  const router = useRouter();
  return (
    <main className="mx-auto w-full max-w-[84rem] px-4 py-6 sm:px-8">
      <PageHeader
        above={<BackLink href="/">{t("inbox.backToApp")}</BackLink>}
        title={t("footer.inbox")}
        detail={t("inbox.body")}
        actions={
          <Button onClick={() => router.refresh()}>
            <RotateCw aria-hidden="true" /> {t("inbox.refresh")}
          </Button>
        }
      />
      <div className="sheet overflow-hidden lg:grid lg:min-h-[32rem] lg:grid-cols-[22rem_minmax(0,1fr)]">
        {mails.length === 0 ? (
          <EmptyState title={t("inbox.empty.title")}>{t("inbox.empty.body")}</EmptyState>
        ) : (
          <>
            <MailList mails={mails} openId={open?.id ?? null} />
            {open ? (
              <Reader key={open.id} mail={open} />
            ) : (
              <p className="hidden p-8 text-muted lg:block">{t("inbox.choose")}</p>
            )}
          </>
        )}
      </div>
    </main>
  );
}

function MailList({ mails, openId }: { mails: MailLine[]; openId: string | null }) {
  const t = useT();
  const format = useFormat();
  return (
    <nav
      aria-label={t("inbox.list")}
      className="max-h-72 overflow-y-auto border-line border-b lg:max-h-[calc(100dvh-12rem)] lg:border-r lg:border-b-0"
    >
      <ul>
        {mails.map((mail) => (
          <li key={mail.id} className="border-line border-b last:border-b-0">
            <Link
              href={`/inbox?mail=${mail.id}`}
              prefetch={false}
              aria-current={mail.id === openId ? "true" : undefined}
              className={cx(
                "block px-4 py-3 text-sm focus-visible:-outline-offset-2",
                mail.id === openId ? "bg-accent-soft" : "hover:bg-sunken",
              )}
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="truncate font-medium">{mail.subject}</span>
                <time
                  dateTime={mail.at}
                  className="figures shrink-0 text-faint text-xs"
                  suppressHydrationWarning
                >
                  {format.ago(mail.at)}
                </time>
              </span>
              <span className="block truncate text-muted">{mail.to}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A mail in a frame without scripts, forms or our origin; its links open in a new tab. */
function Reader({ mail }: { mail: OpenMail }) {
  const t = useT();
  const format = useFormat();
  return (
    <article className="flex min-w-0 flex-col">
      <header className="border-line border-b px-5 py-4">
        <h2 className="break-words text-lg">{mail.subject}</h2>
        <p className="break-all text-muted text-sm">
          {t("inbox.from")} {mail.from} · {t("inbox.to")} {mail.to} ·{" "}
          <time dateTime={mail.at} suppressHydrationWarning>
            {format.moment(mail.at)}
          </time>
        </p>
      </header>
      {mail.html ? (
        <iframe
          title={t("inbox.frame", { subject: mail.subject })}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={`<base target="_blank"><meta name="referrer" content="no-referrer">${mail.html}`}
          className="min-h-[28rem] w-full grow bg-white"
        />
      ) : (
        <pre className="overflow-auto whitespace-pre-wrap px-5 py-4 font-sans">{mail.text}</pre>
      )}
    </article>
  );
}
