"use client";

import { Input } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type KnownField, readValue, useNumberText } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { FIELD_LIMITS } from "@/lib/field-limits";

interface FieldValueProps {
  label: string;
  field: KnownField;
  text: string;
  onText: (text: string) => void;
  /** Marked, as it is missing. */
  isWrong?: boolean;
  /** Shown while nothing is chosen. */
  none?: string;
}

/** A value of a custom field, typed or chosen according to its type. */
export function FieldValue({ label, field, text, onText, isWrong = false, none = label }: FieldValueProps) {
  const t = useT();
  const numbers = useNumberText();
  if (field.type === "boolean" || field.type === "choice") {
    const options =
      field.type === "choice"
        ? field.options.map((option) => [option, option] as const)
        : ([
            ["true", t("fields.yes")],
            ["false", t("fields.no")],
          ] as const);
    return (
      <Select
        aria-label={label}
        aria-invalid={isWrong || undefined}
        value={text}
        onChange={({ target }) => onText(target.value)}
      >
        <option value="">{none}</option>
        {options.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </Select>
    );
  }
  const isUnread = text.trim() !== "" && readValue(field, text.trim(), numbers.read) === undefined;
  return (
    <div>
      <Input
        aria-label={label}
        aria-invalid={isUnread || isWrong || undefined}
        placeholder={label}
        autoComplete="off"
        maxLength={FIELD_LIMITS.customText}
        {...(field.type === "date" && { type: "date", min: "1000-01-01", max: "9999-12-31" })}
        {...(field.type === "number" && { inputMode: "decimal" as const })}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {isUnread && (
        <p role="alert" className="mt-1 text-danger text-sm">
          {t("error.field.number")}
        </p>
      )}
    </div>
  );
}
