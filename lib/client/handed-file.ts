/** A file on its way from where it was dropped, pasted or made to the first step of an import. */

let handed: File | null = null;
const listeners = new Set<() => void>();

/** Hands a file to whoever uploads it, now or as soon as that page is there. */
export function handFile(file: File): void {
  handed = file;
  for (const tell of listeners) tell();
}

/** Takes files as they are handed over. Returns how to stop that. */
export function takeFiles(take: (file: File) => void): () => void {
  const tell = () => {
    const file = handed;
    handed = null;
    if (file) take(file);
  };
  listeners.add(tell);
  tell();
  return () => void listeners.delete(tell);
}
