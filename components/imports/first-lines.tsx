"use client";

import { useId } from "react";
import { cx } from "@/components/ui/cx";
import { useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { Damaged } from "./damaged";

interface FirstLinesProps {
  preview: ImportPreview;
  onHeader: (record: number) => void;
}

/** The first lines of the file as written; a click chooses the header row. */
export function FirstLines({ preview, onHeader }: FirstLinesProps) {
  const t = useT();
  const name = useId();
  const { top, headerRow, preamble } = preview;
  const above = new Set(preamble.map(({ record }) => record));
  return (
    <fieldset className="min-w-0 pb-4">
      <legend className="mb-1.5 text-muted text-sm">{t("map.lines")}</legend>
      <div className="max-h-72 overflow-auto rounded-md border border-line">
        {top.map(({ record, line, raw }) => (
          <label
            key={record}
            className={cx(
              "flex min-h-7 w-max min-w-full cursor-pointer items-center gap-3 px-3 font-mono text-xs has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2 touch:min-h-11",
              record === headerRow ? "bg-accent-soft font-medium text-accent" : "hover:bg-sunken",
              above.has(record) && "text-faint line-through",
            )}
          >
            <input
              type="radio"
              name={name}
              className="size-3.5 shrink-0 accent-accent outline-none"
              checked={record === headerRow}
              onChange={() => onHeader(record)}
            />
            <span className="figures w-6 shrink-0 text-right text-faint">{line}</span>
            <bdi className="whitespace-pre">
              <Damaged text={raw} />
            </bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
