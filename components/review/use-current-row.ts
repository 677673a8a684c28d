"use client";

import { type RefObject, useCallback, useState } from "react";
import type { WindowVirtualizerHandle } from "virtua";
import type { ImportDiffRow } from "@/lib/client/review";
import { useReviewKeys } from "./use-review-keys";

const ROW = "[data-review-row]";
/** Frames within which a row that was scrolled to must appear. */
const FRAMES = 60;

/** The keyboard's current row, and the expanded rows. */
export function useCurrentRow(
  list: RefObject<WindowVirtualizerHandle | null>,
  count: number,
  rowAt: (index: number) => ImportDiffRow | undefined,
  onToggle: (row: number) => void,
) {
  const [current, setCurrent] = useState(0);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const open = useCallback(
    (row: number) =>
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(row)) next.add(row);
        return next;
      }),
    [],
  );
  const focused = () => (document.activeElement?.closest(ROW) ? rowAt(current) : undefined);
  useReviewKeys({
    move: (step) => {
      if (count === 0) return;
      const isOn = document.activeElement?.closest(ROW) != null;
      const next = isOn ? Math.min(Math.max(current + step, 0), count - 1) : firstInView();
      focusRow(list.current, next);
    },
    toggle: () => {
      const row = focused();
      if (row && canLeave(row)) onToggle(row.row);
    },
    open: () => {
      const row = focused();
      if (row) open(row.row);
    },
  });
  return { current: Math.min(current, Math.max(count - 1, 0)), setCurrent, opened, open };
}

/** Whether leaving it out would make a difference, or it is left out. */
export function canLeave({ kind, left_out }: ImportDiffRow): boolean {
  return left_out || kind === "create" || kind === "update";
}

function firstInView(): number {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].map((row) => ({
    index: Number(row.dataset.reviewRow),
    top: row.getBoundingClientRect().top,
  }));
  const inView = rows.filter(({ top }) => top >= 0).map(({ index }) => index);
  return inView.length > 0 ? Math.min(...inView) : 0;
}

/** Focuses a row, which may have to be scrolled to first. */
function focusRow(list: WindowVirtualizerHandle | null, index: number, frame = 0): void {
  const row = document.querySelector<HTMLElement>(`[data-review-row="${index}"]`);
  if (row) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    return;
  }
  if (frame === 0) list?.scrollToIndex(index, { align: "center" });
  if (frame < FRAMES) requestAnimationFrame(() => focusRow(list, index, frame + 1));
}
