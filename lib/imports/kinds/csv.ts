/** How what is no CSV is written as such: fixed, so that nothing of it has to be guessed again. */
export const WRITTEN = { delimiter: ",", quote: '"', escape: "double" } as const;
/** The same where we wrote the headers, too. */
export const WRITTEN_WITH_HEADERS = { ...WRITTEN, headerRow: 1 } as const;

/** A cell in quotation marks where it needs some: also where a reader would trim it, or take it for something else. */
export function csvCell(text: string): string {
  if (!/[",\r\n]|^[\s\ufeff]|\s$/.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Lines of a table, a few thousand at a time as bytes. */
export const csvBytes = (text: string) => Buffer.from(text.toWellFormed());
