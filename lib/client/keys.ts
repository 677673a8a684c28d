import { singleKeys } from "./single-keys";
import { createStore } from "./store";

const TYPING = "input, textarea, select, [contenteditable=true]";
/** A sheet is beside the page, which stays usable. */
const OVERLAY = "[role=dialog]:not([data-aside]), [role=alertdialog], [role=menu], [role=listbox]";

/** Whether the command palette is open, or opening; the sidebar's button opens it too. */
export const paletteOpen = createStore(false);

/** Whether a single key is a shortcut here: no field has the focus, no dialog covers the page, and shortcuts are enabled. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!singleKeys.get() || paletteOpen.get() || event.defaultPrevented || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(TYPING) && !document.querySelector(OVERLAY);
}
