"use client";

import { useEffect, useRef, useState } from "react";

declare global {
  interface Window {
    /** The forms that were sent before the page was alive; nothing once it is. */
    earlyForms?: Set<EventTarget | null>;
  }
}

/**
 * Sends a form that its user sent before the page was alive, as soon as it is and has what was typed.
 *
 * @returns the ref of the form
 */
export function useEarlySubmit() {
  const form = useRef<HTMLFormElement>(null);
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    // Rendered together with the texts that its fields take at the same time.
    setDue(window.earlyForms?.has(form.current) ?? false);
    window.earlyForms = undefined;
  }, []);
  useEffect(() => {
    if (isDue) form.current?.requestSubmit();
  }, [isDue]);
  return form;
}
