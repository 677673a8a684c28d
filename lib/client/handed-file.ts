import type { ApiFailure } from "./failure";
import { createStore } from "./plain-store";

/** A file on its way from where it was dropped, pasted or made to the first step of an import. */

type Take = (file: File, sheet?: string) => void;

let handed: { file: File; sheet: string | undefined } | null = null;
const listeners = new Set<() => void>();

/** Hands a file to the uploader, now or as soon as that page is rendered; for a workbook also which sheet to read. */
export function handFile(file: File, sheet?: string): void {
  handed = { file, sheet };
  for (const tell of listeners) tell();
}

/** Receives files that are handed over. Returns a function that stops this. */
export function takeFiles(take: Take): () => void {
  const tell = () => {
    const given = handed;
    handed = null;
    if (given) take(given.file, given.sheet);
  };
  listeners.add(tell);
  tell();
  return () => void listeners.delete(tell);
}

/** A file that met the upload limit, and when it may be sent. */
export interface HeldFile {
  file: File;
  sheet: string | undefined;
  until: number;
}

/** The file that waits, also while another page is looked at. */
export const heldFile = createStore<HeldFile | null>(null);
const keepOpen = (event: Event) => event.preventDefault();

/** Keeps a file that has to wait; the browser asks before it closes or reloads. */
export function holdFile(next: HeldFile | null): void {
  heldFile.set(next);
  window[next ? "addEventListener" : "removeEventListener"]("beforeunload", keepOpen);
}

/** Keeps a file that was refused for the upload limit until the limit is over; false if that was not why. */
export function holdAgain(failure: ApiFailure, file: Omit<HeldFile, "until">): boolean {
  if (failure.code !== "RATE_LIMITED") return false;
  holdFile({ ...file, until: Date.now() + (failure.retryAfterS ?? 60) * 1000 });
  return true;
}

/** Lets the browser ask before it closes or reloads while this lasts. */
export async function keepOpenFor<T>(work: Promise<T>): Promise<T> {
  window.addEventListener("beforeunload", keepOpen);
  try {
    return await work;
  } finally {
    window.removeEventListener("beforeunload", keepOpen);
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
