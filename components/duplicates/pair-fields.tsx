"use client";

import { useId } from "react";
import { cx } from "@/components/ui/cx";
import type { Contact } from "@/lib/client/api-types";
import type { DuplicatePair, MergeRules } from "@/lib/client/duplicates";
import { useFormat, useT } from "@/lib/client/i18n";
import { TEXT_FIELDS } from "@/lib/contacts/fields";

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
          <Choice key={field} {...{ field, one, other, rules, onChange }} />
        ) : (
          <Row key={field} label={t(`contacts.field.${field}`)} cells={[one[field], other[field]]} />
        ),
      )}
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

interface ChoiceProps extends Omit<PairFieldsProps, "contacts"> {
  field: Field;
  one: Contact;
  other: Contact;
}

function Choice({ field, one, other, rules, onChange }: ChoiceProps) {
  const t = useT();
  const name = useId();
  const isNotes = field === "notes";
  const chosen = rules[field] ?? (isNotes ? "both" : "this");
  const sides = [["this", one[field]] as const, ["other", other[field]] as const];
  const set = (rule: "this" | "other" | "both") => onChange({ ...rules, [field]: rule });
  const radio = (rule: "this" | "other" | "both", text: string) => (
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
        onChange={() => set(rule)}
      />
      <span className="min-w-0 whitespace-pre-line">{text}</span>
    </label>
  );
  return (
    <fieldset className={grid}>
      <legend className="sr-only">{t(`contacts.field.${field}`)}</legend>
      <span aria-hidden="true" className="col-span-2 text-muted sm:col-span-1 sm:pt-2">
        {t(`contacts.field.${field}`)}
      </span>
      {sides.map(([rule, value]) => radio(rule, value ?? ""))}
      {isNotes && radio("both", t("duplicates.both"))}
    </fieldset>
  );
}
