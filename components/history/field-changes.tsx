"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { ArrowRight } from "@/components/ui/icons";
import type { FieldChange } from "@/lib/client/api-types";
import { sayValue, useFieldsByKey } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import { customKey } from "@/lib/client/mapping";
import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { paintOf, SWATCH_NAMES, SWATCHES } from "@/lib/tag-colors";

const LABELLED = ["email", ...TEXT_FIELDS, "is_unsubscribed", "tags"] as const;
const OF_TAG = ["name", "color", "emoji"] as const;

/** The values before and after, field by field. */
export function FieldChanges({ changes }: { changes: FieldChange[] }) {
  const t = useT();
  const format = useFormat();
  const { of } = useFieldsByKey();
  if (changes.length === 0) return null;
  const ownField = (field: string) => {
    const key = customKey(field);
    return key === null ? null : of(key);
  };
  const say = (field: string, value: unknown): ReactNode => {
    if (field === "color") return <Colour color={typeof value === "string" ? value : null} />;
    if (value === null || value === undefined || value === "") return t("history.value.none");
    if (Array.isArray(value)) {
      return value.map((one) => one ?? t("history.value.deleted_tag")).join(", ") || t("history.value.none");
    }
    return sayValue(ownField(field) ?? { type: "text" }, value, t, format);
  };
  const label = (field: string) => {
    const name = LABELLED.find((one) => one === field);
    if (name) return t(`contacts.field.${name}`);
    const ofTag = OF_TAG.find((one) => one === field);
    return ofTag ? t(`tags.${ofTag}`) : (ownField(field)?.name ?? field);
  };
  return (
    <dl className="mt-1 grid gap-0.5 text-sm">
      {changes.map((change) => (
        <div key={change.field} className="wrap-anywhere flex flex-wrap gap-x-2">
          <dt className="text-muted">{label(change.field)}</dt>
          <dd>
            <del className={cx("text-faint", change.field === "color" && "no-underline")}>
              {say(change.field, change.old)}
            </del>{" "}
            <ArrowRight aria-hidden="true" className="inline size-3.5 text-faint" />{" "}
            <ins className="no-underline">{say(change.field, change.new)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A tag's colour in a word and as it looks; without one, the tag has the colour of its name. */
function Colour({ color }: { color: string | null }) {
  const t = useT();
  if (color === null) return t("tags.color.own");
  const known = SWATCH_NAMES.find((name) => SWATCHES[name][0] === color.toLowerCase());
  return (
    <span className="whitespace-nowrap">
      <span
        aria-hidden="true"
        className="mr-1 inline-block size-2.5 rounded-full border border-edge/40"
        style={{ backgroundColor: paintOf(color) }}
      />
      {known ? t(`tags.swatch.${known}`) : color}
    </span>
  );
}
