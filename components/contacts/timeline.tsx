"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useFormat, useT } from "@/lib/client/i18n";
import type { Contact } from "@/lib/contacts/schemas";

/** When and from where the contact came, and when it changed last. */
export function Timeline({ contact }: { contact: Contact }) {
  const t = useT();
  const changed = contact.updated_at !== contact.created_at;
  return (
    <section>
      <h4 className="eyebrow mb-3">{t("contact.timeline")}</h4>
      <ol className="relative grid gap-4 pl-5 before:absolute before:top-2 before:bottom-8 before:left-[3px] before:w-px before:bg-line">
        {changed && <Event at={contact.updated_at}>{t("contact.timeline.updated")}</Event>}
        <Event at={contact.created_at}>
          {contact.import_id ? (
            <>
              {t("contact.timeline.imported", { row: contact.import_row ?? 0 })}
              {" · "}
              <Link
                href={`/imports/${contact.import_id}`}
                className="text-accent underline underline-offset-3"
              >
                {t("contact.timeline.import")}
              </Link>
            </>
          ) : (
            t("contact.timeline.created")
          )}
        </Event>
      </ol>
    </section>
  );
}

function Event({ at, children }: { at: string; children: ReactNode }) {
  const format = useFormat();
  return (
    <li className="relative text-sm before:absolute before:top-1.5 before:-left-5 before:size-[7px] before:rounded-full before:bg-edge">
      <p>{children}</p>
      <p className="figures text-faint">
        <time dateTime={at} title={format.moment(at)}>
          {format.ago(at)}
        </time>
      </p>
    </li>
  );
}
