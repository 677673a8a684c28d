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

let uploaded: { importId: string; file: File } | null = null;

/** Keeps the file that was uploaded last, for as long as the tab lives: another sheet of it may be requested. */
export function keepFile(importId: string, file: File): void {
  uploaded = { importId, file };
}

/** The file of an import, if it is the last one that this tab uploaded. */
export function fileOf(importId: string): File | null {
  return uploaded?.importId === importId ? uploaded.file : null;
}
