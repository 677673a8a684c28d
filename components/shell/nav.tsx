"use client";

import { usePathname } from "next/navigation";
import { cx } from "@/components/ui/cx";
import { Download, FileUp, House, Settings, Tag, Users } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { useT } from "@/lib/client/i18n";

const ITEMS = [
  { href: "/", label: "nav.overview", icon: House },
  { href: "/contacts", label: "nav.contacts", icon: Users },
  { href: "/tags", label: "nav.tags", icon: Tag },
  { href: "/imports", label: "nav.imports", icon: FileUp },
  { href: "/exports", label: "nav.exports", icon: Download },
  { href: "/settings", label: "nav.settings", icon: Settings },
] as const;

export function Nav({ onNavigate }: { onNavigate?: () => void }) {
  const t = useT();
  const path = usePathname();
  return (
    <nav aria-label={t("nav.label")}>
      <ul className="grid gap-0.5">
        {ITEMS.map(({ href, label, icon: Icon }) => {
          const current = href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                onClick={onNavigate}
                className={cx(
                  "relative flex h-9 items-center gap-3 rounded-md px-3 text-sm touch:h-11 [&_svg]:size-4",
                  current
                    ? "bg-sunken font-medium text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-accent [&_svg]:text-accent"
                    : "text-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon aria-hidden="true" />
                {t(label)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
