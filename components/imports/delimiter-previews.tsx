"use client";

import { useId } from "react";
import { cx } from "@/components/ui/cx";
import { useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { cellsOf } from "@/lib/imports/record-cells";
import { DELIMITERS } from "./delimiters";

/** Cells of a line that fit on a card. */
const SHOWN = 4;
/** At the end of a line that is longer than what is known of it. */
const CUT = "…";

interface DelimiterPreviewsProps {
  preview: ImportPreview;
  onChoose: (delimiter: string) => void;
}

/** How each delimiter would split the header line; those that do not occur in it are not offered. */
export function DelimiterPreviews({ preview, onChoose }: DelimiterPreviewsProps) {
  const t = useT();
  const group = useId();
  const { top, headerRow, delimiter } = preview;
  const line = (top.find(({ record }) => record === headerRow) ?? top[0])?.raw ?? "";
  const found = DELIMITERS.filter(({ sign }) => sign === delimiter || (sign !== " " && line.includes(sign)));
  if (found.length < 2) return null;
  return (
    <fieldset className="min-w-0 pb-4">
      <legend className="mb-1.5 text-muted text-sm">{t("map.delimiters")}</legend>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {found.map(({ sign, name }) => {
          const cells = cellsOf(line, sign);
          const isWhole = !line.endsWith(CUT);
          const count = sign === delimiter ? preview.preview.headers.length : isWhole && cells.length;
          return (
            <label
              key={sign}
              className={cx(
                "grid min-w-0 cursor-pointer content-start gap-1 rounded-md border px-3 py-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
                sign === delimiter
                  ? "border-accent bg-accent-soft"
                  : "border-line bg-surface hover:border-edge",
              )}
            >
              <span className="flex items-center gap-2">
                <input
                  type="radio"
                  name={group}
                  className="size-3.5 accent-accent outline-none"
                  checked={sign === delimiter}
                  onChange={() => onChoose(sign)}
                />
                {t(`map.delimiter.${name}`)}
                <span className="figures ml-auto text-muted text-xs">
                  {count !== false && t("map.columns", { count })}
                </span>
              </span>
              <bdi className="truncate text-muted text-xs">{cells.slice(0, SHOWN).join(" │ ")}</bdi>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
