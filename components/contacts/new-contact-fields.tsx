"use client";

import { Field, Input, Textarea } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { NewContact } from "@/lib/client/api-types";
import { type KnownField, readValue } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { eachTextField, FORM_FIELDS } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";

type RequiredField = (typeof FORM_FIELDS)[number]["name"];
const nameOf = ({ key }: KnownField) => `custom_fields.${key}`;

export function FormField({
  field,
  error,
}: {
  field: (typeof FORM_FIELDS)[number];
  error: string | undefined;
}) {
  const t = useT();
  const { name, max, required, input } = field;
  const isWide = input === "email" || input === "multiline";
  return (
    <Field
      label={t(`contacts.field.${name}`)}
      required={required}
      aside={required ? undefined : t("field.optional")}
      error={error}
      className={isWide ? "sm:col-span-2" : undefined}
    >
      {(props) =>
        input === "multiline" ? (
          <Textarea {...props} name={name} maxLength={max} />
        ) : (
          <Input {...props} name={name} type={input} maxLength={max} autoComplete="off" />
        )
      }
    </Field>
  );
}

/** A custom field of the workspace, by its type. */
export function CustomField({ field, error }: { field: KnownField; error: string | undefined }) {
  const t = useT();
  const { name, type, options } = field;
  const choices =
    type === "boolean"
      ? [
          ["true", t("fields.yes")],
          ["false", t("fields.no")],
        ]
      : options.map((option) => [option, option]);
  return (
    <Field label={name} aside={t("field.optional")} error={error}>
      {(props) =>
        type === "boolean" || type === "choice" ? (
          <Select {...props} name={nameOf(field)} defaultValue="">
            <option value="">–</option>
            {choices.map(([value, shown]) => (
              <option key={value} value={value}>
                {shown}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...props}
            name={nameOf(field)}
            maxLength={FIELD_LIMITS.customText}
            autoComplete="off"
            {...(type === "date" && { type: "date", min: "1000-01-01", max: "9999-12-31" })}
            {...(type === "number" && { inputMode: "decimal" as const })}
          />
        )
      }
    </Field>
  );
}

/** The contact that the form describes, and the names of its fields that have no valid value. */
export function readForm(
  data: FormData,
  custom: KnownField[],
  number: (text: string) => number | undefined,
): { input: NewContact; missing: RequiredField[]; unread: string[] } {
  const value = (name: string) => String(data.get(name) ?? "").trim();
  const fields = eachTextField(
    ({ name }) => value(name),
    ({ name }) => value(name) || null,
  );
  const filled = custom.filter((field) => value(nameOf(field)) !== "");
  const read = (field: KnownField) => readValue(field, value(nameOf(field)), number);
  return {
    input: {
      email: value("email"),
      ...fields,
      ...(filled.length > 0 && {
        custom_fields: Object.fromEntries(filled.map((field) => [field.key, read(field)])),
      }),
    },
    missing: FORM_FIELDS.filter(({ name, required }) => required && !value(name)).map(({ name }) => name),
    unread: filled.filter((field) => read(field) === undefined).map(nameOf),
  };
}
