/** Limits of one CSV record, and the reasons for which a row can fail before its values are looked at. */

/** Bytes of one record in UTF-8, its line end not counted. */
export const MAX_RECORD_BYTES = 1024 * 1024;
/** Bytes of one cell in UTF-8. */
export const MAX_FIELD_BYTES = 64 * 1024;
export const MAX_COLUMNS = 512;
/**
 * A quoted cell still open after this many line ends is treated as a stray quote. The longest notes can have as many, and
 * every export must be importable again; most stray quotes are found earlier, by the text after the next quote.
 */
export const MAX_QUOTED_LINES = 10_000;
/** Characters of a header that are shown and used as a mapping key. */
export const MAX_HEADER_LENGTH = 256;
/** Bytes processed between two points at which other requests may run. */
export const PIECE_BYTES = 16 * 1024;
/** Bytes kept for the error report of a record that could not be cut into cells. */
export const MAX_RAW_BYTES = 4096;

const MESSAGES = {
  unbalanced_quote:
    'A quotation mark (") in this line is opened and never properly closed. Close it, or double it if it belongs to the text.',
  record_too_long: "This record is longer than 1 MiB.",
  field_too_long: "A cell of this row is longer than 64 KiB.",
  too_many_columns: `This row has more than ${MAX_COLUMNS} columns.`,
  row_cut:
    "A line break in a cell cuts this row: the next line holds the rest of it. Remove the line break, or put the cell in quotation marks.",
  rest_of_row: "This line is the rest of the row above it, which a line break in a cell cuts.",
  undecodable_text:
    "This row contains bytes that are not text in the file's encoding. Choose another encoding, or correct the row.",
} as const;

export type RecordErrorCode = keyof typeof MESSAGES;
export type RecordError = { code: RecordErrorCode; message: string };

/** The error of a code, with a sentence for the person who owns the file. */
export function recordError(code: RecordErrorCode): RecordError {
  return ERRORS[code];
}

/** Whether the cells of a record are those of the file: all of them, or except for letters in another encoding. */
export function isWhole(error: RecordError | undefined, showsDamage = false): boolean {
  return !error || (showsDamage && error.code === "undecodable_text");
}

const ERRORS = {
  unbalanced_quote: errorOf("unbalanced_quote"),
  record_too_long: errorOf("record_too_long"),
  field_too_long: errorOf("field_too_long"),
  too_many_columns: errorOf("too_many_columns"),
  row_cut: errorOf("row_cut"),
  rest_of_row: errorOf("rest_of_row"),
  undecodable_text: errorOf("undecodable_text"),
};

/** Made once: a file can have a broken quote in every line. */
function errorOf(code: RecordErrorCode): RecordError {
  return { code, message: MESSAGES[code] };
}

/** Rows at the top of a file that a suggestion reads. */
export const SAMPLE_ROWS = 100;
