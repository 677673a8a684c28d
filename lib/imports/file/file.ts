import { blobStore } from "@/lib/adapters/blob";
import { textOfFormula } from "@/lib/csv/formula";
import { type Missing, wordsAsRead } from "@/lib/csv/no-value";
import { ApiError, validationError } from "@/lib/errors";
import { isWhole, type RecordError, SAMPLE_ROWS } from "@/lib/imports/limits";
import { displayHeaders } from "@/lib/imports/mapping/headers";
import { isOwnExport } from "@/lib/imports/mapping/own-export";
import { type SaidWords, SaidWordsSurvey } from "@/lib/imports/mapping/said-words";
import type { DialectOverrides, EncodingCandidate } from "@/lib/imports/schemas";
import { CellEvidence, type ColumnCells } from "./cell-evidence";
import { type Certainty, detectDialect, type ToldDialect } from "./dialect";
import { type DetectedEncoding, decodeToUtf8, detectEncoding, dropBytes, findEncoding } from "./encoding";
import type { Mixture } from "./encoding-mix";
import { asUtf8, compareReadings, type Lines } from "./encoding-readings";
import { dropEndMark, withoutEndMark } from "./end-of-file";
import { MissingWords } from "./missing-words";
import { isOtherHeader, namesOneOf } from "./other-header";
import { isStandard, type Quoting, rewriteHead, rewriteQuotes, STANDARD } from "./quotes";
import { countRecords, parseHead } from "./records";
import { flagsOf, RowSurvey } from "./survey";
import { type SecondTable, secondTable, withRowNames } from "./table-shape";
import { showRecord, TOP_RECORDS, type TopRecord } from "./top-records";
import { commonWidth, usualSurplus } from "./widths";

/** How a stored file is read. Fixed at confirmation, so that every worker reads the same records. */
export interface Dialect {
  encoding: string;
  bomBytes: number;
  delimiter: string;
  /** Absent = the usual quotation marks, doubled. */
  quote?: Quoting["quote"];
  escape?: Quoting["escape"];
  headerRow: number;
  firstRecord: number;
  /** Empty cells that most rows have beyond the headers. Absent in readings from before this existed. */
  surplus?: number;
  /** Number of the row that names other columns than the header; it and all below cannot be read. Absent if there is none. */
  otherHeader?: number;
  /** Absent if there are none, and in readings from before this existed. */
  missing?: Missing;
  /** Absent in readings from before this existed. */
  said?: SaidWords[];
  /** Lines of UTF-8 and of another encoding: those that do not fit `encoding` fail. Absent if there are none. */
  mixture?: Mixture;
  certainty: { encoding: Certainty; delimiter: Certainty; headerRow: Certainty };
}

/** What the first part of a file shows: how to read it, its headers and its first rows. */
export interface FileHead {
  dialect: Dialect;
  headers: string[];
  /** The first ones, and after the survey of a whole file those that show what they do not. */
  rows: string[][];
  /** The first records of the file, including the header and the records above it. */
  top: TopRecord[];
  /** The records above the header, which are not imported. */
  preamble: TopRecord[];
  beside: SecondTable | null;
  /** The headers of another table below, whose rows cannot be read. */
  below?: string[];
  /** The cells of `preamble`: some may be headers too. */
  above: string[][];
  /** Unreadable rows among them, as far as they can be read. */
  refused: string[][];
  /** What the cells of each column are, once the whole file was read; of a large one, samples from all over. */
  cells?: (ColumnCells | undefined)[];
  /** The first of them, and why. */
  firstRefused: { line: number; error: RecordError } | null;
}

/** How a file was read when it arrived. */
export interface DetectedHead extends FileHead {
  /** When the encoding is a guess: the readings to choose from, the best first. */
  candidates: EncodingCandidate[];
  others: FileHead[];
}

/** Bytes that are read to find out what a file is. */
export const HEAD_BYTES = 256 * 1024;

/** The previous reading of the same file, which holds for everything the user does not specify. */
export interface Kept {
  dialect: Dialect;
  headers: string[];
}

/** Detects how to read a file; what is known of its encoding from beyond the head counts more, with the lines that showed it. */
export async function readHead(
  head: Uint8Array,
  whole: boolean,
  detected: DetectedEncoding = detectEncoding(head, whole),
  lines: Lines = { bytes: head, firstLine: 1, whole },
  told: ToldDialect = {},
): Promise<DetectedHead> {
  const { mixture, encoding, bomBytes, readings = [] } = detected;
  const text = await asUtf8(head, encoding, mixture !== undefined);
  const { certainty, ...found } = detectDialect(text, whole, told);
  const dialect = {
    encoding,
    bomBytes,
    ...found,
    ...(mixture && { mixture }),
    certainty: { encoding: detected.certainty, ...certainty },
  };
  const top = readTop(text, whole, dialect);
  const candidates = readings.length > 1 ? await compareReadings(lines, readings, { ...found, ...top }) : [];
  const others = readings.filter((other) => other !== encoding);
  const texts = await Promise.all(others.map((other) => asUtf8(head, other)));
  return { ...top, candidates, others: texts.map((other) => readTop(other, whole, dialect)) };
}

/**
 * Reads a file as the user says and, in all other respects, as it was read before: correcting one thing should not
 * make the others be guessed again. Unless they were guessed from what is corrected. Throws 400 for an encoding we do
 * not know.
 */
export async function readHeadAgain(
  head: Uint8Array,
  whole: boolean,
  overrides: DialectOverrides,
  { dialect: kept, headers }: Kept,
): Promise<FileHead> {
  const encoding = overrides.encoding === undefined ? kept.encoding : knownEncoding(overrides.encoding);
  const { mixture } = kept;
  const text = await asUtf8(head, encoding, mixture !== undefined);
  // In the wrong encoding, no delimiter may be found at all.
  const stands = encoding === kept.encoding || headers.length > 1;
  const standing = stands ? kept : undefined;
  const delimiter = overrides.delimiter ?? standing?.delimiter;
  const quote = overrides.quote ?? (standing && (kept.quote ?? STANDARD.quote));
  const quoteEscape = overrides.escape ?? (standing && (kept.escape ?? STANDARD.escape));
  const found = detectDialect(text, whole, { delimiter, quote, escape: quoteEscape });
  const certain = (isOwn: boolean, otherwise: Certainty) => (isOwn ? "certain" : otherwise);
  const keepsHeader = stands && (found.delimiter === kept.delimiter || kept.certainty.headerRow !== "guess");
  const { headerRow, firstRecord, certainty } = keepsHeader ? kept : found;
  const dialect: Dialect = {
    encoding,
    bomBytes: encoding === kept.encoding ? kept.bomBytes : 0,
    delimiter: found.delimiter,
    quote: found.quote,
    escape: found.escape,
    headerRow: overrides.headerRow ?? headerRow,
    firstRecord: overrides.headerRow === undefined ? firstRecord : overrides.headerRow + 1,
    ...(mixture && { mixture }),
    certainty: {
      encoding: certain(overrides.encoding !== undefined, kept.certainty.encoding),
      delimiter: certain(
        overrides.delimiter !== undefined,
        (delimiter === undefined ? found : kept).certainty.delimiter,
      ),
      headerRow: certain(overrides.headerRow !== undefined, certainty.headerRow),
    },
  };
  return readTop(text, whole, dialect, true);
}

function knownEncoding(label: string): string {
  const encoding = findEncoding(label);
  if (encoding) return encoding;
  throw validationError([
    { path: ["encoding"], code: "unknown", message: `is not an encoding we know: ${label}` },
  ]);
}

/** With `showsDamage`, rows that are no text in the encoding are among the others: somebody has chosen it, and looks. */
function readTop(source: Uint8Array, whole: boolean, dialect: Dialect, showsDamage = false): FileHead {
  const { headerRow, firstRecord } = dialect;
  const text = rewriteHead(source, whole, dialect);
  const records = parseHead(
    text,
    whole,
    dialect.delimiter,
    Math.max(TOP_RECORDS, firstRecord - 1 + SAMPLE_ROWS),
  );
  const rows = records.slice(firstRecord - 1, firstRecord - 1 + SAMPLE_ROWS);
  const names = displayHeaders((records[headerRow - 1]?.cells ?? []).map(shownCell));
  const other = headerRow > 0 ? rows.findIndex(({ cells }) => isOtherHeader(cells, names)) : -1;
  const all = other < 0 ? rows : rows.slice(0, Math.max(1, other));
  const data = all.filter(({ error }) => isWhole(error, showsDamage)).map((record) => record.cells);
  const refused = all.flatMap(({ error, cells, line }) => (error ? [{ error, cells, line }] : []));
  const named = headerRow > 0 ? (records[headerRow - 1]?.cells ?? []).map(shownCell) : [];
  const header = withRowNames(named, all, dialect.delimiter);
  const width = header.length || commonWidth(data);
  const headers = displayHeaders(Array.from({ length: width }, (_, column) => header[column] ?? ""));
  const shown = records.slice(0, Math.max(TOP_RECORDS, firstRecord - 1)).map(showRecord);
  return {
    dialect: { ...dialect, surplus: usualSurplus(data, width) },
    headers,
    rows: data.map((cells) => pad(cells.map(shownCell), width)),
    beside: secondTable(header, data),
    refused: refused.map(({ cells }) => cells),
    firstRefused: refused[0] ?? null,
    top: shown.slice(0, TOP_RECORDS),
    preamble: shown.slice(0, firstRecord - 1).filter(({ record }) => record !== headerRow),
    above: records
      .slice(0, firstRecord - 1)
      .flatMap(({ cells }, at) => (at + 1 === headerRow ? [] : [cells])),
  };
}

/** As it is shown and examined: for a formula that is only a text, the text; otherwise as it is in the file. */
const shownCell = (cell: string) =>
  cell.includes("=") && cell.trimStart().startsWith("=") ? textOfFormula(cell.trim()) : cell;

/**
 * Counts the data rows of the text of a file, and adds to its head the rows that show what the first do not, and what
 * its cells are, `told` how a user wants it read, if anybody does.
 */
export async function countAndSurvey(
  text: AsyncIterable<Uint8Array>,
  head: FileHead,
  told?: Pick<DialectOverrides, "missingValues">,
): Promise<number> {
  const width = head.headers.length;
  const survey = new RowSurvey(width, head.rows, flagsOf(head.headers, head.rows));
  const isOwn = isOwnExport(head.headers);
  const evidence = head.headers.map((header) => new CellEvidence({ isOwn, header }));
  const words = new MissingWords(head.headers);
  const said = new SaidWordsSurvey(width);
  const isOther = (cells: string[]) => head.dialect.headerRow > 0 && isOtherHeader(cells, head.headers);
  let seen = 0;
  const isFitting = (cells: string[]) => cells.slice(width).every((cell) => cell.trim() === "");
  const see = (rows: string[][], numbers: number[]) => {
    // Below other headers no cell says anything about these columns.
    if (head.dialect.otherHeader !== undefined) return;
    const other = rows.findIndex(isOther);
    if (other >= 0) {
      head.dialect = { ...head.dialect, otherHeader: numbers[other] ?? 1 };
      head.below = rows[other] ?? [];
    }
    const own = other < 0 ? rows : rows.slice(0, Math.max(1, other));
    seen += own.length;
    const fitting = own.filter(isFitting);
    said.add(fitting);
    const shown = fitting.map((cells) => pad(cells.map(shownCell), width));
    survey.add(shown);
    for (const row of shown) for (const [column, one] of evidence.entries()) one.add(row[column] ?? "");
    words.add(shown);
  };
  const namesOne = namesOneOf(head.dialect.headerRow > 0 ? head.headers : []);
  const wants = (piece: Buffer) => namesOne(piece) || survey.wants(piece);
  const count = await countRecords(text, head.dialect, { wants, see, showsDamage: told !== undefined });
  head.rows.push(...survey.rows);
  const found = words.summary(head.rows);
  const missing = found && { ...found, told: told?.missingValues };
  head.dialect = { ...head.dialect, ...(missing && { missing }), said: said.summary() };
  const all = missing?.told && { words: wordsAsRead(missing).empty };
  head.cells = evidence.map((one, at) => {
    const { words: absent } = all ?? missing?.empty.find((of) => of.column === at) ?? {};
    return one.summary(absent, seen === count);
  });
  return count;
}

function pad(cells: string[], width: number): string[] {
  if (cells.length === width) return cells;
  return Array.from({ length: width }, (_, column) => cells[column] ?? "");
}

/** The stored file as UTF-8 text from a byte of that text on. Throws 410 when the file is gone. */
export async function openText(
  key: string | null,
  dialect: Dialect,
  fromByte: number,
): Promise<AsyncIterable<Uint8Array>> {
  // UTF-8 is read from that very byte; anything else, including other quotation marks, is transcoded from its start,
  // which takes 1 s per 200 MB.
  const direct = dialect.encoding === "utf-8" && isStandard(dialect);
  const source = key && (await blobStore().read(key, direct ? { start: dialect.bomBytes + fromByte } : {}));
  if (!source) throw new ApiError("GONE", "The uploaded file is no longer stored");
  if (direct) return dropEndMark(source);
  const text = decodeToUtf8(source, dialect.encoding, undefined, dialect.mixture !== undefined);
  return dropBytes(rewriteQuotes(text, dialect), fromByte);
}

/** The first bytes of the stored file. Throws 410 when the file is gone. */
export async function readStoredHead(key: string | null): Promise<{ head: Buffer; whole: boolean }> {
  const source = key && (await blobStore().read(key));
  if (!source) throw new ApiError("GONE", "The uploaded file is no longer stored");
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes > HEAD_BYTES) break;
  }
  const whole = bytes <= HEAD_BYTES;
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES);
  return { head: whole ? withoutEndMark(head) : head, whole };
}
