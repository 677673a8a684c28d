"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

/** How long the sheet and the page beside it may take: its code comes with the first one. */
const FRAMES = 12;

/**
 * Keeps the row of the open contact where it is while the sheet opens and closes: beside it the tools above the list
 * take more lines. Before the browser paints, so that nothing is seen to move.
 */
export function useKeptRow(openId: string | null): void {
  const former = useRef(openId);
  const isOpen = openId !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: from one contact to the next, nothing moves
  useLayoutEffect(() => {
    const id = openId ?? former.current;
    const row = id && document.querySelector(`[data-contact="${CSS.escape(id)}"]`);
    if (!row) return;
    const place = () => ({ top: row.getBoundingClientRect().top, scrolled: window.scrollY });
    let last = place();
    let wanted = last.top;
    let frames = FRAMES;
    let frame = requestAnimationFrame(function keep() {
      if (!row.isConnected) return;
      const { top, scrolled } = place();
      // What somebody scrolls meanwhile stays scrolled.
      if (top !== last.top) wanted += last.scrolled - scrolled;
      if (top !== wanted) window.scrollBy({ top: top - wanted, behavior: "instant" });
      last = place();
      if (--frames > 0) frame = requestAnimationFrame(keep);
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  useEffect(() => {
    former.current = openId;
  }, [openId]);
}
