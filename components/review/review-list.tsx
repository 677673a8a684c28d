"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { WindowVirtualizer, type WindowVirtualizerHandle } from "virtua";
import type { SayChanged } from "@/components/imports/said-value";
import { PRESSABLE_ROWS } from "@/components/ui/pressable-rows";
import { EmptyState, ErrorState } from "@/components/ui/state";
import { useT } from "@/lib/client/i18n";
import { type ReviewFilter, type ReviewSource, useReviewRows } from "@/lib/client/review";
import { ReviewRow } from "./review-row";
import { useCurrentRow } from "./use-current-row";
import type { Marks } from "./use-marks";

/** Maximum height of the page: browsers render no more than some 17 to 33 million pixels. */
const MOST_ROWS = 100_000;
/** Pause between two checks of which rows are in view, so that fast scrolling requests little. */
const LOOK_MS = 150;

interface ReviewListProps {
  source: ReviewSource;
  filter: ReviewFilter;
  headers: string[];
  say: SayChanged;
  marks: Marks;
  skipped: string;
  onToggle: (row: number) => void;
}

/** The matching rows of the file, of which only those on the screen are rendered. */
export function ReviewList({ source, filter, headers, say, marks, skipped, onToggle }: ReviewListProps) {
  const t = useT();
  const list = useRef<WindowVirtualizerHandle>(null);
  const [shown, look] = useShownRange(list);
  const rows = useReviewRows(source, filter, shown);
  const count = Math.min(rows.count, MOST_ROWS);
  const { current, setCurrent, opened, open } = useCurrentRow(list, count, rows.rowAt, onToggle);
  const isOut = (index: number) => {
    const row = rows.rowAt(index);
    if (!row) return false;
    return marks.rows.has(row.row) || [...marks.kinds].some((kind) => kind === row.kind);
  };
  if (rows.error !== null && rows.count === 0)
    return <ErrorState compact error={rows.error} onRetry={rows.retry} />;
  if (rows.count === 0 && !rows.isPending) return <EmptyState title={t("review.none")} />;
  return (
    <>
      <div role="feed" aria-label={t("review.list")} aria-busy={rows.isPending} className={PRESSABLE_ROWS}>
        <WindowVirtualizer ref={list} data={{ length: count }} onScroll={look}>
          {(_, index) => (
            <ReviewRow
              key={index}
              row={rows.rowAt(index)}
              index={index}
              setSize={filter.search ? -1 : rows.count}
              isCurrent={index === current}
              isOut={isOut(index)}
              isOpen={opened.has(rows.rowAt(index)?.row ?? 0)}
              {...{ headers, say, skipped, onToggle }}
              onFocus={setCurrent}
              onOpen={open}
            />
          )}
        </WindowVirtualizer>
      </div>
      {rows.count > MOST_ROWS && (
        <p className="px-4 py-3 text-muted text-sm">{t("review.first", { count: MOST_ROWS })}</p>
      )}
    </>
  );
}

/** The rows that are in view; checked again while the page scrolls. */
function useShownRange(list: RefObject<WindowVirtualizerHandle | null>) {
  const [shown, setShown] = useState({ from: 0, to: 30 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const { current } = list;
      if (!current) return;
      const from = current.findItemIndex(current.scrollOffset);
      const to = current.findItemIndex(current.scrollOffset + current.viewportSize);
      setShown((before) => (before.from === from && before.to === to ? before : { from, to }));
    }, LOOK_MS);
  };
  return [shown, look] as const;
}
