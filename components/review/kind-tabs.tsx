"use client";

import { cx } from "@/components/ui/cx";
import { useFormat, useT } from "@/lib/client/i18n";
import { CHANGE_KINDS, type ChangeCounts, type ChangeKind } from "@/lib/client/review";

/** The kinds of change with counts, to show one kind alone. */
export function KindTabs({
  counts,
  kind,
  onChoose,
}: {
  counts: ChangeCounts | undefined;
  kind: ChangeKind | null;
  onChoose: (kind: ChangeKind | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <fieldset aria-label={t("review.kinds")} className="flex min-w-0 flex-wrap gap-1.5">
      {[null, ...CHANGE_KINDS].map((each) => {
        const count = counts?.[each ?? "rows"];
        return (
          <button
            key={each ?? "all"}
            type="button"
            aria-pressed={each === kind}
            className={cx(
              "inline-flex h-9 items-center gap-2 rounded-md border px-3 text-sm touch:h-11",
              each === kind
                ? "border-accent bg-accent-soft font-medium"
                : "border-line bg-surface hover:border-edge",
              count === 0 && each !== kind && "text-faint",
            )}
            onClick={() => onChoose(each)}
          >
            {t(`review.kind.${each ?? "all"}`)}
            <span className="figures text-muted">{count === undefined ? "–" : format.number(count)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
