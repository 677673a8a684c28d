"use client";

import { useEffect, useEffectEvent } from "react";
import { isShortcut } from "@/lib/client/keys";

interface ReviewActions {
  /** Moves the focus by that many rows. */
  move: (step: number) => void;
  toggle: () => void;
  open: () => void;
}

/** What a key does when a row itself has the focus, whether single-key shortcuts are on or not. */
const ON_ROW: Record<string, (actions: ReviewActions) => void> = {
  ArrowDown: ({ move }) => move(1),
  ArrowUp: ({ move }) => move(-1),
  " ": ({ toggle }) => toggle(),
  Enter: ({ open }) => open(),
};
const ANYWHERE: Record<string, (actions: ReviewActions) => void> = {
  j: ({ move }) => move(1),
  k: ({ move }) => move(-1),
  x: ({ toggle }) => toggle(),
};

/** J and K or arrows move between rows, X or Space leaves one out, Enter expands it. */
export function useReviewKeys(actions: ReviewActions): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isOnRow = isPlain && document.activeElement?.matches("[data-review-row]");
    const action = (isOnRow && ON_ROW[event.key]) || (isShortcut(event) && ANYWHERE[event.key.toLowerCase()]);
    if (!action) return;
    event.preventDefault();
    action(actions);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => run(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
