"use client";

import { useEffect } from "react";
import { focusPlace, isFocusLost, type Place, placeOf } from "@/components/ui/focus-place";

/** What moves the focus itself, such as a dialog, a menu or a new page, does it within that time. */
const TURN_MS = 100;
/**
 * Long lists, in which keys act on the row that has the focus: the place is the list. A row that is gone, or scrolled away,
 * leaves the focus to no other.
 */
const LIST = "[role=rowgroup], [role=feed]";

/** Keeps the keyboard where it was when the control that had the focus is gone: a chip, a row, or its button. */
export function FocusKeeper() {
  useEffect(() => {
    let place: Place = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isGone = () => place[0]?.element.isConnected === false && isFocusLost();
    const keep = () => {
      if (isGone()) focusPlace(place);
    };
    // Read from the page, not from the event: the control may have got the focus before this code ran.
    const remember = () => {
      const focused = document.activeElement;
      place = isFocusLost() ? [] : placeOf(focused?.closest(LIST) ?? focused);
    };
    // Whoever clicks beside has left it: the next key is not meant for what is near it.
    const click = () => {
      if (isFocusLost()) place = [];
    };
    const watch = new MutationObserver(() => {
      if (!isGone()) return;
      clearTimeout(timer);
      timer = setTimeout(keep, TURN_MS);
    });
    remember();
    document.addEventListener("focusin", remember);
    document.addEventListener("click", click, true);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", remember);
      document.removeEventListener("click", click, true);
      watch.disconnect();
    };
  }, []);
  return null;
}
