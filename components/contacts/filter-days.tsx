"use client";

import { Field, Input } from "@/components/ui/field";
import { useT } from "@/lib/client/i18n";
import type { ContactFilterState } from "./use-contact-filter";

const RANGES = [
  ["added", "added_from", "added_to"],
  ["changed", "changed_from", "changed_to"],
] as const;

const DAYS = ["added_from", "added_to", "changed_from", "changed_to", "unsubscribed_from"] as const;
export type Dates = Record<(typeof DAYS)[number], string>;

export function daysOf(state: ContactFilterState["state"]): Dates {
  const text = (name: (typeof DAYS)[number]) => state[name]?.toISOString().slice(0, 10) ?? "";
  return {
    added_from: text("added_from"),
    added_to: text("added_to"),
    changed_from: text("changed_from"),
    changed_to: text("changed_to"),
    unsubscribed_from: text("unsubscribed_from"),
  };
}

/** An incomplete date is no date. */
export function datesOf(days: Dates): Record<(typeof DAYS)[number], Date | null> {
  const date = (name: (typeof DAYS)[number]) => (days[name] ? new Date(`${days[name]}T00:00:00Z`) : null);
  return {
    added_from: date("added_from"),
    added_to: date("added_to"),
    changed_from: date("changed_from"),
    changed_to: date("changed_to"),
    unsubscribed_from: date("unsubscribed_from"),
  };
}

export function Days({ value, onChange }: { value: Dates; onChange: (value: Dates) => void }) {
  const t = useT();
  const day = (name: keyof Dates, label: string) => (
    <Field label={label}>
      {(props) => (
        <Input
          {...props}
          type="date"
          min="1900-01-01"
          max="9998-12-31"
          value={value[name]}
          onChange={(event) => onChange({ ...value, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {RANGES.map(([name, from, to]) => (
        <fieldset key={name}>
          <legend className="mb-1.5 font-medium text-sm">{t(`contacts.filter.${name}`)}</legend>
          <div className="grid grid-cols-2 gap-2">
            {day(from, t("contacts.filter.from"))}
            {day(to, t("contacts.filter.to"))}
          </div>
        </fieldset>
      ))}
      {day("unsubscribed_from", t("contacts.filter.unsubscribedSince"))}
    </div>
  );
}
