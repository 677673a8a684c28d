"use client";

import { Fragment, useId, useState } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { Input } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useFieldsByKey } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import type { ColumnType } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import { customField, customKey, type Mapping, SKIP, samples } from "@/lib/client/mapping";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { Damaged } from "./damaged";
import { useFieldName } from "./field-name";
import { type ColumnRule, RuleChoice } from "./rule-choice";
import { sayReason } from "./suggestion-reason";
import { TypeChoice } from "./type-choice";

/** From 1280 one line per column; below, its type and its rule come under its field. */
export const MAP_GRID =
  "grid gap-x-3 gap-y-2 xl:gap-y-0.5 md:grid-cols-[minmax(0,0.9fr)_minmax(0,1fr)_minmax(0,1.2fr)] xl:grid-cols-[minmax(0,0.9fr)_minmax(0,1fr)_minmax(0,1.15fr)_10.75rem_6.25rem_5.75rem] 2xl:grid-cols-[minmax(0,0.9fr)_minmax(0,1fr)_minmax(0,1.15fr)_10.75rem_6.25rem_minmax(0,1.1fr)]";
const NEW_CUSTOM = "new-custom-field";
const TONES: Record<"high" | "medium" | "low", Tone> = { high: "accent", medium: "neutral", low: "neutral" };

type Suggestion = ImportPreview["suggestions"][number];

/** Reasons that say more than the confidence of the suggestion. */
const OWN_WORDS: Record<string, "remembered" | "kept" | undefined> = {
  remembered: "remembered",
  remembered_answer: "remembered",
  kept_as_custom: "kept",
};

interface ColumnRowProps {
  /** Its place in the list, from 0. */
  at: number;
  header: string;
  preview: ImportPreview;
  field: string;
  /** The user chose the field. */
  own: boolean;
  /** Another column has the same field. */
  clash: boolean;
  /** Needs attention before continuing. */
  isDoubtful: boolean;
  /** What the column may do to existing contacts. */
  rule: ColumnRule;
  /** The type of its custom field; none for other fields. */
  type: ColumnType | undefined;
  onChoose: (field: string) => void;
  onRule: (rule: ColumnRule) => void;
  onType: (type: ColumnType) => void;
  /** Whether the options of its custom field are in the way of going on. */
  onFault: (header: string, isFaulty: boolean) => void;
}

/** One column of the file in a line: its name, its values, its field and why. */
export function ColumnRow(props: ColumnRowProps) {
  const {
    at,
    header,
    preview,
    field,
    own,
    clash,
    isDoubtful,
    rule,
    type,
    onChoose,
    onRule,
    onType,
    onFault,
  } = props;
  const whyId = useId();
  const suggestion = preview.suggestions.find((each) => each.header === header);
  return (
    <li
      data-column={at}
      className={cx(
        MAP_GRID,
        "items-start border-line border-b px-4 py-2 last:border-b-0 max-md:py-3.5",
        field === SKIP && "bg-paper",
        isDoubtful && "shadow-[inset_3px_0_var(--c-warn)]",
      )}
    >
      <p
        className={cx(
          "font-medium text-sm wrap-anywhere md:flex md:min-h-9 md:items-center",
          field === SKIP && "text-muted",
        )}
        title={header}
      >
        <span className="min-w-0">
          <Damaged text={header} />
        </span>
      </p>
      <Values values={samples(preview, header)} />
      <FieldChoice header={header} field={field} clash={clash} describedBy={whyId} onChoose={onChoose} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden md:col-start-3 xl:contents">
        {type && customKey(field) !== null && <TypeChoice {...{ header, preview, type, onType, onFault }} />}
        <RuleChoice header={header} field={field} rule={rule} onRule={onRule} />
      </div>
      <Why id={whyId} suggestion={own ? undefined : suggestion} mapping={preview.draft.columnMapping} />
    </li>
  );
}

/** A few values in one line; all of them on hover. */
function Values({ values }: { values: string[] }) {
  const t = useT();
  return (
    <p
      className={cx(
        "figures min-w-0 truncate text-sm md:leading-9",
        values.length ? "text-muted" : "text-faint",
      )}
      title={values.join("\n")}
    >
      {values.length === 0 && t("map.samples.none")}
      {values.map((value, at) => (
        <Fragment key={value}>
          {at > 0 && <span className="text-faint"> · </span>}
          <bdi>
            <Damaged text={value} />
          </bdi>
        </Fragment>
      ))}
    </p>
  );
}

interface WhyProps {
  id: string;
  suggestion: Suggestion | undefined;
  mapping: Mapping;
}

/**
 * The confidence of the suggestion, and its reason: beside it where there is room, otherwise in a line of its own if it
 * says more than the confidence does, or on hover.
 */
function Why({ id, suggestion, mapping }: WhyProps) {
  const t = useT();
  const nameOf = useFieldName();
  const level = suggestion?.confidence ?? "low";
  const own = OWN_WORDS[suggestion?.reason_code ?? ""];
  const isTelling = suggestion !== undefined && level !== "high" && own === undefined;
  const reason = suggestion && sayReason(t, suggestion, mapping, nameOf);
  return (
    <div
      id={id}
      title={isTelling ? undefined : reason}
      className={cx(
        "flex gap-x-2 text-faint text-sm max-md:flex-wrap md:col-span-2 md:col-start-1 md:row-start-2 2xl:col-span-1 2xl:col-start-6 2xl:row-start-1 2xl:min-h-9 2xl:items-center",
        isTelling
          ? "items-baseline xl:col-span-full"
          : "items-center xl:col-span-1 xl:col-start-6 xl:row-start-1 xl:h-9 2xl:h-auto",
      )}
    >
      <Badge tone={suggestion && TONES[level]}>
        {t(`map.confidence.${suggestion ? (own ?? level) : "own"}`)}
      </Badge>
      {reason && (
        <span className={cx("wrap-anywhere min-w-0", !isTelling && "xl:max-2xl:sr-only")}>{reason}</span>
      )}
    </div>
  );
}

interface FieldChoiceProps {
  header: string;
  field: string;
  clash: boolean;
  describedBy: string;
  onChoose: (field: string) => void;
}

function FieldChoice({ header, field, clash, describedBy, onChoose }: FieldChoiceProps) {
  const t = useT();
  const nameOf = useFieldName();
  const [naming, setNaming] = useState<string | null>(null);
  const custom = customKey(field);
  const { fields, of } = useFieldsByKey();
  const others = fields.filter(({ key }) => key !== custom);
  const choose = (value: string) => {
    if (value === NEW_CUSTOM) return setNaming(custom ?? header);
    setNaming(null);
    onChoose(value);
  };
  const finish = () => {
    if (naming?.trim()) onChoose(customField(naming));
    setNaming(null);
  };
  return (
    <div className="grid gap-2">
      <Select
        aria-label={t("map.field.for", { header })}
        aria-describedby={describedBy}
        aria-invalid={clash || undefined}
        value={naming === null ? field : NEW_CUSTOM}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={SKIP}>{t("map.field.skip")}</option>
        <optgroup label={t("map.group.standard")}>
          {IMPORT_TARGETS.map((each) => (
            <option key={each} value={each}>
              {each === "email" ? `${nameOf(each)} (${t("map.required")})` : nameOf(each)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t("map.group.custom")}>
          {custom !== null && <option value={field}>{of(custom).name}</option>}
          {others.map(({ key, name }) => (
            <option key={key} value={customField(key)}>
              {name}
            </option>
          ))}
          <option value={NEW_CUSTOM}>{t("map.field.newCustom")}</option>
        </optgroup>
      </Select>
      {naming !== null && (
        <Input
          autoFocus
          aria-label={t("map.custom.label")}
          maxLength={FIELD_LIMITS.customKey}
          value={naming}
          onChange={(event) => setNaming(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
            if (event.key === "Escape") setNaming(null);
          }}
        />
      )}
    </div>
  );
}
