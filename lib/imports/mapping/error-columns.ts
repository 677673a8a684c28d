/**
 * The columns that Kith adds to a file of rejected rows. They are never mapped. A file that has them counts as the
 * file they came from: they are ignored when its columns are compared with another file's.
 */
export const LINE_COLUMN = "_line";
export const ERROR_COLUMN = "_error";

/** Whether a column is one of those. */
export function isOwnColumn(header: string): boolean {
  return header === LINE_COLUMN || header === ERROR_COLUMN;
}

/** Whether these are the headers of a file of rejected rows. Somebody may have deleted one of our columns. */
export function isErrorFile(headers: readonly string[]): boolean {
  return headers.some(isOwnColumn);
}

/** What separates our two columns in a header line, in quotation marks or not. */
const OWN_HEAD = new RegExp(`(?:^|\\W)${LINE_COLUMN}"?([^\\w"])"?${ERROR_COLUMN}(?:\\W|$)`);

/** What separates the last of our columns from the one before; spreadsheets add delimiters when a row is wider. */
const OWN_END = new RegExp(`([,;\\t|])"?(?:${LINE_COLUMN}|${ERROR_COLUMN})"?\\1*\\s*$`);

/** The delimiter of a file of rejected rows, detected from its header line, whichever program saved it last; else null. */
export function errorFileDelimiter(firstLine: string): string | null {
  return (OWN_HEAD.exec(firstLine) ?? OWN_END.exec(firstLine))?.[1] ?? null;
}
