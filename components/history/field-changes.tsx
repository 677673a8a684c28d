"use client";

import { ArrowRight } from "@/components/ui/icons";
import type { FieldChange } from "@/lib/client/api-types";
import { useT } from "@/lib/client/i18n";
import { TEXT_FIELDS } from "@/lib/contacts/fields";

const LABELLED = ["email", ...TEXT_FIELDS, "is_unsubscribed", "tags"] as const;

/** The values before and after, field by field. */
export function FieldChanges({ changes }: { changes: FieldChange[] }) {
  const t = useT();
  if (changes.length === 0) return null;
  const say = (value: unknown) => {
    if (value === null || value === undefined || value === "") return t("history.value.none");
    if (typeof value === "boolean") return t(value ? "history.value.yes" : "history.value.no");
    if (Array.isArray(value)) {
      return value.map((one) => one ?? t("history.value.deleted_tag")).join(", ") || t("history.value.none");
    }
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  const label = (field: string) => {
    const name = LABELLED.find((one) => one === field);
    return name ? t(`contacts.field.${name}`) : field.replace("custom_fields.", "");
  };
  return (
    <dl className="mt-1 grid gap-0.5 text-sm">
      {changes.map((change) => (
        <div key={change.field} className="wrap-anywhere flex flex-wrap gap-x-2">
          <dt className="text-muted">{label(change.field)}</dt>
          <dd>
            <del className="text-faint">{say(change.old)}</del>{" "}
            <ArrowRight aria-hidden="true" className="inline size-3.5 text-faint" />{" "}
            <ins className="no-underline">{say(change.new)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
