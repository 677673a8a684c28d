"use client";

import { Skeleton } from "@/components/ui/state";
import { RowSkeleton } from "@/components/ui/table";
import { sayRowError } from "@/lib/client/failure-words";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ImportRowError } from "@/lib/client/imports";
import { RowCells } from "./row-cells";

/** Rejected rows with their reasons and their original cells. */
export function RowErrorTable({ headers, errors }: { headers: string[]; errors: ImportRowError[] }) {
  const t = useT();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section tabIndex={0} aria-label={t("result.errors.title")} className="sheet max-h-112 overflow-auto">
      <table className="w-full border-collapse text-left text-sm">
        <thead className="sticky top-0 bg-surface text-faint text-xs">
          <tr>
            <th className="border-line border-b py-2 pr-2 pl-4 text-right font-medium sm:pr-4">
              {t("result.errors.line")}
            </th>
            <th className="border-line border-b px-4 py-2 font-medium">{t("result.errors.reason")}</th>
            <th className="hidden border-line border-b px-4 py-2 font-medium sm:table-cell">
              {t("result.errors.cells")}
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={error.row} className="group align-top">
              <td className="figures border-line border-b py-2 pr-2 pl-4 text-right text-muted group-last:border-b-0 sm:pr-4">
                {format.number(error.line)}
              </td>
              <td className="wrap-anywhere border-line border-b px-4 py-2 group-last:border-b-0 sm:min-w-48">
                {error.column && <span className="font-medium">{error.column}: </span>}
                {sayRowError(t, error, error.cells[headers.indexOf(error.column ?? "")]?.trim())}
                {error.opted_out && <span className="block text-muted">{t("result.errors.optedOut")}</span>}
                <span className="mt-1 block text-muted sm:hidden">
                  <RowCells headers={headers} error={error} />
                </span>
              </td>
              <td className="hidden border-line border-b px-4 py-2 text-muted group-last:border-b-0 sm:table-cell">
                <RowCells headers={headers} error={error} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Reserves the table's minimum height, so that nothing above moves when the rows arrive. */
export function RowErrorSkeleton({ rows }: { rows: number }) {
  return (
    <div className="sheet max-h-112 overflow-hidden">
      <div className="h-8" />
      <RowSkeleton rows={Math.min(rows, 12)} className="px-4 py-2">
        <Skeleton className="my-0.5 h-4 w-1/2" />
      </RowSkeleton>
    </div>
  );
}
