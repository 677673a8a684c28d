import { blobStore } from "@/lib/adapters/blob";
import { ApiError, validationError } from "@/lib/errors";
import { type Certainty, detectDialect } from "./dialect";
import { type DetectedEncoding, decodeToUtf8, detectEncoding, dropBytes, findEncoding } from "./encoding";
import { displayHeaders } from "./mapping";
import { parseHead } from "./records";
import type { DialectOverrides } from "./schemas";

/** How a stored file is read. Fixed at confirmation, so that every worker reads the same records. */
export interface Dialect {
  encoding: string;
  bomBytes: number;
  delimiter: string;
  headerRow: number;
  firstRecord: number;
  certainty: { encoding: Certainty; delimiter: Certainty; headerRow: Certainty };
}

/** What the first part of a file shows: how to read it, its headers and its first rows. */
export interface FileHead {
  dialect: Dialect;
  headers: string[];
  rows: string[][];
}

/** Bytes that are looked at to find out what a file is. */
export const HEAD_BYTES = 256 * 1024;
/** Rows that a suggestion may look at. */
const SAMPLE_ROWS = 100;

/**
 * Detects how to read a file; what the user says counts more, and what is known of the encoding from beyond the head.
 * Throws 400 for an encoding we do not know.
 */
export async function readHead(
  head: Uint8Array,
  whole: boolean,
  overrides: DialectOverrides,
  detected: DetectedEncoding = detectEncoding(head, whole),
): Promise<FileHead> {
  const encoding = overrides.encoding === undefined ? detected.encoding : knownEncoding(overrides.encoding);
  const bomBytes = encoding === detected.encoding ? detected.bomBytes : 0;
  const text = await headText(head, encoding);
  const found = detectDialect(text, whole, overrides.delimiter);
  const headerRow = overrides.headerRow ?? found.headerRow;
  const delimiter = overrides.delimiter ?? found.delimiter;
  const dialect: Dialect = {
    encoding,
    bomBytes,
    delimiter,
    headerRow,
    firstRecord: overrides.headerRow === undefined ? found.firstRecord : headerRow + 1,
    certainty: {
      encoding: overrides.encoding ? "certain" : detected.certainty,
      delimiter: overrides.delimiter ? "certain" : found.certainty.delimiter,
      headerRow: overrides.headerRow === undefined ? found.certainty.headerRow : "certain",
    },
  };
  return { dialect, ...readTop(text, whole, dialect) };
}

function knownEncoding(label: string): string {
  const encoding = findEncoding(label);
  if (encoding) return encoding;
  throw validationError([
    { path: ["encoding"], code: "unknown", message: `is not an encoding we know: ${label}` },
  ]);
}

async function headText(head: Uint8Array, encoding: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of decodeToUtf8(once(head), encoding)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

function readTop(
  text: Uint8Array,
  whole: boolean,
  dialect: Dialect,
): { headers: string[]; rows: string[][] } {
  const records = parseHead(text, whole, dialect.delimiter, dialect.firstRecord - 1 + SAMPLE_ROWS);
  const data = records.slice(dialect.firstRecord - 1).filter((record) => !record.error);
  const header = dialect.headerRow > 0 ? (records[dialect.headerRow - 1]?.cells ?? []) : [];
  const width = header.length || Math.max(1, ...data.map((record) => record.cells.length));
  const headers = displayHeaders(Array.from({ length: width }, (_, column) => header[column] ?? ""));
  return { headers, rows: data.map((record) => pad(record.cells, width)) };
}

function pad(cells: string[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => cells[column] ?? "");
}

/** The stored file as UTF-8 text from a byte of that text on. Throws 410 when the file is gone. */
export async function openText(
  key: string | null,
  dialect: Dialect,
  fromByte: number,
): Promise<AsyncIterable<Uint8Array>> {
  // UTF-8 is read from the very byte; anything else is transcoded from its start, which takes 1 s per 200 MB.
  const direct = dialect.encoding === "utf-8";
  const source = key && (await blobStore().read(key, direct ? { start: dialect.bomBytes + fromByte } : {}));
  if (!source) throw new ApiError("GONE", "The uploaded file is no longer stored");
  return direct ? source : dropBytes(decodeToUtf8(source, dialect.encoding), fromByte);
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
  return { head: Buffer.concat(pieces).subarray(0, HEAD_BYTES), whole: bytes <= HEAD_BYTES };
}
