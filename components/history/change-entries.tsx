"use client";

import { ListFrame } from "@/components/ui/list-frame";
import { type ChangeEntry, useChangeEntries } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";
import { ContactName } from "./contact-name";
import { FieldChanges } from "./field-changes";

/** The contacts of a change set with its changes to each. */
export function ChangeEntries({ id }: { id: string }) {
  const t = useT();
  const list = useChangeEntries(id);
  return (
    <div className="mt-3 border-line border-l-2 pl-4">
      <ListFrame
        compact
        list={list}
        rows={list.data?.pages.flatMap((page) => page.entries)}
        empty={<p className="text-muted text-sm">{t("history.erased")}</p>}
      >
        {(entries) => (
          <ul className="grid gap-2">
            {entries.map((entry) => (
              <Entry key={entry.contact_id} entry={entry} />
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  );
}

/** What a change set changed of its tag. */
export function TagFields({ id }: { id: string }) {
  const list = useChangeEntries(id);
  return (
    <div className="mt-3 border-line border-l-2 pl-4">
      <ListFrame compact list={list} rows={list.data?.pages.slice(0, 1)}>
        {(pages) => pages.map((page) => <FieldChanges key={page.id} changes={page.tag_fields} />)}
      </ListFrame>
    </div>
  );
}

function Entry({ entry }: { entry: ChangeEntry }) {
  const t = useT();
  return (
    <li className="wrap-anywhere text-sm">
      <ContactName contact={{ ...entry, id: entry.contact_id }} />{" "}
      {entry.kind !== "changed" && <span className="text-muted">{t(`history.entry.${entry.kind}`)}</span>}
      <FieldChanges changes={entry.fields} />
    </li>
  );
}
