"use client";

import { usePathname } from "next/navigation";
import { cx } from "@/components/ui/cx";
import { Clock, Download, FileUp, House, Settings, Tag, Users } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { useGoing } from "@/components/ui/navigation";
import { Spinner } from "@/components/ui/spinner";
import { useT } from "@/lib/client/i18n";
import { isWithin, PAGES, type Page } from "@/lib/client/pages";
import { SegmentNav } from "./segment-nav";

export const PAGE_ICONS = {
  overview: House,
  contacts: Users,
  tags: Tag,
  imports: FileUp,
  exports: Download,
  history: Clock,
  settings: Settings,
} as const satisfies Record<Page["name"], unknown>;

export function Nav({ onNavigate }: { onNavigate?: () => void }) {
  const t = useT();
  const path = usePathname();
  const going = useGoing();
  return (
    <>
      <nav aria-label={t("nav.label")}>
        <ul className="grid gap-0.5">
          {PAGES.map((page) => {
            const current = isWithin(path, page);
            const Icon = PAGE_ICONS[page.name];
            return (
              <li key={page.path}>
                <Link
                  href={page.path}
                  aria-current={current ? "page" : undefined}
                  aria-busy={going === page.path || undefined}
                  onClick={onNavigate}
                  className={cx(
                    "relative flex h-9 items-center gap-3 rounded-md px-3 text-sm touch:h-11 [&_svg]:size-4",
                    (going === null ? current : going === page.path)
                      ? "bg-sunken font-medium text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-accent [&_svg]:text-accent"
                      : "text-muted hover:bg-sunken hover:text-ink",
                  )}
                >
                  {going === page.path ? <Spinner className="mx-px" /> : <Icon aria-hidden="true" />}
                  {t(`nav.${page.name}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <SegmentNav onNavigate={onNavigate} />
    </>
  );
}
