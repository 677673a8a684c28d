"use client";

import { useEffect, useRef, useState } from "react";

declare global {
  interface Window {
    /** The forms that were submitted before hydration; nothing after it. */
    earlyForms?: Set<EventTarget | null>;
  }
}

/**
 * Submits a form that its user submitted before hydration, as soon as it is hydrated and has what was typed.
 *
 * @returns the ref of the form
 */
export function useEarlySubmit() {
  const form = useRef<HTMLFormElement>(null);
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    // A state, not a call: the texts that its fields take over are set in the same render, and must be there first.
    if (window.earlyForms?.has(form.current)) setDue(true);
    window.earlyForms = undefined;
    form.current?.removeAttribute("aria-busy");
  }, []);
  useEffect(() => {
    if (isDue) form.current?.requestSubmit();
  }, [isDue]);
  return form;
}
