import { errorFileDelimiter } from "@/lib/imports/mapping/error-columns";
import { shapeOf } from "@/lib/imports/mapping/shapes";
import { findHeaderRow, usualWidth } from "./dialect-header";
import { type Quoting, rewriteHead, STANDARD } from "./quotes";
import { mustBe, quotingsOf } from "./quotes-signs";
import { type HeadRecord, parseHead } from "./records";
import { delimiterByte, SEPARATOR_LINE } from "./records-bytes";

export {
  OTHER_JSON,
  type Refusal,
  refuseAddressLists,
  refuseBinary,
  refuseFactLines,
  refuseFixedWidth,
  refuseLineEnds,
} from "./dialect-binary";

export type Certainty = "certain" | "likely" | "guess";

type DetectedDialect = {
  /** One character. A comma when the file has a single column. */
  delimiter: string;
  quote: Quoting["quote"];
  escape: Quoting["escape"];
  /** Number of the record that holds the headers, from 1; 0 = none. Of several header rows, the last. */
  headerRow: number;
  /** Number of the first data record. Blank lines and the `sep=` line do not count as records. */
  firstRecord: number;
  certainty: { delimiter: Certainty; headerRow: Certainty };
};

/** Candidates, the most likely first, with a factor for how common they are. */
const DELIMITERS: readonly [string, number][] = [
  [",", 1],
  [";", 1],
  ["\t", 1],
  ["|", 0.98],
  ["\x1f", 0.98],
  ["\x1e", 0.98],
  ["^", 0.95],
  ["~", 0.8],
  ["#", 0.75],
  [":", 0.6],
  [" ", 0.5],
];

/** Size of the sample: a larger one does not change the result. */
const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_RECORDS = 100;

/** What the user specified about a file; the rest is detected. */
export type ToldDialect = { delimiter?: string | undefined; headerRow?: number | undefined } & {
  [key in keyof Quoting]?: Quoting[key] | undefined;
};

/**
 * Delimiter, quotation marks and header row of a file, from its first bytes as UTF-8; `whole` says that they are the
 * entire file. Specified values are kept. Never throws because of a file's content.
 */
export function detectDialect(head: Uint8Array, whole: boolean, told: ToldDialect = {}): DetectedDialect {
  const sample = head.subarray(0, SAMPLE_BYTES);
  const complete = whole && sample.length === head.length;
  const own = errorFileDelimiter(firstLineOf(sample));
  if (own && own === (told.delimiter ?? own) && !told.quote && !told.escape) return ownDialect(own);
  const parsed = (quoting: Quoting) => (delimiter: string) =>
    parseHead(rewriteHead(sample, complete, { ...quoting, delimiter }), complete, delimiter, SAMPLE_RECORDS);
  const { quoting, ...found } = detectReading(sample, told, parsed);
  const header = told.headerRow
    ? { row: told.headerRow, firstRecord: told.headerRow + 1, certainty: "certain" as const }
    : findHeaderRow(parsed(quoting)(found.delimiter).map((record) => record.cells));
  return {
    delimiter: found.delimiter,
    ...quoting,
    headerRow: header.row,
    firstRecord: header.firstRecord,
    certainty: { delimiter: found.certainty, headerRow: header.certainty },
  };
}

type Parsed = (quoting: Quoting) => (delimiter: string) => HeadRecord[];

/** Margin by which another quoting style must beat the usual one; none if its characters have no other explanation. */
const BETTER = 1.02;
const AS_GOOD = 0.98;
/** The share by which a better reading may have fewer rows of the usual width. */
const SLIPS = 0.02;
const SINGLE: Quoting = { quote: "'", escape: "double" };

/** Delimiter and quotation marks. An unusual quoting style must produce a better table than the usual one. */
function detectReading(
  sample: Uint8Array,
  told: ToldDialect,
  parsed: Parsed,
): FoundDelimiter & { quoting: Quoting } {
  const signs = quotingsOf(sample);
  const declared = told.delimiter
    ? { delimiter: told.delimiter, certainty: "certain" as const }
    : declaredDelimiter(sample);
  const fits = (one: Quoting) =>
    (told.quote ?? one.quote) === one.quote && (told.escape ?? one.escape) === one.escape;
  const own = { quote: told.quote ?? STANDARD.quote, escape: told.escape ?? STANDARD.escape };
  const others = signs.filter(fits).filter((one) => one.quote !== own.quote || one.escape !== own.escape);
  const readings = [own, ...others].map((quoting) => {
    const found = declared ?? detectDelimiter(parsed(quoting));
    const records = parsed(quoting)(found.delimiter);
    const isUsual = quoting.quote === '"' && others.length > 0;
    const hidesQuotes =
      isUsual &&
      (areInSingleQuotes(records) || namesInSingleQuotes(records, () => parsed(SINGLE)(found.delimiter)));
    const factor = hidesQuotes
      ? 0.5
      : quoting.quote === "'" && holdDelimiters(records, found.delimiter)
        ? 1.15
        : 1;
    return {
      ...found,
      quoting,
      score: tableScore(records, found.delimiter) * factor,
      share: regularShare(records),
      tearsRows: areRowsQuoted(records) && quoting.quote === "'",
    };
  });
  return readings.reduce((best, one) => {
    // Cells cut into pieces may look more like values than whole ones do, but their rows are not as wide as the
    // others.
    if (one.share < best.share - SLIPS || one.tearsRows) return best;
    const least = mustBe(one.quoting, best.quoting, sample, one.delimiter) ? AS_GOOD : BETTER;
    return one.score > best.score * least ? one : best;
  });
}

/** Whether cells contain the delimiter and every record can be read: then their quotation marks serve a purpose. */
function holdDelimiters(records: HeadRecord[], delimiter: string): boolean {
  return (
    records.every((record) => !record.error) &&
    records.some(({ cells }) => cells.some((cell) => cell.includes(delimiter)))
  );
}

/** Whether nearly all text cells are in single quotation marks, which then are not part of the text. */
function areInSingleQuotes(records: HeadRecord[]): boolean {
  const shapes = new Set(["number", "date", "phone", "empty"]);
  const texts = records
    .flatMap(({ cells }) => cells.map((cell) => cell.trim()))
    .filter((cell) => !shapes.has(shapeOf(cell)));
  return texts.filter((cell) => /^'.*'$/s.test(cell)).length >= 0.8 * texts.length;
}

/** Whether a column name is in single quotation marks, and no cell is in double ones. */
function namesInSingleQuotes(records: HeadRecord[], inSingle: () => HeadRecord[]): boolean {
  const names = records[findHeaderRow(records.map(({ cells }) => cells)).row - 1]?.cells ?? [];
  return (
    names.some((cell) => /^'.+'$/s.test(cell.trim())) &&
    !inSingle().some(({ cells }) => cells.some((cell) => cell.trim().startsWith('"')))
  );
}

/** A file of rejected rows, as we write it. */
function ownDialect(delimiter: string): DetectedDialect {
  const certainty = { delimiter: "certain", headerRow: "certain" } as const;
  return { delimiter, ...STANDARD, headerRow: 1, firstRecord: 2, certainty };
}

function firstLineOf(sample: Uint8Array): string {
  const end = sample.findIndex((byte) => byte === 10 || byte === 13);
  return Buffer.from(end < 0 ? sample : sample.subarray(0, end)).toString("utf8");
}

type FoundDelimiter = { delimiter: string; certainty: Certainty };

/** Excel's `sep=;` first line. */
function declaredDelimiter(sample: Uint8Array): FoundDelimiter | null {
  const start = Buffer.from(sample.subarray(0, 16))
    .toString("utf8")
    .replace(/^\ufeff/, "");
  const { bare, quoted } = SEPARATOR_LINE.exec(start.split(/[\r\n]/, 1)[0] ?? "")?.groups ?? {};
  const delimiter = bare ?? quoted;
  if (!delimiter) return null;
  try {
    delimiterByte(delimiter);
    return { delimiter, certainty: "certain" };
  } catch {
    return null;
  }
}

/** Parses the sample with every candidate and takes the one whose table is the most regular and plausible. */
function detectDelimiter(parsed: (delimiter: string) => HeadRecord[]): FoundDelimiter {
  const scores = DELIMITERS.map(([delimiter, factor]) => ({
    delimiter,
    score: tableScore(parsed(delimiter), delimiter) * factor,
  })).sort((a, b) => b.score - a.score);
  const single = singleColumnScore(parsed(","));
  const [highest, second] = scores;
  const best = highest && fromFirstLine(highest, scores, parsed);
  if (!best || best.score <= single) {
    return { delimiter: ",", certainty: best && best.score > single * 0.7 ? "guess" : "likely" };
  }
  if (best !== highest) return { delimiter: best.delimiter, certainty: "guess" };
  const rival = Math.max(single, second?.score ?? 0);
  const certainty = best.score > rival * 1.5 ? "certain" : best.score > rival * 1.15 ? "likely" : "guess";
  return { delimiter: best.delimiter, certainty };
}

/** The share of the best score by which a table that includes the first line may be less plausible. */
const WHOLE = 0.5;

/**
 * A delimiter inside values, such as `;` between tags, may look better than the one between cells. Then the first line
 * decides: it has none of those, and as many cells of the other table as each line below.
 */
function fromFirstLine<T extends { delimiter: string; score: number }>(
  best: T,
  all: T[],
  parsed: (delimiter: string) => HeadRecord[],
): T {
  if (parsed(best.delimiter)[0]?.cells.length !== 1) return best;
  const likely = all.filter(({ score }) => score > 0 && score >= best.score * WHOLE);
  return likely.find(({ delimiter }) => isTable(parsed(delimiter))) ?? best;
}

/** Whether every line, from the first on, has the same number of cells. */
function isTable([first, ...rest]: HeadRecord[]): boolean {
  const width = first?.cells.length ?? 0;
  return width > 1 && [first, ...rest].every((record) => !record?.error && record?.cells.length === width);
}

/** 0 for no table at all. Lines above the table, such as a report's title, do not lower the score. */
function tableScore(records: HeadRecord[], delimiter: string): number {
  const needsAddress = delimiter === " ";
  if (needsAddress && !records.some(({ cells }) => cells.some((cell) => shapeOf(cell) === "email"))) return 0;
  const width = usualWidth(records.map((record) => record.cells.length));
  if (width < 2) return 0;
  const table = records.slice(records.findIndex((record) => record.cells.length === width));
  const regular = table.filter((record) => !record.error && record.cells.length === width);
  const cells = regular.flatMap((record) => record.cells);
  const share = regular.length / table.length;
  const above = (records.length - table.length) / records.length;
  return share ** 2 * (1 - above / 2) * sense(cells, delimiter) * (1 + Math.log2(width) / 10);
}

/** Whether double quotation marks enclose whole lines: splitting such lines leaves the marks in the first and last cells. */
function areRowsQuoted(records: HeadRecord[]): boolean {
  const around = records.filter(({ cells }) => cells.at(0)?.startsWith('"') && cells.at(-1)?.endsWith('"'));
  return around.length > records.length / 2;
}

/** The share of records of the most common width, among those that can be read: the others are reported. */
function regularShare(records: HeadRecord[]): number {
  const widths = records.filter(({ error }) => !error).map(({ cells }) => cells.length);
  const width = usualWidth(widths);
  return widths.filter((one) => one === width).length / Math.max(1, widths.length);
}

function singleColumnScore(records: HeadRecord[]): number {
  const lines = records.map((record) => record.cells.join(","));
  return 0.6 * sense(lines, "");
}

/** Delimiters that hardly occur in proper text. */
const HIDDEN = [";", "\t", "|", "\x1e", "\x1f"];

/** Whether a cell ends inside a quoted one, or begins with an address and text that belongs to the next cell. */
function isTorn(cell: string): boolean {
  if (cell.includes('"') && cell.split('"').length % 2 === 0 && /[,;\t|]"/.test(cell)) return true;
  const [first = "", ...rest] = cell.split(/[,;\t|]/);
  return rest.length > 0 && shapeOf(first) === "email" && !rest.some((part) => part.includes("@"));
}

/** How much the cells look like values: 1 for addresses, numbers and such, less for text that hides another delimiter. */
function sense(cells: string[], own: string): number {
  const others = HIDDEN.filter((delimiter) => delimiter !== own);
  let sum = 0;
  let count = 0;
  for (const cell of cells) {
    const shape = shapeOf(cell);
    if (shape === "empty") continue;
    count++;
    if (shape !== "text") sum += 1;
    else if (isTorn(cell)) sum += 0.1;
    else if (others.some((delimiter) => cell.includes(delimiter))) sum += 0.2;
    else if (cell.includes("@") || (own !== "," && cell.includes(","))) sum += 0.4;
    else sum += 0.75;
  }
  return count === 0 ? 0 : sum / count;
}
