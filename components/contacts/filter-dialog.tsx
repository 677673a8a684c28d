"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { Input, SelectField, TextField } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { ListFilter, Plus, X } from "@/components/ui/icons";
import { Select } from "@/components/ui/select";
import type { CustomConditions } from "@/lib/client/contact-filter";
import { useT } from "@/lib/client/i18n";
import { useImportList } from "@/lib/client/imports";
import { TEXT_FIELD_FACTS } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { Days, datesOf, daysOf } from "./filter-days";
import type { ContactFilterState } from "./use-contact-filter";

interface MoreFiltersProps {
  filter: ContactFilterState;
  keys: readonly string[];
}

const COMPANY_MAX = TEXT_FIELD_FACTS.find(({ name }) => name === "company")?.max;

/** The filters beside tags and status, in a dialog: all of them at once, on a phone too. */
export function MoreFilters({ filter, keys }: MoreFiltersProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const count = countOf(filter.state);
  return (
    <>
      <Button className={cx(count > 0 && "border-accent! text-accent!")} onClick={() => setOpen(true)}>
        <ListFilter aria-hidden="true" />
        {count > 0 ? t("contacts.filter.moreCount", { count }) : t("contacts.filter.more")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("contacts.filter.more")} wide>
        <FilterForm filter={filter} keys={keys} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function countOf(state: ContactFilterState["state"]): number {
  const set = [
    state.company,
    state.import,
    state.tagged,
    state.added_from ?? state.added_to,
    state.changed_from ?? state.changed_to,
    state.unsubscribed_from,
  ];
  return set.filter(Boolean).length + Object.keys(state.fields).length;
}

interface Condition {
  /** Of the row, which has no name of its own while it is written. */
  id: number;
  name: string;
  how: "is" | "contains";
  value: string;
}

function conditionsOf(fields: CustomConditions): Condition[] {
  return Object.entries(fields).map(([name, wanted], id) => ({
    id,
    name,
    how: typeof wanted === "string" ? "is" : "contains",
    value: typeof wanted === "string" ? wanted : wanted.contains,
  }));
}

function FilterForm({
  filter: { state, setState },
  keys,
  onClose,
}: MoreFiltersProps & { onClose: () => void }) {
  const t = useT();
  const [draft, setDraft] = useState({
    company: state.company,
    import: state.import ?? "",
    tagged: state.tagged !== null,
    conditions: conditionsOf(state.fields),
    days: daysOf(state),
  });
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = draft.conditions.filter(({ name, value }) => name.trim() && value.trim());
    void setState({
      company: draft.company.trim() || null,
      import: draft.import || null,
      tagged: draft.tagged ? "no" : null,
      fields: Object.fromEntries(
        whole.map(({ name, how, value }) => [
          name.trim(),
          how === "is" ? value.trim() : { contains: value.trim() },
        ]),
      ),
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
      <Conditions keys={keys} value={draft.conditions} onChange={(conditions) => change({ conditions })} />
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

interface ConditionsProps {
  keys: readonly string[];
  value: Condition[];
  onChange: (value: Condition[]) => void;
}

function Conditions({ keys, value, onChange }: ConditionsProps) {
  const t = useT();
  const listId = useId();
  const set = (id: number, part: Partial<Condition>) =>
    onChange(value.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const add = () =>
    onChange([
      ...value,
      { id: 1 + Math.max(0, ...value.map(({ id }) => id)), name: "", how: "is", value: "" },
    ]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("contacts.filter.field")}</legend>
      <datalist id={listId}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {value.map((one) => (
        <ConditionRow
          key={one.id}
          value={one}
          listId={listId}
          onChange={(part) => set(one.id, part)}
          onRemove={() => onChange(value.filter(({ id }) => id !== one.id))}
        />
      ))}
      {value.length < FIELD_LIMITS.filterFields && (
        <div>
          <Button size="sm" onClick={add}>
            <Plus aria-hidden="true" /> {t("contacts.filter.field.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ConditionProps {
  value: Condition;
  listId: string;
  onChange: (part: Partial<Condition>) => void;
  onRemove: () => void;
}

function ConditionRow({ value, listId, onChange, onRemove }: ConditionProps) {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[1fr_8rem_1fr_auto]">
      <Input
        aria-label={t("contacts.filter.field.name")}
        placeholder={t("contacts.filter.field.name")}
        list={listId}
        maxLength={FIELD_LIMITS.customKey}
        autoComplete="off"
        value={value.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Select
        aria-label={t("contacts.filter.field.how")}
        value={value.how}
        className="max-sm:order-3 max-sm:col-span-2"
        onChange={(event) => onChange({ how: event.target.value === "is" ? "is" : "contains" })}
      >
        <option value="is">{t("contacts.filter.field.is")}</option>
        <option value="contains">{t("contacts.filter.field.contains")}</option>
      </Select>
      <Input
        aria-label={t("contacts.filter.field.value")}
        placeholder={t("contacts.filter.field.value")}
        maxLength={FIELD_LIMITS.customText}
        autoComplete="off"
        className="max-sm:order-4 max-sm:col-span-2"
        value={value.value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <IconButton label={t("contacts.filter.field.remove")} onClick={onRemove}>
        <X />
      </IconButton>
    </div>
  );
}
