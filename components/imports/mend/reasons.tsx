"use client";

import { cx } from "@/components/ui/cx";
import { CircleCheck } from "@/components/ui/icons";
import type { Reason } from "@/lib/client/corrections";
import { useFormat, useT } from "@/lib/client/i18n";
import { sayReason } from "./words";

interface ReasonsProps {
  reasons: Reason[];
  current: Reason;
  onPick: (reason: Reason) => void;
}

/** The reasons why rows are rejected, each with a count; one of them is selected. */
export function Reasons({ reasons, current, onPick }: ReasonsProps) {
  const t = useT();
  const format = useFormat();
  const isCurrent = (one: Reason) => one.code === current.code && one.column === current.column;
  const shown = reasons.some(isCurrent) ? reasons : [current, ...reasons];
  return (
    <fieldset aria-label={t("mend.reasons")} className="flex flex-wrap gap-2">
      {shown.map((one) => (
        <button
          key={`${one.code} ${one.column}`}
          type="button"
          aria-pressed={isCurrent(one)}
          onClick={() => onPick(one)}
          className={cx(
            "wrap-anywhere flex min-h-8 max-w-full items-baseline gap-2 rounded-md border px-3 py-1 text-left text-sm transition-colors touch:min-h-11 touch:items-center",
            isCurrent(one)
              ? "border-accent bg-accent-soft text-ink"
              : "border-edge/60 bg-surface text-muted hover:border-edge hover:text-ink",
          )}
        >
          {one.rows > 0 ? (
            <span className="figures font-medium">{format.number(one.rows)} ×</span>
          ) : (
            <CircleCheck
              aria-label={t("mend.accepted")}
              className="size-4 shrink-0 self-center text-accent"
            />
          )}
          <span>
            {sayReason(t, one)}
            {one.column !== null && <span className="text-muted"> · {one.column}</span>}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
