"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { isOwnColumn, SKIP } from "@/lib/client/mapping";
import { own } from "@/lib/own";
import { useFieldName } from "./field-name";
import { OwnRule } from "./rule-choice";
import { SaidValues } from "./value-meanings";

/** The field of each column, and which are left out: no effect of confirming is hidden. */
export function MappingSummary({ preview, onBack }: { preview: ImportPreview; onBack: () => void }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useFieldName();
  const titleId = useId();
  const headers = preview.preview.headers.filter((header) => !isOwnColumn(header));
  const { columnMapping, options } = preview.draft;
  const used = headers.filter((header) => columnMapping[header] !== SKIP);
  const left = headers.filter((header) => columnMapping[header] === SKIP);
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h3 id={titleId} className="text-base">
          {t("contacts.columns")}
        </h3>
        <Button size="sm" variant="ghost" onClick={onBack}>
          {t("check.mapping.change")}
        </Button>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        aria-labelledby={titleId}
        className="sheet max-h-96 overflow-auto text-sm"
      >
        <dl>
          {used.map((header) => (
            <div
              key={header}
              className="grid grid-cols-2 gap-4 border-line border-b px-4 py-1.5 last:border-b-0"
            >
              <dt className="wrap-anywhere min-w-0 text-muted">{header}</dt>
              <dd className="wrap-anywhere min-w-0">
                {nameOf(columnMapping[header] ?? SKIP)}
                <OwnRule field={columnMapping[header] ?? SKIP} rule={own(options.rules, header)} />
                <SaidValues field={columnMapping[header] ?? SKIP} told={own(options.optOutValues, header)} />
              </dd>
            </div>
          ))}
        </dl>
        {options.allOptedOut && (
          <p className="border-line border-t px-4 py-2 font-medium">{t("map.consent.all")}</p>
        )}
        {left.length > 0 && (
          <p className="border-line border-t bg-paper px-4 py-2 text-muted">
            <span className="font-medium">{t("check.mapping.left", { count: left.length })}</span>{" "}
            <span className="wrap-anywhere">{format.list(left)}</span>
          </p>
        )}
      </section>
    </div>
  );
}
