import { wordsAsRead } from "@/lib/csv/no-value";
import { MOJIBAKE, UNDECODED } from "@/lib/damaged-letters";
import { roundedCell, shapeOf } from "@/lib/imports/mapping/shapes";
import type { ReadingWarning } from "@/lib/imports/schemas";
import { strangersOf } from "./encoding-mix";
import type { FileHead } from "./file";

const EXAMPLE_CHARS = 80;

/**
 * Signs that the reading chosen by the user is wrong: faults that the detected reading does not have, in the order in
 * which a person would look for them.
 */
export function readingWarnings(chosen: FileHead, detected: FileHead): ReadingWarning[] {
  const warnings = [...mixtureWarning(chosen), ...missingWarnings(chosen)];
  const warn = (code: ReadingWarning["code"], example: string | null = null) =>
    warnings.push({ code, example: example && beginningOf(example) });
  const damaged = damagedCell(chosen);
  const misread = misreadCell(chosen, detected);
  if (damaged !== undefined && damagedCell(detected) === undefined) warn("damaged_text", damaged);
  else if (misread !== undefined) warn("damaged_text", misread);
  if (chosen.rows.length === 0 && detected.rows.length > 0) {
    // Rows that are all rejected are still rows; bytes that are no text in the chosen encoding are reported above.
    if (chosen.refused.length === 0) warn("no_rows");
    else if (!warnings.some(isDamage)) warn("rows_fail", chosen.refused[0]?.join(" · ") ?? null);
    return warnings;
  }
  if (chosen.headers.length === 1 && detected.headers.length > 1) warn("one_column");
  if (!hasAddress(chosen) && hasAddress(detected)) warn("no_addresses");
  const data = chosen.headers.find((header) => shapeOf(header) === "email");
  if (data !== undefined && !detected.headers.includes(data)) warn("header_is_data", data);
  const lost = chosen.preamble.find(({ record, text }) => isLostRow(record, text, detected));
  if (lost) warn("rows_above", lost.text);
  // Bytes that are no text in the chosen encoding are reported above.
  if (!warnings.some(isDamage) && shareRefused(chosen) > shareRefused(detected) + MANY_REFUSED) {
    warn("rows_fail", chosen.refused[0]?.join(" · ") ?? null);
  }
  return warnings;
}

/**
 * What is wrong with a file in its best reading: it came with damaged letters, so that what is stored would be
 * damaged, too; or with numbers whose digits a spreadsheet has lost; or rows with addresses are above its header, such
 * as those of another table.
 */
export function headWarnings(head: FileHead): ReadingWarning[] {
  const above = head.preamble.find(({ raw }) => ADDRESS_IN_ROW.test(raw));
  const second = head.beside?.headers.join(" · ");
  const found = {
    damaged_text: damagedCell(head),
    rows_above: above?.text,
    two_tables: second,
    rounded_numbers: head.headers.map((_, column) => roundedCell(head.rows, column)).find(Boolean),
  };
  const codes = ["damaged_text", "rows_above", "two_tables", "rounded_numbers"] as const;
  const others = codes.flatMap((code) => {
    const example = found[code];
    return example === undefined ? [] : [{ code, example: beginningOf(example) }];
  });
  return [...mixtureWarning(head), ...others, ...missingWarnings(head)];
}

const isDamage = ({ code }: ReadingWarning) => code === "damaged_text" || code === "mixed_encodings";

/** Words that are read as missing values, and others that may stand for one. */
function missingWarnings({ dialect: { missing } }: FileHead): ReadingWarning[] {
  const { empty, kept } = wordsAsRead(missing);
  const found = { missing_values: empty, words_kept: kept };
  return (["missing_values", "words_kept"] as const).flatMap((code) =>
    found[code].length > 0 ? [{ code, example: found[code].join(", ") }] : [],
  );
}

/** Lines that are not in the encoding in which the file is read. */
function mixtureWarning({ dialect: { mixture, encoding } }: FileHead): ReadingWarning[] {
  return mixture ? [{ code: "mixed_encodings", example: null, lines: strangersOf(mixture, encoding) }] : [];
}

/** What is shown of a line or cell: whole characters, and text that JSON can hold. */
const beginningOf = (text: string) => [...text].slice(0, EXAMPLE_CHARS).join("").toWellFormed();

/** An address followed by another cell. */
const ADDRESS_IN_ROW = /@[^\s,;|"']+["']?[,;|\t]/;

/** Of the rows, more than were rejected before. */
const MANY_REFUSED = 0.1;

function shareRefused({ rows, refused }: FileHead): number {
  return refused.length / Math.max(1, rows.length + refused.length);
}

/** A line above the chosen headers that was a row. */
function isLostRow(record: number, text: string, { dialect }: FileHead): boolean {
  return record >= dialect.firstRecord && text.includes("@");
}

function damagedCell({ headers, rows, refused }: FileHead): string | undefined {
  return [headers, ...rows, ...refused].flat().find((cell) => UNDECODED.test(cell) || MOJIBAKE.test(cell));
}

/** Valid UTF-8 or a byte order mark leaves no doubt: any other reading is wrong. */
function misreadCell(chosen: FileHead, detected: FileHead): string | undefined {
  const { encoding, certainty } = detected.dialect;
  if (certainty.encoding !== "certain" || chosen.dialect.encoding === encoding) return undefined;
  const right = new Set([detected.headers, ...detected.rows].flat());
  return [chosen.headers, ...chosen.rows].flat().find((cell) => !isAscii(cell) && !right.has(cell));
}

const isAscii = (text: string) => [...text].every((char) => char <= "\u007f");

function hasAddress({ rows }: FileHead): boolean {
  return rows.some((cells) => cells.some((cell) => shapeOf(cell) === "email"));
}
