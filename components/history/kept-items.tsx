"use client";

import { Link } from "@/components/ui/link";
import type { ChangeUndo } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";
import type { Translate } from "@/lib/client/messages/catalogue";

type KeptItem = ChangeUndo["kept_items"][number];

const SHOWN = 5;

/** What an undo keeps, why, and for a contact a link to the changes that prevent it. */
export function KeptItems({ items, onLeave }: { items: KeptItem[]; onLeave?: () => void }) {
  const t = useT();
  return items.slice(0, SHOWN).map((item) => {
    const contact = item.by?.contact?.id ?? (item.of === "contact" ? item.id : null);
    return (
      <span key={item.id} className="wrap-anywhere mt-1 block text-muted">
        {sayKept(t, item)}
        {contact && (
          <>
            {" · "}
            <Link
              href={`/history?contact=${contact}`}
              className="text-accent underline underline-offset-3"
              {...(onLeave && { onClick: onLeave })}
            >
              {t("history.kept.show")}
            </Link>
          </>
        )}
      </span>
    );
  });
}

function sayKept(t: Translate, { of, email, name, reason, by }: KeptItem): string {
  const what = of === "contact" ? (email ?? t("history.contact.gone")) : (name ?? t(`history.kept.${of}`));
  const said = { what, why: t(`history.kept.${reason}`) };
  const who = by?.actor.name;
  return who ? t("history.kept.by", { ...said, who }) : t("history.kept", said);
}
