import { isDeepStrictEqual } from "node:util";
import { roomForKeys } from "@/lib/contacts/custom-keys";
import { firstLineOf, sourceOf, sourceWarnings } from "./converted";
import { type DraftedRow, type Reading, showDraft, storedDraft } from "./draft";
import { guessLegacyEncoding } from "./file/encoding-guess";
import { compareReadings, type Lines } from "./file/encoding-readings";
import {
  countAndSurvey,
  type Dialect,
  type FileHead,
  openText,
  readHeadAgain,
  readStoredHead,
} from "./file/file";
import { STANDARD } from "./file/quotes";
import { headWarnings, readingWarnings } from "./file/reading-warnings";
import {
  askAboutOtherHeaders,
  askAboutSheets,
  askAboutTablesBelow,
  askAboutTitles,
  nameStruckRows,
} from "./mapping/asking";
import { askAboutReadings } from "./mapping/asking-readings";
import { isOwnColumn } from "./mapping/error-columns";
import { asExported, keepUnmatched } from "./mapping/kept";
import { isRemembered, recallMapping, withRemembered } from "./mapping/remembered";
import { suggestMapping } from "./mapping/suggest";
import { suggestWithModel } from "./mapping/with-model";
import { findDuplicate, type ImportRow, readPendingImport } from "./queries";
import type {
  DialectOverrides,
  EncodingCandidate,
  ImportPreview,
  ReadingWarning,
  Suggestion,
  TableSource,
} from "./schemas";
import { toNamedFields } from "./typing";

const MOST_READINGS = 3;
/** Data rows that a preview shows. */
const PREVIEW_ROWS = 10;

/**
 * How the columns may map: those that an earlier import of the workspace had, as it was confirmed, the others by rules
 * with the model as second opinion; `names` of the file and titles within it may say that it lists opt-outs. Columns that
 * fit no field are kept as custom fields, as far as the workspace has room.
 */
export async function suggestFor(
  workspaceId: string,
  head: FileHead & { others?: FileHead[] },
  { names, otherSheets, struck }: Titles,
): Promise<Suggestion[]> {
  const { first, below } = titlesWithin(head);
  const titles = [...names, ...head.preamble.map(({ text }) => text), ...first];
  const titled = askAboutTitles(await suggestFields(workspaceId, head), titles);
  const suggested = nameStruckRows(
    askAboutSheets(askAboutTablesBelow(titled, below, head.below), otherSheets),
    struck,
  );
  const readable = askAboutReadings(suggested, head.rows, head.others ?? []);
  const fitting = askAboutOtherHeaders(readable, [
    ...head.above,
    ...withoutAddress(head.rows.slice(0, HEAD_ROWS)),
  ]);
  const room = await roomForKeys(workspaceId);
  const kept = await toNamedFields(workspaceId, keepUnmatched(asExported(fitting), head.rows, room));
  return withoutSecondTable(kept, head).map((one, column) => {
    const cells = head.cells?.[column];
    return cells ? { ...one, cells } : one;
  });
}

/** What the file is called, and the sheet or the packed file that is read; the sheets that are not; its struck rows. */
interface Titles {
  names: string[];
  otherSheets: string[];
  struck: TableSource["struck"];
}

export function titlesOf(filename: string, { title = "", table }: Packed): Titles {
  const sheets = table && "sheets" in table ? table.sheets : [];
  const otherSheets = sheets.filter((one) => one !== title);
  return { names: [filename, title], otherSheets, struck: table?.struck };
}

/** What is stored of a file in which another one is packed. */
interface Packed {
  title?: string | undefined;
  table?: TableSource | undefined;
}

/** The columns of a second table describe other people than the addresses of the first. */
function withoutSecondTable(suggestions: Suggestion[], { beside }: FileHead): Suggestion[] {
  if (!beside) return suggestions;
  return suggestions.map((one, column) =>
    column < beside.column || isRemembered(one)
      ? one
      : { header: one.header, field: "skip", confidence: "medium", ...SECOND_TABLE },
  );
}

const SECOND_TABLE = {
  reason: "It belongs to a second table beside the first.",
  reason_code: "second_table",
} as const;

/**
 * Cells that may be a title or a header of what is below: alone in their row, or short. Such rows have no address, and
 * come before the first one that has, or below it.
 */
function titlesWithin({ headers, rows }: FileHead) {
  const titles = { first: [] as string[], below: [] as string[] };
  if (headers.length === 1) return titles;
  let place: keyof typeof titles = "first";
  for (const row of rows) {
    const [title, more] = row.filter((cell) => cell.trim() !== "");
    if (hasAddress(row)) place = "below";
    else if (title !== undefined && (more === undefined || title.length < LONGEST_HEADER))
      titles[place].push(title);
  }
  return titles;
}

/** Of the first cell of a second table. */
const LONGEST_HEADER = 30;

/** First rows that may be further headers: they have no address. */
const HEAD_ROWS = 2;
const hasAddress = (cells: string[]) => cells.some((cell) => cell.includes("@"));
const withoutAddress = (rows: string[][]) => rows.filter((cells) => !hasAddress(cells));

async function suggestFields(workspaceId: string, head: FileHead): Promise<Suggestion[]> {
  const remembered = await recallMapping(workspaceId, head.headers);
  if (!remembered) return suggestWithModel(head.headers, head.rows);
  const isWhole = head.headers.every((header) => remembered.fields.has(header) || isOwnColumn(header));
  const fresh = isWhole
    ? suggestMapping(head.headers, head.rows)
    : await suggestWithModel(head.headers, head.rows);
  return withRemembered(fresh, remembered, head.rows);
}

/**
 * The preview of a pending import, read from the stored file as its draft and `overrides` say.
 * Throws 404, 409 `IMPORT_NOT_PENDING`, 410 when the file is gone, 400 for an unknown encoding.
 */
export async function previewImport(
  workspaceId: string,
  id: string,
  overrides: DialectOverrides,
): Promise<ImportPreview> {
  const row = await readPendingImport(workspaceId, id);
  const { dialect, reading } = storedDraft(row);
  const told = { ...dialect, ...overrides };
  const { head, totalRows, warnings, start } = await readAsTold(row, told);
  const detected = { headers: row.headers, suggestions: (row.ai_suggestions ?? []) as Suggestion[] };
  const known = [reading, detected].find((one) => one && isDeepStrictEqual(one.headers, head.headers));
  const suggestions =
    known?.suggestions ?? (await suggestFor(workspaceId, head, titlesOf(row.filename, row.dialect)));
  const isDamaged = told.encoding !== undefined && warnings.some(({ code }) => code === "damaged_text");
  const { candidates: found = [] } = row.dialect as { candidates?: EncodingCandidate[] };
  const isAmong = found.some(({ encoding }) => encoding === head.dialect.encoding);
  const candidates = isDamaged && !isAmong ? await readingsBeside(row, head, start) : found;
  return buildPreview(row, head, totalRows, { suggestions, candidates, warnings });
}

/** Readings to choose from when the chosen one damages letters, side by side: it, the detected one, the next best. */
function readingsBeside(row: ImportRow, { dialect, headers }: FileHead, lines: Lines) {
  const detected = (row.dialect as unknown as Dialect).encoding;
  const others = guessLegacyEncoding(lines.bytes).readings;
  const encodings = [...new Set([detected, dialect.encoding, ...others])].slice(0, MOST_READINGS);
  return compareReadings(lines, encodings, { delimiter: dialect.delimiter, headers });
}

/**
 * A stored file read as the user says, and its number of rows: recounted when that finds other records or cells.
 * `suggestions` are those of a reading that is known.
 */
export async function readAsTold(row: ImportRow, overrides: DialectOverrides) {
  const { head: start, whole } = await readStoredHead(row.blob_key);
  const detected = row.dialect as unknown as Dialect;
  const kept = { dialect: detected, headers: row.headers };
  const head = await readHeadAgain(start, whole, overrides, kept);
  const { missingValues: told, ...others } = overrides;
  const known = knownReadings(row).find(
    (one) =>
      isSameReading(one.dialect, head.dialect) &&
      isDeepStrictEqual(one.headers, head.headers) &&
      (!one.dialect.missing || one.dialect.missing.told === told),
  );
  // Found by reading the whole file, as the number of rows was.
  if (known?.dialect.otherHeader) head.dialect.otherHeader = known.dialect.otherHeader;
  if (known?.dialect.missing) head.dialect.missing = known.dialect.missing;
  if (known?.dialect.said) head.dialect.said = known.dialect.said;
  const totalRows =
    known?.totalRows ??
    (await countAndSurvey(await openText(row.blob_key, head.dialect, 0), head, overrides));
  const isOverridden = Object.values(others).some((value) => value !== undefined);
  const warnings = isOverridden
    ? readingWarnings(head, await readHeadAgain(start, whole, {}, kept))
    : headWarnings(head);
  const lines: Lines = { bytes: start, firstLine: 1, whole };
  return { head, totalRows, warnings, suggestions: known?.suggestions, start: lines };
}

/** The file as it was detected and as the draft reads it: neither need be counted again. */
function knownReadings(row: ImportRow): Reading[] {
  const { reading } = storedDraft(row);
  const detected = {
    dialect: row.dialect as unknown as Dialect,
    headers: row.headers,
    suggestions: (row.ai_suggestions ?? []) as Suggestion[],
    totalRows: row.total_rows,
  };
  return reading ? [detected, reading] : [detected];
}

/** Whether both find the same records, with the same cells. */
export function isSameReading(a: Dialect, b: Dialect): boolean {
  const quotingOf = (one: Dialect) => [one.quote ?? STANDARD.quote, one.escape ?? STANDARD.escape];
  return (
    a.encoding === b.encoding &&
    a.delimiter === b.delimiter &&
    isDeepStrictEqual(quotingOf(a), quotingOf(b)) &&
    a.firstRecord === b.firstRecord
  );
}

interface Shown {
  suggestions: Suggestion[];
  candidates: EncodingCandidate[];
  warnings?: ReadingWarning[];
}

/** The API's preview object for a stored import. */
export async function buildPreview(
  row: DraftedRow & Pick<ImportRow, "id" | "filename" | "content_hash"> & { dialect: unknown },
  head: FileHead,
  totalRows: number,
  { suggestions, candidates, warnings = [] }: Shown,
): Promise<ImportPreview> {
  const { encoding, delimiter, headerRow, certainty, ...quoting } = head.dialect;
  const source = sourceOf(row.dialect);
  const above = 1 - firstLineOf(source);
  const inFile = (one: FileHead["top"][number]) => ({ ...one, line: one.line - above });
  const header = head.top.find(({ record }) => record === headerRow);
  return {
    importId: row.id,
    preview: { headers: head.headers, rows: head.rows.slice(0, PREVIEW_ROWS), totalRows },
    suggestions,
    draft: await showDraft(row),
    filename: row.filename,
    source,
    encoding,
    delimiter,
    quote: quoting.quote ?? STANDARD.quote,
    escape: quoting.escape ?? STANDARD.escape,
    headerRow,
    headerLine: above > 0 ? null : (header?.line ?? (headerRow || null)),
    top: head.top.map(inFile),
    preamble: head.preamble.map(inFile),
    certainty,
    encodingCandidates: candidates,
    warnings: [...warnings, ...sourceWarnings(source)],
    duplicate_of: row.content_hash ? await findDuplicate(row.workspace_id, row.content_hash, row.id) : null,
    remembered: suggestions.some(isRemembered),
  };
}
