"use client";

import { useEffect, useRef } from "react";
import { isShortcut } from "@/lib/client/keys";

interface ListActions {
  /** The rows are not those that were asked for: no key does anything. */
  isInert: boolean;
  /** If a contact is open, opens the one next to it; J and K then move from person to person. */
  step: ((step: 1 | -1) => void) | null;
  toggle: (id: string, range: boolean) => void;
  remove: (id: string) => void;
  clear: () => void;
}

const ROW = "[data-contact]";

/**
 * J and K move the focus between the rows, X selects, # deletes, Esc clears the selection; Enter opens, because the
 * focus is on the link.
 */
export function useListKeys(actions: ListActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event) || latest.current.isInert) return;
      const row = document.activeElement?.closest<HTMLElement>(ROW);
      const id = row?.dataset.contact;
      const key = event.key.toLowerCase();
      const step = key === "j" ? 1 : -1;
      if ((key === "j" || key === "k") && latest.current.step) latest.current.step(step);
      else if (key === "j" || key === "k") move(row ?? null, step);
      else if (key === "escape" && !latest.current.step) latest.current.clear();
      else if (key === "x" && id) latest.current.toggle(id, event.shiftKey);
      else if (key === "#" && row && id) {
        move(row, 1);
        latest.current.remove(id);
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Focuses the link of the row `step` further; the first visible one if no row has the focus. */
function move(row: HTMLElement | null, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].toSorted(
    (a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex),
  );
  const next = row
    ? rows[rows.indexOf(row) + step]
    : rows.find((each) => each.getBoundingClientRect().top >= 0);
  next?.querySelector("a")?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "center" });
}
