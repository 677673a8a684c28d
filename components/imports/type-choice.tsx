"use client";

import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Pencil } from "@/components/ui/icons";
import { Select } from "@/components/ui/select";
import { sayExample } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import type { ColumnType } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import { samples } from "@/lib/client/mapping";
import { FIELD_OPTIONS, FIELD_TYPES, FORMATS_OF } from "@/lib/fields/fields";
import { distinctOptions } from "@/lib/fields/option-lists";
import { NewOptions } from "./new-options";
import { TypedOptions, useTypedOptions } from "./typed-options";

interface TypeChoiceProps {
  header: string;
  preview: ImportPreview;
  type: ColumnType;
  onType: (type: ColumnType) => void;
  /** Whether options were typed that no field can have. */
  onFault: (header: string, isFaulty: boolean) => void;
}

/**
 * The type of a column's custom field with the format of its values, in one list; for an existing field only its
 * formats. An ambiguous format has to be chosen.
 */
export function TypeChoice({ header, preview, type: said, onType, onFault }: TypeChoiceProps) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  const { type, format = null, is_known: isKnown = false } = said;
  const isOpen = FORMATS_OF[type] !== undefined && !format;
  const typed = useTypedOptions({ header, type: said, onType, onFault });
  const choices = choicesOf(said, header, preview);
  const sayType = (one: ColumnType) =>
    [t(`fields.type.${one.type}`), one.format && sayExample(t, one.format)].filter(Boolean).join(" ");
  return (
    <>
      <div className="flex min-h-9 min-w-0 flex-1 items-center gap-x-1 xl:col-start-4 xl:row-start-1">
        {isKnown && choices.length === 1 ? (
          <span
            className="truncate text-muted text-sm xl:px-3"
            title={t("map.type.known", { type: sayType(said) })}
          >
            {sayType(said)}
          </span>
        ) : (
          <Select
            className="min-w-0"
            aria-label={t(isKnown ? "map.format.for" : "map.type.for", { header })}
            aria-invalid={isOpen || undefined}
            value={choiceOf(said)}
            onChange={({ target }) => {
              const chosen = choices.find((one) => choiceOf(one) === target.value);
              if (chosen) onType(chosen);
            }}
          >
            {isOpen && <option value={choiceOf(said)}>{t("map.format.choose")}</option>}
            {choices.map((one) => (
              <option key={choiceOf(one)} value={choiceOf(one)}>
                {sayType(one)}
              </option>
            ))}
          </Select>
        )}
        {type === "choice" && !isKnown && (
          <IconButton
            label={t("map.options.edit", { header })}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing || typed.fault !== undefined)}
          >
            <Pencil />
          </IconButton>
        )}
      </div>
      <div className="order-last basis-full empty:hidden xl:col-start-3 xl:col-end-7 xl:row-start-2">
        {isOpen && (
          <p className="text-danger text-sm">{t(`map.format.open.${type === "date" ? "date" : "number"}`)}</p>
        )}
        {type === "choice" && (isEditing || typed.fault) && <TypedOptions {...typed} />}
        {type === "choice" && (
          <NewOptions
            {...{ preview, header, words: wordsOf(header, preview) }}
            onChange={({ columnTypes }) => columnTypes?.[header] && onType(columnTypes[header])}
          />
        )}
      </div>
    </>
  );
}

const choiceOf = ({ type, format }: ColumnType) => `${type} ${format ?? ""}`;

/** Every type in each of its formats, with what the cells say about it; what is chosen now stays as it is. */
function choicesOf(said: ColumnType, header: string, preview: ImportPreview): ColumnType[] {
  const types = said.is_known ? [said.type] : FIELD_TYPES;
  return types.flatMap((type): ColumnType[] => {
    const formats = FORMATS_OF[type];
    if (formats) return formats.map((format) => ({ type, format }));
    if (type !== "choice") return [{ type }];
    return [said.type === "choice" ? said : { type, options: optionsOf(header, preview) }];
  });
}

/** What a column says; null when that is too much for a choice. */
function wordsOf(header: string, preview: ImportPreview): string[] | null {
  const cells = preview.suggestions.find((one) => one.header === header)?.cells;
  return cells?.options ?? (samples(preview, header).length > 0 ? null : []);
}

function optionsOf(header: string, preview: ImportPreview): string[] {
  const cells = preview.suggestions.find((one) => one.header === header)?.cells;
  const seen = distinctOptions(cells?.options ?? samples(preview, header, FIELD_OPTIONS.max));
  return seen.length > 0 ? seen : [header.slice(0, FIELD_OPTIONS.length)];
}
