"use client";

import { type FormEvent, useId, useState } from "react";
import { flushSync } from "react-dom";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { useFieldsByKey, useNumberText } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { useImportList } from "@/lib/client/imports";
import { TEXT_FIELD_FACTS } from "@/lib/contacts/fields";
import { draftsOf, readDrafts } from "./condition-drafts";
import { Conditions } from "./filter-conditions";
import { Days, datesOf, daysOf } from "./filter-days";
import type { ContactFilterState } from "./use-contact-filter";

interface FilterFormProps {
  filter: ContactFilterState;
  onClose: () => void;
}

const COMPANY_MAX = TEXT_FIELD_FACTS.find(({ name }) => name === "company")?.max;

/** The filters besides tags and status, in a dialog: all of them at once, on a phone too. */
export function FilterDialog(props: FilterFormProps) {
  const t = useT();
  return (
    <Dialog open onOpenChange={props.onClose} title={t("contacts.filter.more")} wide>
      <FilterForm {...props} />
    </Dialog>
  );
}

function FilterForm({ filter: { state, setState }, onClose }: FilterFormProps) {
  const t = useT();
  const { fields, of } = useFieldsByKey();
  const number = useNumberText();
  const [draft, setDraft] = useState({
    company: state.company,
    import: state.import ?? "",
    tagged: state.tagged !== null,
    conditions: draftsOf(state.fields, of, number.write),
    days: daysOf(state),
  });
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }));
  const { conditions, unfinished } = readDrafts(draft.conditions, of, number.read);
  /** Whether conditions without a value are marked. */
  const [isMarked, setMarked] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (unfinished.length > 0) {
      flushSync(() => setMarked(true));
      event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    void setState({
      company: draft.company.trim() || null,
      import: draft.import || null,
      tagged: draft.tagged ? "no" : null,
      fields: conditions,
      ...datesOf(draft.days),
    });
    onClose();
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t("contacts.filter.company")}
          hint={t("contacts.filter.company.hint")}
          maxLength={COMPANY_MAX}
          autoComplete="off"
          value={draft.company}
          onText={(company) => change({ company })}
        />
        <ImportChoice value={draft.import} onValue={(id) => change({ import: id })} />
      </div>
      <Conditions
        fields={fields}
        value={draft.conditions}
        wrong={isMarked ? unfinished : []}
        onChange={(conditions) => change({ conditions })}
      />
      <Days value={draft.days} onChange={(days) => change({ days })} />
      <Untagged checked={draft.tagged} onChange={(tagged) => change({ tagged })} />
      <FormActions action={t("contacts.filter.apply")} onCancel={onClose} />
    </form>
  );
}

function Untagged({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const t = useT();
  const id = useId();
  return (
    <span className="-ml-1 flex items-center gap-1.5 text-sm">
      <Checkbox id={id} checked={checked} onCheckedChange={onChange} />
      <label htmlFor={id}>{t("contacts.filter.untagged")}</label>
    </span>
  );
}

function ImportChoice({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const t = useT();
  const { data } = useImportList();
  const imports = data?.pages.flatMap((page) => page.data) ?? [];
  const isListed = imports.some(({ id }) => id === value);
  return (
    <SelectField
      label={t("contacts.filter.import")}
      value={value}
      onValue={onValue}
      options={[
        { value: "", label: t("contacts.filter.import.any") },
        ...(value && !isListed ? [{ value, label: t("contacts.filter.import.other") }] : []),
        ...imports.map(({ id, filename }) => ({ value: id, label: filename })),
      ]}
    />
  );
}
