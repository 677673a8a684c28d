"use client";

import { cx } from "@/components/ui/cx";
import { Check } from "@/components/ui/icons";
import { useFormat, useT } from "@/lib/client/i18n";

export interface LedgerEntry {
  label: string;
  value: number;
  /** The figures that were forecast. */
  predicted?: number;
  tone?: "accent" | "danger";
}

const LINE = "grid items-baseline gap-x-6 py-2";
const PLAIN = "grid-cols-[minmax(0,1fr)_auto]";
const COMPARED =
  "grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_2.5rem] gap-x-3! sm:gap-x-6! sm:grid-cols-[minmax(0,1fr)_7rem_7rem_3.5rem]";

/**
 * Figures laid out as an account: one line each, and their sum under a double rule; beside them the forecast, if there
 * was one.
 */
export function Ledger({
  label,
  entries,
  total,
  isMuted = false,
}: {
  label: string;
  entries: LedgerEntry[];
  total: LedgerEntry;
  /** The figures are only of the past. */
  isMuted?: boolean;
}) {
  const t = useT();
  const isCompared = total.predicted !== undefined;
  const line = cx(LINE, isCompared ? COMPARED : PLAIN);
  return (
    <div className={cx("figures text-base", isMuted && "text-muted")}>
      {isCompared && (
        <p aria-hidden="true" className={cx(line, "text-right text-faint text-xs")}>
          <span className="col-start-2">{t("result.predicted")}</span>
          <span>{t("result.came")}</span>
        </p>
      )}
      <dl aria-label={label} className="border-ink/70 border-t">
        {entries.map((entry) => (
          <div key={entry.label} className={cx(line, "border-line border-b")}>
            <dt className="text-muted">{entry.label}</dt>
            <Figures entry={entry} />
          </div>
        ))}
        <div className={cx(line, "border-ink/70 border-b-3 border-double font-semibold")}>
          <dt>{total.label}</dt>
          <Figures entry={total} />
        </div>
      </dl>
    </div>
  );
}

function Figures({ entry: { value, predicted, tone } }: { entry: LedgerEntry }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {predicted !== undefined && (
        <dd data-forecast className="text-right font-normal text-faint">
          <span className="sr-only">{t("result.predicted")} </span>
          {format.number(predicted)}
        </dd>
      )}
      <dd
        className={cx(
          "text-right",
          value === 0 && "text-faint",
          value > 0 && tone === "danger" && "font-medium text-danger",
          value > 0 && tone === "accent" && "font-medium text-accent",
        )}
      >
        {format.number(value)}
      </dd>
      {predicted !== undefined && <Verdict by={value - predicted} />}
    </>
  );
}

/** Whether the forecast was right: a tick, or the difference. */
function Verdict({ by }: { by: number }) {
  const t = useT();
  const format = useFormat();
  return (
    <dd data-forecast className="flex h-6 items-center self-start">
      {by === 0 ? (
        <Check aria-label={t("result.same")} className="size-3.5 text-accent" />
      ) : (
        <span className="font-medium text-warn text-xs">
          {by > 0 ? "+" : "−"}
          {format.number(Math.abs(by))}
        </span>
      )}
    </dd>
  );
}
