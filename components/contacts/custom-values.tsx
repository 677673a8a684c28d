"use client";

import { useState } from "react";
import { Select } from "@/components/ui/select";
import { useMay } from "@/lib/client/access";
import type { Contact, ContactChanges } from "@/lib/client/api-types";
import { type KnownField, sayValue, useFieldsByKey, useNumberText } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import { useGo } from "@/lib/client/unsaved";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { own } from "@/lib/own";
import { EditableValue } from "./editable-value";

type Save = (changes: ContactChanges) => Promise<string | null>;

interface CustomValuesProps {
  contact: Contact;
  onSave: Save;
}

/** The custom fields of a contact, each shown and edited by its type; fields without a value can be added. */
export function CustomValues({ contact, onSave }: CustomValuesProps) {
  const { fields, of } = useFieldsByKey();
  const [added, setAdded] = useState<string[]>([]);
  const mayWrite = useMay("write");
  const values = contact.custom_fields ?? {};
  const shown = [...new Set([...Object.keys(values), ...added])];
  const others = fields.filter(({ key }) => !shown.includes(key));
  return (
    <>
      {shown.map((key) => (
        <CustomValue
          key={key}
          field={of(key)}
          value={own(values, key) ?? null}
          onSave={(value) => onSave({ custom_fields: { [key]: value } })}
        />
      ))}
      {mayWrite && <AddField fields={others} onAdd={(key) => setAdded([...added, key])} />}
    </>
  );
}

/** The choice that leads to the settings; no key is blank. */
const NEW = " ";

/** Rendered from the start, so that nothing moves when the fields arrive. */
function AddField({ fields, onAdd }: { fields: KnownField[]; onAdd: (key: string) => void }) {
  const t = useT();
  const go = useGo();
  return (
    <div className="py-2.5">
      <dt className="sr-only">{t("fields.add")}</dt>
      <dd>
        <Select
          aria-label={t("fields.add")}
          value=""
          onChange={({ target }) => (target.value === NEW ? go("/settings#fields") : onAdd(target.value))}
        >
          <option value="">{t("fields.add")}</option>
          {fields.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value={NEW}>{t("fields.new")}</option>
        </Select>
      </dd>
    </div>
  );
}

interface CustomValueProps {
  field: KnownField;
  value: unknown;
  onSave: (value: unknown) => Promise<string | null>;
}

function CustomValue({ field, value, onSave }: CustomValueProps) {
  const t = useT();
  const format = useFormat();
  const numbers = useNumberText();
  const mayWrite = useMay("write");
  const { name, type } = field;
  const isPicked = mayWrite && (type === "boolean" || type === "choice");
  if (isPicked && (value === null || fitsPicked(field, value)))
    return <PickedValue field={field} value={value} onSave={onSave} />;
  const text = typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
  if (type === "number" && (value === null || typeof value === "number")) {
    const save = async (typed: string) => {
      if (typed === "") return onSave(null);
      const number = numbers.read(typed);
      return number === undefined ? t("error.field.number") : onSave(number);
    };
    return (
      <EditableValue
        {...common(name, value === null ? "" : numbers.write(value))}
        shown={sayValue(field, value, t, format)}
        inputMode="decimal"
        onSave={save}
      />
    );
  }
  const isDay = type === "date" && (value === null || /^\d{4}-\d\d-\d\d$/.test(text));
  return (
    <EditableValue
      {...common(name, text)}
      {...(!mayWrite && { shown: sayValue(field, value, t, format) })}
      {...(isDay && { type: "date", shown: text && format.calendarDay(text) })}
      onSave={(typed) => onSave(typed || null)}
    />
  );
}

const common = (label: string, value: string) => ({
  label,
  value,
  required: false,
  maxLength: FIELD_LIMITS.customText,
});

function fitsPicked({ type, options }: KnownField, value: unknown): boolean {
  return type === "boolean" ? typeof value === "boolean" : options.some((option) => option === value);
}

/** As the other values: in line with them, and with a border only while it is pointed at. */
const QUIET =
  "-mx-3 w-[calc(100%+1.5rem)]! [&>select]:border-transparent [&>select]:bg-transparent [&>select]:text-base [&>select:hover]:border-edge";

/** Yes or no, or one of the options: chosen in place. */
function PickedValue({ field: { name, type, options }, value, onSave }: CustomValueProps) {
  const t = useT();
  const [error, setError] = useState<string | null>(null);
  const choices =
    type === "boolean"
      ? [
          { id: "true", label: t("fields.yes"), value: true },
          { id: "false", label: t("fields.no"), value: false },
        ]
      : options.map((option) => ({ id: option, label: option, value: option }));
  const choose = async (id: string) => {
    const choice = choices.find((one) => one.id === id);
    setError(await onSave(choice ? choice.value : null));
  };
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-cols-[7rem_minmax(0,1fr)] items-center gap-3 border-line border-b py-1.5">
      <dt className="text-faint text-sm">{name}</dt>
      <dd className="min-w-0">
        <Select
          aria-label={name}
          className={QUIET}
          value={String(value ?? "")}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">–</option>
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
      </dd>
    </div>
  );
}
