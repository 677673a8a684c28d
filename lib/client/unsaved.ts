import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { forgetSaves, savesDone } from "./pending-saves";

export interface Unsaved {
  /** Whether there is a text that would be lost. */
  has: () => boolean;
  /** Whether one is on its way to the server, which may refuse it. */
  sends?: () => boolean;
  /** Called when a step in the history or to another page would have lost it. `leave` makes that step. */
  ask: (leave: () => void) => void;
  /** A dialog: links within are a way out that it offers, and are not asked about; Back closes no more than it. */
  isDialog?: boolean;
}

const LINK = "a[href]:not([data-opens-here])";
const all: Unsaved[] = [];
/** The entry of the browser's history in which the text was typed. */
let entry: { state: unknown; url: string } | undefined;
let isLeaving = false;

/** Goes to another page, after asking if a text would be lost. */
export function leaveFor(go: () => void): void {
  const unsaved = all.findLast(({ has }) => has());
  if (unsaved) unsaved.ask(go);
  else go();
}

const keptFromLinks = () => all.findLast(({ has, isDialog }) => !isDialog && has());

/** Whether anything that was typed would be lost. */
export const hasUnsaved = () => all.some(({ has }) => has());

/** Whether any form is being sent: its text is not lost, as long as the form stays. */
export const isSending = () => document.querySelector("[type=submit][aria-disabled=true]") !== null;

/** From now on this page may be left without a question. */
export function forgetUnsaved(): void {
  forgetSaves();
  forgetTexts();
}

function forgetTexts(): void {
  if (all.splice(0).length > 0) listen("removeEventListener");
}

/**
 * Leaves the page as a whole once what is being saved is answered, after asking if a text would be lost; the browser does
 * not ask once more.
 */
export async function leavePage(go: () => void): Promise<void> {
  await savesDone();
  const leave = () => {
    forgetTexts();
    go();
  };
  const unsaved = all.findLast(({ has }) => has());
  if (unsaved) unsaved.ask(leave);
  else leave();
}

/** Goes to an address of the dashboard as a link to it does. */
export function useGo() {
  const router = useRouter();
  return useCallback(
    (address: string) => {
      const go = () => router.push(address);
      if (new URL(address, window.location.href).pathname === window.location.pathname) go();
      else leaveFor(go);
    },
    [router],
  );
}

/**
 * Keeps a text that was typed: Back, Forward and links to other pages ask first, and so does the browser before it
 * closes or reloads.
 */
export function useUnsaved(unsaved: Unsaved): void {
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  });
  useEffect(() => {
    const one: Unsaved = {
      has: () => latest.current.has(),
      sends: () => latest.current.sends?.() ?? false,
      ask: (leave) => latest.current.ask(leave),
      ...(unsaved.isDialog && { isDialog: true }),
    };
    if (all.push(one) === 1) listen("addEventListener");
    // A field may begin to keep its text with the first letter.
    if (one.has()) remember();
    return () => {
      if (!all.includes(one)) return;
      all.splice(all.indexOf(one), 1);
      if (all.length === 0) listen("removeEventListener");
    };
  }, [unsaved.isDialog]);
}

function listen(how: "addEventListener" | "removeEventListener"): void {
  window[how]("input", remember, true);
  window[how]("popstate", stay, true); // before the router, which listens for it, too
  window[how]("click", follow, true);
  window[how]("beforeunload", keepOpen);
}

function remember(): void {
  entry = { state: window.history.state, url: window.location.href };
}

/** This event tells of a step that has been made, so the entry that was left is added again. */
function stay(event: Event): void {
  const unsaved = isLeaving ? undefined : all.findLast(({ has, sends }) => has() || sends?.());
  isLeaving = false;
  if (!unsaved || !entry || isSamePage(entry.url)) return;
  event.stopImmediatePropagation();
  window.history.pushState(entry.state, "", entry.url);
  unsaved.ask(() => {
    if (unsaved.isDialog) return;
    isLeaving = true;
    window.history.back();
  });
}

/** A place on the same page loses nothing. */
function isSamePage(url: string): boolean {
  return url.split("#")[0] === window.location.href.split("#")[0];
}

/** The same click is made again once the user agrees. A link with `data-opens-here` leaves no page, and asks by itself. */
function follow(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINK) : null;
  const isOwn = link?.origin === window.location.origin && link.pathname !== window.location.pathname;
  if (!link || !isOwn || isLeaving || !opensHere(event, link) || !keptFromLinks()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  leaveFor(() => {
    isLeaving = true;
    link.click();
    isLeaving = false;
  });
}

/** Not in another tab or as a download. */
function opensHere(event: Event, link: HTMLAnchorElement): boolean {
  const isModified =
    event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  return !isModified && !link.hasAttribute("download") && (!link.target || link.target === "_self");
}

function keepOpen(event: Event): void {
  if (hasUnsaved()) event.preventDefault();
}
