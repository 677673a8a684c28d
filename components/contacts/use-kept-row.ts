"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

/** How long the sheet and the page beside it may take: its code comes with the first one. */
const FRAMES = 12;

/**
 * Keeps the row of the open contact where it is while the sheet opens and closes: beside it the tools above the list
 * take more lines. Before the browser paints, so that nothing is seen to move.
 */
export function useKeptRow(openId: string | null): void {
  const last = useRef(openId);
  const isOpen = openId !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: from one contact to the next, nothing moves
  useLayoutEffect(() => {
    const id = openId ?? last.current;
    const row = id && document.querySelector(`[data-contact="${CSS.escape(id)}"]`);
    if (!row) return;
    const { top } = row.getBoundingClientRect();
    let frames = FRAMES;
    let frame = requestAnimationFrame(function keep() {
      const by = row.isConnected ? row.getBoundingClientRect().top - top : 0;
      if (by !== 0) window.scrollBy({ top: by, behavior: "instant" });
      if (--frames > 0) frame = requestAnimationFrame(keep);
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  useEffect(() => {
    last.current = openId;
  }, [openId]);
}
