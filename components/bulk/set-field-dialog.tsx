"use client";

import { type KeyboardEvent, useState } from "react";
import { FieldValue } from "@/components/fields/field-value";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { Field, Input, SelectField, Textarea } from "@/components/ui/field";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import type { BulkWork } from "@/lib/client/bulk";
import { type KnownField, readValue, useFieldsByKey, useNumberText } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { customKey } from "@/lib/client/mapping";
import { TEXT_FIELD_FACTS } from "@/lib/contacts/fields";
import { useEarly } from "./confirmations";

/** An external id belongs to one contact, so many contacts cannot get the same. */
const FIELDS = TEXT_FIELD_FACTS.filter(({ name }) => name !== "external_id");

interface SetFieldDialogProps {
  count: number;
  onClose: () => void;
  begin: (work: BulkWork) => Promise<void>;
}

/** Asks which field of many contacts to set to which value; an empty one clears it. */
export function SetFieldDialog({ count, onClose, begin }: SetFieldDialogProps) {
  const t = useT();
  const { fields: custom, of } = useFieldsByKey();
  const numbers = useNumberText();
  const [name, setName] = useState("company");
  const [text, setText] = useState("");
  const facts = FIELDS.find((field) => field.name === name);
  const key = facts ? null : customKey(name);
  const typed = text.trim();
  const value = typed === "" ? null : key === null ? typed : readValue(of(key), typed, numbers.read);
  const close = useWhileShown(onClose);
  const form = useForm(async () => {
    if (value === undefined) return;
    await begin({
      action: "set",
      fields: key === null ? { [name]: value } : { custom_fields: { [key]: value } },
    });
    close();
  });
  const choose = (chosen: string) => {
    setName(chosen);
    if (key !== null || customKey(chosen) !== null) setText("");
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("bulk.set.title", { count })} description={useEarly(count)}>
      <form
        className="grid gap-4"
        onSubmit={form.submit}
        onKeyDown={(event) => value === null && ignoreEnter(event)}
      >
        <SelectField
          label={t("bulk.set.field")}
          value={name}
          onValue={choose}
          options={[
            ...FIELDS.map((one) => ({ value: one.name, label: t(`contacts.field.${one.name}`) })),
            ...custom.map((one) => ({ value: `custom_fields.${one.key}`, label: one.name })),
          ]}
        />
        {facts ? (
          <TextValue facts={facts} error={form.error} text={text} onText={setText} />
        ) : (
          <CustomValue field={of(key ?? "")} error={form.error} text={text} onText={setText} />
        )}
        <FormActions
          onCancel={onClose}
          busy={form.busy}
          disabled={value === undefined || (value === null && facts?.required === true)}
          danger={value === null && !facts?.required}
          action={t(value === null ? "bulk.set.clear" : "bulk.set.action", { count })}
        />
      </form>
    </Dialog>
  );
}

/** Clearing takes a press of the button that says so. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface ValueProps {
  error: string | undefined;
  text: string;
  onText: (text: string) => void;
}

function TextValue({ facts, error, text, onText }: ValueProps & { facts: (typeof FIELDS)[number] }) {
  const t = useT();
  const Control = facts.input === "multiline" ? Textarea : Input;
  return (
    <Field
      label={t("bulk.set.value")}
      hint={t(facts.required ? "bulk.set.required" : "bulk.set.hint")}
      error={error}
    >
      {(props) => (
        <Control
          {...props}
          autoComplete="off"
          maxLength={facts.max}
          value={text}
          onChange={({ target }: { target: { value: string } }) => onText(target.value)}
        />
      )}
    </Field>
  );
}

/** The control has the label as its own name: which control it is depends on the type. */
function CustomValue({ field, error, text, onText }: ValueProps & { field: KnownField }) {
  const t = useT();
  const label = t("bulk.set.value");
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="font-medium text-sm">
        {label}
      </span>
      <FieldValue label={label} none="–" field={field} text={text} onText={onText} />
      <p className="text-faint text-xs">{t("bulk.set.hint")}</p>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
