"use client";

import { useId } from "react";
import { cx } from "@/components/ui/cx";
import type { Contact } from "@/lib/client/api-types";
import { conflictingFields, customRules, type DuplicatePair, type MergeRules } from "@/lib/client/duplicates";
import { sayValue, useFieldsByKey } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { own } from "@/lib/own";

const FIELDS = ["email", ...TEXT_FIELDS] as const;
type Field = (typeof FIELDS)[number];

interface PairFieldsProps {
  contacts: DuplicatePair["contacts"];
  rules: MergeRules;
  onChange: (rules: MergeRules) => void;
}

/** The values of both, field by field; where they differ, the user chooses which one stays. */
export function PairFields({ contacts, rules, onChange }: PairFieldsProps) {
  const t = useT();
  const format = useFormat();
  const [one, other] = contacts;
  if (!one || !other) return null;
  const said = FIELDS.filter((field) => one[field] || other[field]);
  return (
    <div className="grid gap-2">
      {said.map((field) =>
        one[field] && other[field] && one[field] !== other[field] ? (
          <TextChoice key={field} {...{ field, one, other, rules, onChange }} />
        ) : (
          <Row key={field} label={t(`contacts.field.${field}`)} cells={[one[field], other[field]]} />
        ),
      )}
      {conflictingFields(one, other).map((name) => (
        <CustomChoice key={name} {...{ name, one, other, rules, onChange }} />
      ))}
      <Row label={t("contacts.column.tags")} cells={[one, other].map(tagNames)} />
      <Row
        label={t("contacts.column.added")}
        cells={[one, other].map(({ created_at }) => format.moment(created_at))}
      />
    </div>
  );
}

const tagNames = ({ tags = [] }: Contact) => tags.map(({ name }) => name).join(", ");
const grid = "grid grid-cols-2 gap-x-3 gap-y-1 text-sm sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)]";

function Row({ label, cells }: { label: string; cells: (string | null)[] }) {
  if (cells.every((cell) => !cell)) return null;
  return (
    <dl className={grid}>
      <dt className="col-span-2 text-muted sm:col-span-1">{label}</dt>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two sides have no other name
        <dd key={at} className="wrap-anywhere whitespace-pre-line px-3">
          {cell || "–"}
        </dd>
      ))}
    </dl>
  );
}

interface FieldChoiceProps extends Omit<PairFieldsProps, "contacts"> {
  one: Contact;
  other: Contact;
}

function TextChoice({ field, one, other, rules, onChange }: FieldChoiceProps & { field: Field }) {
  const t = useT();
  const isNotes = field === "notes";
  return (
    <Choice
      label={t(`contacts.field.${field}`)}
      values={[one[field] ?? "", other[field] ?? ""]}
      both={isNotes ? t("duplicates.both") : undefined}
      chosen={rules[field] ?? (isNotes ? "both" : "this")}
      onChoose={(rule) => onChange({ ...rules, [field]: rule })}
    />
  );
}

/** A custom field of which both have a value, and not the same. */
function CustomChoice({ name, one, other, rules, onChange }: FieldChoiceProps & { name: string }) {
  const t = useT();
  const format = useFormat();
  const field = useFieldsByKey().of(name);
  const chosen = customRules(rules);
  const said = (contact: Contact) => sayValue(field, own(contact.custom_fields ?? {}, name), t, format);
  return (
    <Choice
      label={field.name}
      values={[said(one), said(other)]}
      chosen={own(chosen, name) ?? "this"}
      onChoose={(rule) =>
        rule !== "both" && onChange({ ...rules, custom_fields: { ...chosen, [name]: rule } })
      }
    />
  );
}

type Rule = "this" | "other" | "both";

interface ChoiceProps {
  label: string;
  values: [string, string];
  /** The name of the choice to keep both, where that is possible. */
  both?: string | undefined;
  chosen: Rule | "filled";
  onChoose: (rule: Rule) => void;
}

function Choice({ label, values, both, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  const radio = (rule: Rule, text: string) => (
    <label
      key={rule}
      className={cx(
        "wrap-anywhere flex min-h-9 items-start gap-2 rounded-md border px-3 py-2 touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
        rule === chosen ? "border-accent bg-accent-soft" : "border-line bg-surface hover:border-edge",
        rule === "both" && "col-span-2 sm:col-start-2",
      )}
    >
      <input
        type="radio"
        name={name}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
        checked={rule === chosen}
        onChange={() => onChoose(rule)}
      />
      <span className="min-w-0 whitespace-pre-line">{text}</span>
    </label>
  );
  return (
    <fieldset className={grid}>
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="col-span-2 text-muted sm:col-span-1 sm:pt-2">
        {label}
      </span>
      {radio("this", values[0])}
      {radio("other", values[1])}
      {both !== undefined && radio("both", both)}
    </fieldset>
  );
}
