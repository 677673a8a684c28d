import type { EncodingCandidate } from "@/lib/imports/schemas";
import { decodeToUtf8 } from "./encoding";
import { type HeadRecord, parseHead } from "./records";

/** Bytes that are searched for them. */
const SEARCHED_BYTES = 32 * 1024;
/** Cells that are shown for each reading. */
const SAMPLES = 5;
const TEXT_CHARS = 120;

/** Lines of a file, beginning with its line `firstLine`, or with these numbers. */
export type Lines = { bytes: Uint8Array; firstLine: number; whole: boolean; numbers?: readonly number[] };

/**
 * The first cells that encodings read differently, as each of them reads them, in the same order: a user who knows
 * the people in the file can choose by them. No samples when the lines do not differ.
 */
export async function compareReadings(
  lines: Lines,
  encodings: readonly string[],
  { delimiter, headers }: { delimiter: string; headers: readonly string[] },
): Promise<EncodingCandidate[]> {
  const { bytes, firstLine, whole } = nearFirstLetter(lines);
  const { numbers = [] } = lines;
  const tables: HeadRecord[][] = [];
  for (const encoding of encodings) {
    tables.push(parseHead(await asUtf8(bytes, encoding), whole, delimiter, Number.POSITIVE_INFINITY));
  }
  const places = differences(tables);
  return encodings.map((encoding, table) => ({
    encoding,
    samples: places.map(({ record, column, at }) => ({
      line: numbers[record] ?? firstLine - 1 + (tables[0]?.[record]?.line ?? 1),
      column: headers[column] ?? `Column ${column + 1}`,
      text: excerpt(tables[table]?.[record]?.cells[column] ?? "", at),
    })),
  }));
}

/** Skips most of a long ASCII head: from the line of the first letter beyond it. */
function nearFirstLetter({ bytes, firstLine, whole }: Lines): Lines {
  const first = bytes.findIndex((byte) => byte > 127);
  const start = first < SEARCHED_BYTES / 2 ? 0 : bytes.lastIndexOf(10, first) + 1;
  const end = Math.min(bytes.length, start + SEARCHED_BYTES);
  const above = bytes.subarray(0, start).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
  return {
    bytes: bytes.subarray(start, end),
    firstLine: firstLine + above,
    whole: whole && end === bytes.length,
  };
}

type Place = { record: number; column: number; at: number };

/** Cells that differ between the tables, each kind once, and where in the cell the difference begins. */
function differences(tables: readonly HeadRecord[][]): Place[] {
  const places: Place[] = [];
  const seen = new Set<string>();
  const [first = []] = tables;
  for (const [record, { cells }] of first.entries()) {
    for (const [column, cell] of cells.entries()) {
      const texts = tables.map((table) => table[record]?.cells[column] ?? "");
      if (texts.every((text) => text === cell) || seen.has(cell)) continue;
      seen.add(cell);
      places.push({ record, column, at: firstDifference(texts) });
      if (places.length === SAMPLES) return places;
    }
  }
  return places;
}

function firstDifference(texts: readonly string[]): number {
  const [first = [], ...others] = texts.map((text) => [...text]);
  const at = first.findIndex((char, index) => others.some((other) => other[index] !== char));
  return at < 0 ? first.length : at;
}

/** A long cell from shortly before the place where the readings differ. */
function excerpt(text: string, at: number): string {
  const chars = [...text];
  if (chars.length <= TEXT_CHARS) return text;
  const start = Math.max(0, at - 30);
  const end = start + TEXT_CHARS;
  return `${start > 0 ? "…" : ""}${chars.slice(start, end).join("")}${end < chars.length ? "…" : ""}`;
}

/** Bytes decoded by an encoding. */
export async function asUtf8(bytes: Uint8Array, encoding: string, isMixed = false): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of decodeToUtf8(once(bytes), encoding, undefined, isMixed)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
