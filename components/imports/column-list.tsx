"use client";

import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { useT } from "@/lib/client/i18n";
import type { ChangeDraft } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import { BEYOND, columnsBeyond, SKIP } from "@/lib/client/mapping";
import { own } from "@/lib/own";
import { arrangeColumns } from "./arrange-columns";
import { ColumnRow, MAP_GRID } from "./column-row";

interface ColumnListProps {
  preview: ImportPreview;
  headers: string[];
  /** Columns that need attention. */
  doubtful: ReadonlySet<string>;
  /** Fields that several columns have. */
  twice: ReadonlySet<string>;
  onChange: ChangeDraft;
  /** Whether options were typed for a column that no field can have. */
  onFault: (header: string, isFaulty: boolean) => void;
}

/** The columns of the file, one in a line; of a wide file those that need a look and the first others. */
export function ColumnList({ preview, headers, doubtful, twice, onChange, onFault }: ColumnListProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { columnMapping: mapping, options, columnTypes } = preview.draft;
  const beyond = useMemo(() => suggestedBeyond(preview.suggestions), [preview.suggestions]);
  const suggested = new Map(preview.suggestions.map(({ header, field }) => [header, field]));
  const clashes = (header: string) => twice.has(mapping[header] ?? "");
  const { shown, folded } = arrangeColumns(headers, { doubtful, beyond, clashes });
  const open = () => {
    flushSync(() => setOpen(true));
    list.current?.querySelector<HTMLElement>(`[data-column="${shown.length}"] select`)?.focus();
  };
  return (
    <div className="sheet overflow-hidden">
      <TableHead />
      <ul ref={list} aria-label={t("map.table")}>
        {[...shown, ...(isOpen ? folded : [])].map((header, at) => (
          <ColumnRow
            key={header}
            at={at}
            header={header}
            preview={preview}
            field={mapping[header] ?? SKIP}
            own={mapping[header] !== suggested.get(header)}
            clash={clashes(header)}
            isDoubtful={doubtful.has(header)}
            rule={own(options.rules, header) ?? "overwrite"}
            type={own(columnTypes, header)}
            onChoose={(field) => onChange({ columnMapping: { [header]: field } })}
            onRule={(rule) => onChange({ options: { rules: { [header]: rule } } })}
            onType={(type) => onChange({ columnTypes: { [header]: type } })}
            onFault={onFault}
          />
        ))}
      </ul>
      {folded.length > 0 && !isOpen && (
        <div className="border-line border-t px-4 py-3">
          <Button onClick={open}>{t("map.more", { count: folded.length })}</Button>
        </div>
      )}
    </div>
  );
}

/** Columns that were left out for lack of room, as it was suggested: what is chosen meanwhile moves nothing. */
function suggestedBeyond(suggestions: ImportPreview["suggestions"]): Set<string> {
  const columnMapping = Object.fromEntries(suggestions.map(({ header }) => [header, SKIP]));
  return new Set(BEYOND.flatMap((code) => columnsBeyond({ suggestions, draft: { columnMapping } }, code)));
}

function TableHead() {
  const t = useT();
  return (
    <div
      aria-hidden="true"
      className={`${MAP_GRID} wrap-normal hidden border-line border-b px-4 py-2 text-faint text-xs md:grid [&>:nth-child(n+4)]:max-xl:hidden`}
    >
      <span>{t("map.column.header")}</span>
      <span>{t("map.column.samples")}</span>
      <span>{t("map.column.field")}</span>
      <span>{t("fields.type")}</span>
      <span>{t("map.column.rule")}</span>
      <span>{t("map.column.why")}</span>
    </div>
  );
}
