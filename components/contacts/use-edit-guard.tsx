"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { Discard } from "@/components/ui/dialog";
import { useUnsaved } from "@/lib/client/unsaved";
import { unsavedEdit } from "./editable-value";

/** Asks before an edit that cannot be saved is lost, also by Back, Forward and a reload. */
export function useEditGuard() {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const isKept = useRef(false);
  // The focus returns when the question is gone, which keeps it until then.
  useEffect(() => {
    if (!asked && isKept.current) unsavedEdit()?.focus();
    isKept.current = false;
  }, [asked]);
  const ask = useCallback((go: () => void) => {
    if (!unsavedEdit()) go();
    else setAsked((before) => (before ? null : { go }));
  }, []);
  useUnsaved({
    has: () => unsavedEdit() !== null,
    ask: (leave) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setTimeout(() => ask(leave)); // Leaving a field saves it: no reason to ask any more.
    },
  });
  const keep = () => {
    isKept.current = true;
    setAsked(null);
  };
  const discard = () => {
    setAsked(null);
    asked?.go();
  };
  return { ask, question: asked && <Discard onKeep={keep} onDiscard={discard} /> };
}
