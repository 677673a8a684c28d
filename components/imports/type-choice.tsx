"use client";

import { useState } from "react";
import { Input } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { samples } from "@/lib/client/mapping";
import {
  type CellFormat,
  distinctOptions,
  exampleOf,
  FIELD_OPTIONS,
  FIELD_TYPES,
  type FieldType,
  FORMATS_OF,
  splitOptions,
} from "@/lib/fields/fields";

export type ColumnType = ImportPreview["draft"]["columnTypes"][string];

interface TypeChoiceProps {
  header: string;
  preview: ImportPreview;
  type: ColumnType;
  onType: (type: ColumnType) => void;
}

/** The type of a column's custom field, and the format of its values; for an existing field only the latter. */
export function TypeChoice({ header, preview, type: said, onType }: TypeChoiceProps) {
  const t = useT();
  const { type, is_known: isKnown = false } = said;
  const choose = (next: FieldType) => onType(startOf(next, header, preview));
  return (
    <div className="contents">
      {isKnown ? (
        <p className="px-1 text-muted text-sm">{t("map.type.known", { type: t(`fields.type.${type}`) })}</p>
      ) : (
        <Select
          className="md:w-29!"
          aria-label={t("map.type.for", { header })}
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
      <FormatChoice header={header} type={said} onType={onType} />
      {type === "choice" && !isKnown && <Options header={header} type={said} onType={onType} />}
    </div>
  );
}

/** A type with what the cells say about it. */
function startOf(type: FieldType, header: string, preview: ImportPreview): ColumnType {
  const cells = preview.suggestions.find((one) => one.header === header)?.cells;
  if (type === "number") return { type, format: cells?.number_format ?? null };
  if (type === "date") return { type, format: cells?.date_format ?? null };
  if (type !== "choice") return { type };
  const seen = distinctOptions(cells?.options ?? samples(preview, header, FIELD_OPTIONS.max));
  return { type, options: seen.length > 0 ? seen : [header.slice(0, FIELD_OPTIONS.length)] };
}

type PartProps = Omit<TypeChoiceProps, "preview">;

/** Asked for where it is ambiguous; elsewhere it is shown, and can be corrected. */
function FormatChoice({ header, type: said, onType }: PartProps) {
  const t = useT();
  const formats = FORMATS_OF[said.type];
  if (!formats) return null;
  const open = !said.format;
  return (
    <div className="order-last grid w-full gap-1">
      <Select
        aria-label={t("map.format.for", { header })}
        aria-invalid={open || undefined}
        value={said.format ?? ""}
        onChange={({ target }) => {
          const format = formats.find((one) => one === target.value);
          if (format) onType({ ...withoutKnown(said), format });
        }}
      >
        {open && <option value="">{t("map.format.choose")}</option>}
        {formats.map((one) => (
          <option key={one} value={one}>
            {sayFormat(t(`map.format.${one}`), one)}
          </option>
        ))}
      </Select>
      {open && (
        <p className="text-danger text-sm">
          {t(`map.format.open.${said.type === "date" ? "date" : "number"}`)}
        </p>
      )}
    </div>
  );
}

const sayFormat = (words: string, format: CellFormat) => `${words} (${exampleOf(format)})`;

function withoutKnown({ is_known: _, ...type }: ColumnType): ColumnType {
  return type;
}

/** The options of a new choice field, as text: a line for each would need more room than a row has. */
function Options({ header, type: said, onType }: PartProps) {
  const t = useT();
  const shown = (said.options ?? []).join("; ");
  const [text, setText] = useState<string | null>(null);
  const finish = () => {
    const options = splitOptions(text ?? shown);
    setText(null);
    if (options.length > 0 && options.join("; ") !== shown) onType({ type: "choice", options });
  };
  return (
    <Input
      className="order-last"
      aria-label={t("map.options.for", { header })}
      title={t("fields.options.hint")}
      value={text ?? shown}
      onChange={({ target }) => setText(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === "Enter" && finish()}
    />
  );
}
