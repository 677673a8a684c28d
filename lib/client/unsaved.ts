import { useEffect, useRef } from "react";

export interface Unsaved {
  /** Whether there is a text that would be lost. */
  has: () => boolean;
  /** Called when Back or Forward would have lost it. `leave` goes where that would have gone. */
  ask: (leave: () => void) => void;
}

const all: Unsaved[] = [];
/** The entry of the browser's history in which the text was typed. */
let entry: { state: unknown; url: string } | undefined;
let isLeaving = false;

/** Keeps a text that was typed: Back and Forward ask first, and so does the browser before it closes or reloads. */
export function useUnsaved(unsaved: Unsaved): void {
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  });
  useEffect(() => {
    const one: Unsaved = {
      has: () => latest.current.has(),
      ask: (leave) => latest.current.ask(leave),
    };
    if (all.push(one) === 1) listen("addEventListener");
    return () => {
      all.splice(all.indexOf(one), 1);
      if (all.length === 0) listen("removeEventListener");
    };
  }, []);
}

function listen(how: "addEventListener" | "removeEventListener"): void {
  window[how]("input", remember, true);
  window[how]("popstate", stay, true); // before the router, which listens for it, too
  window[how]("beforeunload", keepOpen);
}

function remember(): void {
  entry = { state: window.history.state, url: window.location.href };
}

/** This event tells of a step that has been made, so the entry that was left is added again. */
function stay(event: Event): void {
  const unsaved = isLeaving ? undefined : all.findLast(({ has }) => has());
  isLeaving = false;
  if (!unsaved || !entry || entry.url === window.location.href) return;
  event.stopImmediatePropagation();
  window.history.pushState(entry.state, "", entry.url);
  unsaved.ask(() => {
    isLeaving = true;
    window.history.back();
  });
}

function keepOpen(event: Event): void {
  if (all.some(({ has }) => has())) event.preventDefault();
}
