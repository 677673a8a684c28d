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

let held: HeldFile | null = null;
const keepOpen = (event: Event) => event.preventDefault();

/** Keeps a file that has to wait, also while another page is looked at; the browser asks before it closes or reloads. */
export function holdFile(next: HeldFile | null): void {
  held = next;
  window[next ? "addEventListener" : "removeEventListener"]("beforeunload", keepOpen);
}

export function heldFile(): HeldFile | null {
  return held;
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
