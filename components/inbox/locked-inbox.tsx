"use client";

import { BackLink } from "@/components/shell/back-link";
import { PageHeader } from "@/components/shell/page-header";
import { useT } from "@/lib/client/i18n";

/** Explains how to open the inbox: with a link that only someone who can read the app's secrets can create. */
export function LockedInbox() {
  const t = useT();
  return (
    <main className="mx-auto w-full max-w-[84rem] px-4 py-6 sm:px-8">
      <PageHeader
        above={<BackLink href="/">{t("inbox.backToApp")}</BackLink>}
        title={t("inbox.locked.title")}
        detail={t("inbox.locked.body")}
      />
      <p>{t("inbox.locked.command")}</p>
      <p className="mt-3">
        <code className="select-all rounded bg-sunken px-2 py-1 font-mono text-sm">npm run -s inbox</code>
      </p>
    </main>
  );
}
