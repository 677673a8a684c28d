"use client";

import { useState } from "react";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { Field, Input, SelectField, Textarea } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import type { BulkWork } from "@/lib/client/bulk";
import { useT } from "@/lib/client/i18n";
import { TEXT_FIELD_FACTS, type TextField } from "@/lib/contacts/fields";

/** An external id belongs to one contact, so many cannot get the same. */
const FIELDS = TEXT_FIELD_FACTS.filter(({ name }) => name !== "external_id");

export interface SetFieldDialogProps {
  count: number;
  onClose: () => void;
  begin: (work: BulkWork) => Promise<void>;
}

/** Asks which field of many contacts gets which value; an empty one clears it. */
export function SetFieldDialog({ count, onClose, begin }: SetFieldDialogProps) {
  const t = useT();
  const [name, setName] = useState<TextField>("company");
  const [text, setText] = useState("");
  const value = text.trim();
  const facts = FIELDS.find((field) => field.name === name) ?? TEXT_FIELD_FACTS[0];
  const form = useForm(async () => {
    await begin({ action: "set", fields: { [name]: value || null } });
    onClose();
  });
  return (
    <Dialog open onOpenChange={onClose} title={t("bulk.set.title", { count })}>
      <form className="grid gap-4" onSubmit={form.submit}>
        <SelectField
          label={t("bulk.set.field")}
          value={name}
          onValue={(chosen) => setName(FIELDS.find((one) => one.name === chosen)?.name ?? name)}
          options={FIELDS.map((one) => ({
            value: one.name,
            label: t(`contacts.field.${one.name}`),
          }))}
        />
        <Field
          label={t("bulk.set.value")}
          hint={t(facts.required ? "bulk.set.required" : "bulk.set.hint")}
          error={form.error}
        >
          {(props) => {
            const Control = facts.input === "multiline" ? Textarea : Input;
            const onChange = ({ target }: { target: { value: string } }) => setText(target.value);
            return (
              <Control {...props} autoComplete="off" maxLength={facts.max} value={text} onChange={onChange} />
            );
          }}
        </Field>
        <FormActions
          onCancel={onClose}
          busy={form.busy}
          disabled={facts.required && !value}
          danger={!facts.required && !value}
          action={t(value ? "bulk.set.action" : "bulk.set.clear", { count })}
        />
      </form>
    </Dialog>
  );
}
