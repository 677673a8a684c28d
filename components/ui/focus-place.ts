/** What may take the focus over: no fields, which would open a phone's keyboard. */
const CONTROL = "a[href], button:not(:disabled), summary";

interface Step {
  element: Element;
  /** Which child of its parent it is. */
  at: number;
}

/** An element and what it is in, from the inside out: enough to find what took its place once it is gone. */
export type Place = Step[];

/** What opened each dialog. */
const openers = new WeakMap<Element, Place>();

/**
 * A menu is gone when what it opened is closed: the place is that of its button. What is in a dialog is gone with it, which
 * leaves the place of what opened the dialog.
 */
export function placeOf(focused: Element | null): Place {
  const menu = focused?.closest("[role=menu]");
  const place: Place = [];
  let element = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  for (; element && element !== document.body; element = element.parentElement) {
    place.push({ element, at: [...(element.parentElement?.children ?? [])].indexOf(element) });
    const opener = openers.get(element);
    if (opener) return [...place, ...opener];
  }
  return place;
}

/** Whether no control has the focus: the keyboard would start over at the top of the page. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** To be called before a dialog takes the focus. */
export function rememberOpener(dialog: Element): void {
  openers.set(dialog, placeOf(document.activeElement));
}

/** The page may have a better place for a focus that is lost: it takes it within that time. */
const MOMENT_MS = 50;

/** Returns a focus that is lost to what opened the dialog; if that is gone, near it, unless the page moves it elsewhere. */
export function returnToOpener(dialog: Element): void {
  const opener = openers.get(dialog) ?? [];
  if (isFocusLost()) focusElement(opener[0]?.element);
  setTimeout(() => {
    if (isFocusLost()) focusPlace(opener);
  }, MOMENT_MS);
}

/** Focuses the element; if it is gone, what took its place, else what is near, else the page's heading. */
export function focusPlace(place: Place): void {
  const left = place.findIndex(({ element }) => element.isConnected);
  if (left === 0) focusElement(place[0]?.element);
  if (isFocusLost())
    focusElement((left > 0 && nearest(place, left)) || (document.querySelector("main h1") ?? undefined));
}

/** Where the user has scrolled to, they stay. */
function focusElement(element: Element | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

function nearest(place: Place, left: number): HTMLElement | undefined {
  const siblings = [...(place[left]?.element.children ?? [])];
  const next = siblings[Math.min(place[left - 1]?.at ?? 0, siblings.length - 1)];
  const boxes = [next, ...place.slice(left).map(({ element }) => element)];
  // Beyond the page's content there is the navigation, which is near nothing.
  const main = boxes.findIndex((box) => box?.matches("main, [role=dialog]"));
  return (main === -1 ? boxes : boxes.slice(0, main + 1))
    .map(controlIn)
    .find((control) => control !== undefined);
}

function controlIn(box: Element | undefined): HTMLElement | undefined {
  if (!box) return undefined;
  const inside = [...(box.matches(CONTROL) ? [box] : []), ...box.querySelectorAll<HTMLElement>(CONTROL)];
  return inside.find((one): one is HTMLElement => one instanceof HTMLElement && isInView(one));
}

/** A key must not press what nobody sees, such as a row that a long list has in reserve. */
function isInView(control: HTMLElement): boolean {
  const { top, bottom } = control.getBoundingClientRect();
  return control.checkVisibility() && top >= 0 && bottom <= window.innerHeight;
}
