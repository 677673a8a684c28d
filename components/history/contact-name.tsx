"use client";

import { Link } from "@/components/ui/link";
import type { ChangeSet } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";

/** The address of a contact that was changed; it leads to its page, if there still is one. */
export function ContactName({ contact }: { contact: NonNullable<ChangeSet["contact"]> }) {
  const t = useT();
  const name = contact.email ?? t("history.contact.gone");
  if (!contact.exists) return name;
  return (
    <Link href={`/contacts/${contact.id}`} className="text-accent underline underline-offset-3">
      {name}
    </Link>
  );
}
