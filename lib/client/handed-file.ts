import type { ApiFailure } from "./failure";
import { createStore, useStore } from "./store";

/** Files on their way from where they were dropped, pasted or made to the first step of an import. */

let handed: File[] = [];
const listeners = new Set<() => void>();

/** Hands files to the uploader, now or as soon as that page is rendered. */
export function handFiles(files: File[]): void {
  handed = [...handed, ...files];
  for (const tell of listeners) tell();
}

/** Receives files that are handed over, in their order. Returns a function that stops this. */
export function takeFiles(take: (files: File[]) => void): () => void {
  const tell = () => {
    const given = handed;
    handed = [];
    if (given.length > 0) take(given);
  };
  listeners.add(tell);
  tell();
  return () => void listeners.delete(tell);
}

/** Files that wait, the first of them until it may be sent: they met the upload limit, or another one is on its way. */
export interface HeldFiles {
  files: readonly File[];
  until: number;
}

export const NONE_HELD: HeldFiles = { files: [], until: 0 };
/** The files that wait, also while another page is looked at. */
export const heldFiles = createStore(NONE_HELD);

export function useHeld(): HeldFiles & { next: File | undefined } {
  const held = useStore(heldFiles, NONE_HELD);
  return { ...held, next: held.files[0] };
}

const keepOpen = (event: Event) => event.preventDefault();

/** While a file waits, the browser asks before it closes or reloads. */
function setHeld(files: readonly File[], until = heldFiles.get().until): void {
  heldFiles.set(files.length > 0 ? { files, until } : NONE_HELD);
  window[files.length > 0 ? "addEventListener" : "removeEventListener"]("beforeunload", keepOpen);
}

/** Puts files behind those that wait. */
export function holdFiles(files: readonly File[]): void {
  setHeld([...heldFiles.get().files, ...files]);
}

/** Takes a file from those that wait. */
export function releaseFile(file: File): void {
  setHeld(heldFiles.get().files.filter((one) => one !== file));
}

/** Puts a file that was refused for the upload limit before all others until the limit is over; false if that was not why. */
export function holdAgain(failure: ApiFailure, file: File): boolean {
  if (failure.code !== "RATE_LIMITED") return false;
  setHeld([file, ...heldFiles.get().files], Date.now() + (failure.retryAfterS ?? 60) * 1000);
  return true;
}

/** Lets the browser ask before it closes or reloads while this lasts. */
export async function keepOpenFor<T>(work: Promise<T>): Promise<T> {
  const keep = (event: Event) => event.preventDefault(); // a file that waits has its own
  window.addEventListener("beforeunload", keep);
  try {
    return await work;
  } finally {
    window.removeEventListener("beforeunload", keep);
  }
}

let uploaded: { importId: string; file: File } | null = null;

/** Keeps the file that was uploaded last, for as long as the tab lives: another sheet of it may be requested. */
export function keepFile(importId: string, file: File): void {
  uploaded = { importId, file };
}

/** The file of an import, if it is the last one that this tab uploaded. */
export function fileOf(importId: string): File | null {
  return uploaded?.importId === importId ? uploaded.file : null;
}
