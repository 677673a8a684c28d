import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Where the focus goes when the control that had it is gone: from the page's body, the keyboard would start over.
 * `home` is asked once that has happened. Returns the handler of the element around these controls.
 */
export function useKeptFocus(home: () => HTMLElement | null | undefined) {
  const last = useRef<Element>(null);
  const latest = useRef(home);
  useEffect(() => {
    latest.current = home;
    if (!isLost(last.current)) return;
    // A closed dialog or menu returns the focus itself, in a moment.
    const timer = setTimeout(() => {
      if (!isLost(last.current)) return;
      last.current = null;
      latest.current()?.focus();
    });
    return () => clearTimeout(timer);
  });
  return (event: FocusEvent) => {
    last.current = event.target;
  };
}

function isLost(element: Element | null): boolean {
  return element !== null && !element.isConnected && document.activeElement === document.body;
}
