"use client";

import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { May } from "@/lib/client/access";
import { partsOf, useConfig } from "@/lib/client/config";
import { useFormat, useT } from "@/lib/client/i18n";

/** Links of the installation, and for those who look after it which of its parts run inside it. */
export function Footer() {
  const t = useT();
  const format = useFormat();
  const { embedded, inbox } = useConfig();
  const inside = partsOf(embedded).filter((part) => embedded[part]);
  return (
    <footer className="mx-auto flex w-full print:hidden max-w-[84rem] flex-wrap items-center gap-x-5 gap-y-1 px-4 pt-4 pb-[calc(1.25rem+var(--bulk-bar))] text-faint text-xs sm:px-8 2xl:px-12">
      <May to="manage">
        <p>
          {inside.length === 0
            ? t("footer.hosted")
            : t("footer.embedded", { parts: format.list(inside.map((part) => t(`part.${part}`))) })}
        </p>
      </May>
      <p className="flex gap-4">
        {inbox && <FooterLink href="/inbox">{t("footer.inbox")}</FooterLink>}
        {embedded.blob && <FooterLink href="/settings#parts">{t("footer.files")}</FooterLink>}
        <FooterLink href="/docs">{t("nav.api")}</FooterLink>
      </p>
    </footer>
  );
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:text-ink hover:decoration-current"
    >
      {children}
    </Link>
  );
}
