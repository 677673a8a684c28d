"use client";

import { FieldValue } from "@/components/fields/field-value";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ChevronDown, Plus, X } from "@/components/ui/icons";
import { Menu, MenuCheck } from "@/components/ui/menu";
import { Select } from "@/components/ui/select";
import { type KnownField, useFieldsByKey } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { type Draft, newDraft, ofField, operatorsOf } from "./condition-drafts";

interface ConditionsProps {
  fields: readonly KnownField[];
  value: readonly Draft[];
  /** Ids of the rows to mark, as they lack a value. */
  wrong: readonly number[];
  onChange: (value: Draft[]) => void;
}

/** Conditions on custom fields, each entered by its type. */
export function Conditions({ fields, value, wrong, onChange }: ConditionsProps) {
  const t = useT();
  if (fields.length === 0 && value.length === 0) return null;
  const add = () => onChange([...value, newDraft(1 + Math.max(0, ...value.map(({ id }) => id)))]);
  const isFull = value.length >= Math.min(FIELD_LIMITS.filterFields, fields.length);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("contacts.filter.field")}</legend>
      {value.map((draft) => (
        <ConditionRow
          key={draft.id}
          draft={draft}
          isWrong={wrong.includes(draft.id)}
          // Each field can have one condition.
          fields={fields.filter(({ key }) => key === draft.key || value.every((one) => one.key !== key))}
          onChange={(next) => onChange(value.map((one) => (one.id === next.id ? next : one)))}
          onRemove={() => onChange(value.filter(({ id }) => id !== draft.id))}
        />
      ))}
      {!isFull && (
        <div>
          <Button size="sm" onClick={add}>
            <Plus aria-hidden="true" /> {t("contacts.filter.field.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface RowProps {
  draft: Draft;
  isWrong: boolean;
  fields: readonly KnownField[];
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}

function ConditionRow({ draft, isWrong, fields, onChange, onRemove }: RowProps) {
  const t = useT();
  const { of } = useFieldsByKey();
  const field = of(draft.key);
  const isListed = draft.key === "" || fields.some(({ key }) => key === draft.key);
  return (
    <div className="grid gap-2 rounded-md border border-line p-2">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
        <Select
          aria-label={t("contacts.filter.field.name")}
          aria-invalid={(isWrong && draft.key === "") || undefined}
          value={draft.key}
          onChange={({ target }) => onChange(ofField(draft, of(target.value)))}
        >
          {draft.key === "" && <option value="">{t("contacts.filter.field.name")}</option>}
          {!isListed && <option value={draft.key}>{draft.key}</option>}
          {fields.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("contacts.filter.field.how")}
          disabled={draft.key === ""}
          value={draft.operator}
          onChange={({ target }) => {
            const operator = operatorsOf(field, draft.operator).find((one) => one === target.value);
            if (operator) onChange({ ...draft, operator });
          }}
        >
          {operatorsOf(field, draft.operator).map((operator) => (
            <option key={operator} value={operator}>
              {t(`contacts.filter.field.${operator}`)}
            </option>
          ))}
        </Select>
        <IconButton label={t("contacts.filter.field.remove")} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      {draft.key !== "" && <Values {...{ draft, isWrong, field, onChange }} />}
      {isWrong && (
        <p role="alert" className="text-danger text-sm">
          {t("contacts.filter.field.missing")}
        </p>
      )}
    </div>
  );
}

type ValuesProps = Pick<RowProps, "draft" | "isWrong" | "onChange"> & { field: KnownField };

function Values({ draft, isWrong, field, onChange }: ValuesProps) {
  const t = useT();
  if (draft.operator === "set" || draft.operator === "empty") return null;
  if (draft.operator === "any_of") return <Options {...{ draft, isWrong, field, onChange }} />;
  const value = (label: string, name: "value" | "to") => (
    <FieldValue
      label={label}
      isWrong={isWrong}
      field={draft.operator === "contains" ? { ...field, type: "text" } : field}
      text={draft[name]}
      onText={(text) => onChange({ ...draft, [name]: text })}
    />
  );
  if (draft.operator !== "range") return value(t("contacts.filter.field.value"), "value");
  return (
    <div className="grid grid-cols-2 items-start gap-2">
      {value(t("contacts.filter.from"), "value")}
      {value(t("contacts.filter.to"), "to")}
    </div>
  );
}

/** The options that are looked for; options from the URL that the field no longer has stay until they are removed. */
function Options({ draft, isWrong, field, onChange }: ValuesProps) {
  const t = useT();
  const format = useFormat();
  const { chosen } = draft;
  const shown = [...new Set([...field.options, ...chosen])];
  const toggle = (option: string) =>
    onChange({
      ...draft,
      chosen: chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option],
    });
  const trigger = (
    <Button aria-invalid={isWrong || undefined} className="w-full justify-between! font-normal">
      <span className="truncate">
        {chosen.length > 0 ? format.either(chosen) : t("contacts.filter.field.choose")}
      </span>
      <ChevronDown aria-hidden="true" />
    </Button>
  );
  return (
    <Menu align="start" trigger={trigger} label={field.name}>
      {shown.map((option) => (
        <MenuCheck key={option} checked={chosen.includes(option)} onCheckedChange={() => toggle(option)}>
          <span className="wrap-anywhere min-w-0 py-1">{option}</span>
        </MenuCheck>
      ))}
    </Menu>
  );
}
