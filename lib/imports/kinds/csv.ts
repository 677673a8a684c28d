/** How converted files are written as CSV: in a fixed dialect, so that nothing has to be guessed again. */
export const WRITTEN = { delimiter: ",", quote: '"', escape: "double" } as const;
/** The same where we wrote the headers, too. */
export const WRITTEN_WITH_HEADERS = { ...WRITTEN, headerRow: 1 } as const;

/** A cell in quotation marks where it needs them: also where a reader would trim it, or misread it. */
export function csvCell(text: string): string {
  if (!/[",\r\n]|^[\s\ufeff]|\s$/.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Lines of a table, a few thousand at a time as bytes. */
export const csvBytes = (text: string) => Buffer.from(text.toWellFormed());
