"use client";

import { useState } from "react";
import { sayDone as sayConverted } from "@/components/bulk/words";
import { useOptionsFault } from "@/components/fields/options-fault";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { Field, Textarea, TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type Say, useFailureToast, useForm, useSay, useWhileShown } from "@/components/ui/use-form";
import { callApi } from "@/lib/client/api";
import type { CustomFieldChanges } from "@/lib/client/api-types";
import { type BulkAction, isRunning } from "@/lib/client/bulk";
import { changedParts } from "@/lib/client/changed-parts";
import { ApiFailure } from "@/lib/client/failure";
import { optionsInUse } from "@/lib/client/field-options";
import { type CustomField, sayExample, useChangeField, useCounts, useCreateField } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { type CellFormat, FIELD_TYPES, type FieldType, FORMATS_OF } from "@/lib/fields/fields";
import { splitOptions } from "@/lib/fields/option-lists";
import { findOption } from "@/lib/fields/options";
import { useSayFieldDone } from "./field-done";
import { FieldSegments } from "./field-segments";

interface FieldDialogProps {
  field: CustomField | null;
  onClose: () => void;
}

/** Creates a field, or edits one: its name, its options, or its type, which converts the values. */
export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const t = useT();
  const [name, setName] = useState(field?.name ?? "");
  const [type, setType] = useState<FieldType>(field?.type ?? "text");
  const [format, setFormat] = useState<CellFormat | null>(null);
  const { options, listed, setOptions, propose } = useOptions(field);
  const save = useSaveField(field, { name: name.trim(), type, format, options: listed });
  const close = useWhileShown(onClose);
  const form = useForm(async () => {
    await save();
    close();
  }, useSayTaken());
  const isConverted = field !== null && type !== field.type;
  const choose = (next: FieldType) => {
    setType(next);
    if (next === "choice") void propose();
  };
  const fault = useOptionsFault(type === "choice" ? listed : []);
  const isReady = name.trim() !== "" && (type !== "choice" || (!fault && listed.length > 0));
  return (
    <Dialog open onOpenChange={onClose} title={t(field ? "fields.edit.title" : "fields.new")}>
      <form className="grid gap-5" onSubmit={form.submit}>
        <TextField
          label={t("fields.name")}
          error={form.error}
          required
          maxLength={FIELD_LIMITS.customKey}
          autoComplete="off"
          value={name}
          onText={setName}
        />
        <Field label={t("fields.type")} hint={isConverted && <ConvertHint field={field} />}>
          {(props) => (
            <Select
              {...props}
              value={type}
              onChange={({ target }) => choose(FIELD_TYPES.find((one) => one === target.value) ?? "text")}
            >
              {FIELD_TYPES.map((one) => (
                <option key={one} value={one}>
                  {t(`fields.type.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isConverted && <FormatField type={type} value={format} onChange={setFormat} />}
        {type === "choice" && (
          <OptionsField {...{ field, options, fault, isConverted }} onChange={setOptions} />
        )}
        <FormActions
          action={t(field ? "action.save" : "fields.create.action")}
          onCancel={onClose}
          busy={form.busy}
          disabled={!isReady}
        />
      </form>
    </Dialog>
  );
}

function ConvertHint({ field }: { field: CustomField }) {
  const t = useT();
  return (
    <>
      {t("fields.convert.hint")}
      <FieldSegments fieldKey={field.key} />
    </>
  );
}

/** That another field has the name is said beside it, anything else in a toast. */
function useSayTaken(): Say {
  const say = useSay();
  const toastFailure = useFailureToast();
  return (reason) => {
    const { details } = ApiFailure.from(reason);
    const isTaken = typeof details === "object" && details !== null && "field_id" in details;
    return isTaken ? say(reason) : toastFailure(reason);
  };
}

/** The options as text. Those of a field that becomes a choice begin as the values in use. */
function useOptions(field: CustomField | null) {
  const [options, setOptions] = useState(field?.options.join("\n") ?? "");
  const propose = async () => {
    if (!field || options !== "") return;
    const inUse = await optionsInUse(field.id).catch(() => []);
    setOptions((now) => now || inUse.join("\n"));
  };
  return { options, listed: splitOptions(options), setOptions, propose };
}

interface OptionsFieldProps {
  field: CustomField | null;
  /** The field becomes a choice: they began as the values in use. */
  isConverted: boolean;
  options: string;
  fault: string | undefined;
  onChange: (options: string) => void;
}

/** As high as its lines, up to a limit. */
function OptionsField({ field, isConverted, options, fault, onChange }: OptionsFieldProps) {
  const t = useT();
  /** What there was before somebody began to type. */
  const [before, setBefore] = useState<string | null>(null);
  const left = useLeftBehind(field, splitOptions(before ?? options), isConverted);
  const lines = t(isConverted ? "fields.options.proposed" : "fields.options.lines");
  const hint = (
    <>
      {lines}
      {left && <span className="mt-1 block">{left}</span>}
    </>
  );
  return (
    <Field label={t("fields.options")} hint={hint} error={fault} required>
      {(props) => (
        <Textarea
          {...props}
          className="field-sizing-content max-h-60"
          value={options}
          onChange={({ target }) => onChange(target.value)}
          onFocus={() => setBefore(options)}
          onBlur={() => setBefore(null)}
        />
      )}
    </Field>
  );
}

/** Says how many contacts have values that are no options any more, or would not become any. */
function useLeftBehind(field: CustomField | null, options: string[], isConverted: boolean): string | null {
  const t = useT();
  const format = useFormat();
  const gone = isConverted
    ? []
    : (field?.options ?? []).filter((one) => findOption(options, one) === undefined);
  const { among, others } = useCounts(field?.key, isConverted ? options : gone);
  if (isConverted) return others > 0 ? t("fields.options.outside", { count: others }) : null;
  return among > 0
    ? t("fields.options.gone", {
        count: among,
        values: format.list(gone.map((value) => t("map.value", { value }))),
      })
    : null;
}

interface FormatFieldProps {
  type: FieldType;
  value: CellFormat | null;
  onChange: (format: CellFormat | null) => void;
}

/** How the texts that become numbers or dates are written. */
function FormatField({ type, value, onChange }: FormatFieldProps) {
  const t = useT();
  const formats = FORMATS_OF[type];
  if (!formats) return null;
  return (
    <Field label={t("fields.format")}>
      {(props) => (
        <Select
          {...props}
          value={value ?? ""}
          onChange={({ target }) => onChange(formats.find((one) => one === target.value) ?? null)}
        >
          <option value="">{t("fields.format.clear")}</option>
          {formats.map((one) => (
            <option key={one} value={one}>
              {`${t(`map.format.${one}`)} (${sayExample(t, one)})`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The conversion of the values, if it has ended and there was something to convert. */
async function endOf(id: string | null): Promise<BulkAction | null> {
  if (id === null) return null;
  const action = await callApi("GET /bulk-actions/{id}", { path: { id } }).catch(() => null);
  return action && !isRunning(action) && action.changed + action.refused > 0 ? action : null;
}

type Told = Required<Omit<CustomFieldChanges, "format">> & { format: CellFormat | null };

/** Saves the changes: name and type in separate steps, because each is undone by itself. */
function useSaveField(field: CustomField | null, { name, type, format, options }: Told) {
  const t = useT();
  const create = useCreateField();
  const change = useChangeField(field?.id ?? "");
  const sayDone = useSayFieldDone();
  const isChoice = type === "choice";
  return async () => {
    if (!field) {
      await create.mutateAsync({ name, type, ...(isChoice && { options }) });
      return sayDone(t("fields.created", { name }), null);
    }
    const opened = { name: field.name, options: splitOptions(field.options.join("\n")) };
    const told = { name, ...(isChoice && type === field.type && { options }) };
    let changed = await change.mutateAsync(changedParts(told, opened));
    const fits = FORMATS_OF[type]?.find((one) => one === format);
    if (type !== field.type)
      changed = await change.mutateAsync({
        type,
        ...(isChoice && { options }),
        ...(fits && { format: fits }),
      });
    const ended = await endOf(changed.bulk_action_id);
    const text = ended ? sayConverted(t, ended) : t("fields.saved", { name });
    sayDone(text, changed.change_id, !ended?.refused);
  };
}
