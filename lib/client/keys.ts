import { singleKeys } from "./single-keys";
import { createStore } from "./store";

const TYPING = "input, textarea, select, [contenteditable=true]";
/** A sheet lies beside the page, which can be used on. */
const OVERLAY = "[role=dialog]:not([data-aside]), [role=alertdialog], [role=menu], [role=listbox]";

/** Whether the command palette is open, or on its way; the sidebar's button opens it too. */
export const paletteOpen = createStore(false);

/** Whether a single key is a shortcut here: nobody types, nothing lies over the page, and they are switched on. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!singleKeys.get() || paletteOpen.get() || event.defaultPrevented || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(TYPING) && !document.querySelector(OVERLAY);
}
