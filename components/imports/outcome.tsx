"use client";

import { CircleCheck } from "@/components/ui/icons";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ImportRecord } from "@/lib/client/imports";
import { forecastOf, outcomeEntries, outcomeOf } from "./entries";
import { Ledger } from "./ledger";

/** The result of every row, beside the forecast of the check; differences are explained in words. */
export function Outcome({ record }: { record: ImportRecord }) {
  const t = useT();
  const isUndone = record.undo_status !== null;
  const { forecast } = isUndone ? { forecast: null } : record;
  const predicted = forecast && forecastOf(forecast);
  const entries = outcomeEntries(t, outcomeOf(record), "result", { isOver: isUndone, predicted });
  const total = {
    label: t("result.total"),
    value: record.processed_rows,
    ...(forecast && { predicted: forecast.rows }),
  };
  return (
    <div className="grid gap-3">
      <Ledger
        isMuted={isUndone}
        label={t(isUndone ? "result.figures.undone" : "result.figures")}
        entries={entries}
        total={total}
      />
      {forecast && <Comparison record={record} entries={entries} />}
    </div>
  );
}

type Compared = Pick<ReturnType<typeof outcomeEntries>[number], "label" | "value"> & { predicted?: number };

function Comparison({ record, entries }: { record: ImportRecord; entries: Compared[] }) {
  const t = useT();
  const format = useFormat();
  const differing = entries.filter(({ value, predicted }) => value !== predicted);
  if (differing.length === 0) {
    return (
      <p className="flex items-center gap-2 font-medium text-accent text-sm">
        <CircleCheck aria-hidden="true" className="size-4" /> {t("result.asPredicted")}
      </p>
    );
  }
  const isCut = record.status !== "completed" && record.processed_rows < record.total_rows;
  const said = differing.map(({ label, value, predicted = 0 }) =>
    t("result.differs.line", { label, value, predicted }),
  );
  return (
    <p className="max-w-[64ch] text-muted text-sm">
      {format.list(said)}. {t(isCut ? "result.differs.cut" : "result.differs.since")}
    </p>
  );
}
