"use client";

import { useState } from "react";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useFailureToast, useForm, useWhileShown } from "@/components/ui/use-form";
import { type CustomField, useMergeField } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { useSayFieldDone } from "./field-done";
import { FieldSegments } from "./field-segments";

interface MergeFieldDialogProps {
  field: CustomField;
  fields: CustomField[];
  onClose: () => void;
}

/** Merges a field into another one whose type its values fit. */
export function MergeFieldDialog({ field, fields, onClose }: MergeFieldDialogProps) {
  const t = useT();
  const merge = useMergeField(field.id);
  const sayDone = useSayFieldDone();
  const fitting = fields.filter((other) => other.id !== field.id && takes(other, field));
  const [into, setInto] = useState(fitting[0]?.id ?? "");
  const close = useWhileShown(onClose);
  const form = useForm(async () => {
    const { change_id } = await merge.mutateAsync(into);
    sayDone(t("fields.merged", { name: field.name }), change_id);
    close();
  }, useFailureToast());
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("fields.merge.title", { name: field.name })}
      description={
        fitting.length === 0 ? (
          t("fields.merge.none")
        ) : (
          <>
            {t("fields.merge.body")}
            <FieldSegments fieldKey={field.key} />
          </>
        )
      }
    >
      <form className="grid gap-5" onSubmit={form.submit}>
        {fitting.length > 0 && (
          <Field label={t("fields.merge.into")}>
            {(props) => (
              <Select {...props} value={into} onChange={({ target }) => setInto(target.value)}>
                {fitting.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <FormActions
          action={t("fields.merge.action")}
          onCancel={onClose}
          busy={form.busy}
          disabled={into === ""}
        />
      </form>
    </Dialog>
  );
}

/** Text accepts everything; other types accept their own, a choice only if it has the same options. */
function takes(target: CustomField, { type, options }: CustomField): boolean {
  return (
    target.type === "text" || (target.type === type && options.every((one) => target.options.includes(one)))
  );
}
