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
        <Named item={item} onLeave={onLeave} />
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

/** Where the name goes in a sentence. */
const NAME = "\0";

/** What is kept and why; a contact that is sure to exist leads to its page. */
function Named({ item, onLeave }: { item: KeptItem; onLeave?: (() => void) | undefined }) {
  const t = useT();
  const { of, id, email, name, reason } = item;
  if (of !== "contact" || email === null || reason !== "edited")
    return sayKept(t, item, (of === "contact" ? email : name) ?? t(UNNAMED[of]));
  const [before, after] = sayKept(t, item, NAME).split(NAME);
  return (
    <>
      {before}
      <Link
        href={`/contacts/${id}`}
        className="text-accent underline underline-offset-3"
        {...(onLeave && { onClick: onLeave })}
      >
        {email}
      </Link>
      {after}
    </>
  );
}

const UNNAMED = {
  contact: "history.contact.gone",
  tag: "history.kept.tag",
  field: "history.kept.field",
} as const;

function sayKept(t: Translate, { reason, by }: KeptItem, what: string): string {
  const said = { what, why: t(`history.kept.${reason}`) };
  const who = by?.actor.name;
  return who ? t("history.kept.by", { ...said, who }) : t("history.kept", said);
}
