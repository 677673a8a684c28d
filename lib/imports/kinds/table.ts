import type { FileHandle } from "node:fs/promises";
import { unguardFormula } from "@/lib/csv/formula";
import { NEEDS_QUOTES } from "@/lib/csv/tags";
import { ApiError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { MAX_COLUMNS } from "../limits";
import { csvBytes, csvCell } from "./csv";
import { refusedKind } from "./refused";
import { unnamedFile } from "./spool";

/** The values of a record, by column name. */
export type Fields = Map<string, string>;

/** A record, and the line of the file where it begins, from 1. */
export interface Found {
  fields: Fields;
  line: number;
}

const PIECE_BYTES = 256 * 1024;

/**
 * Records without a fixed order of fields as CSV. The set of columns is only known at the end, so the rows wait in an
 * unlinked file. Columns are in the order in which they first appear, `first` ones before. Blank lines make a record's
 * line here that of the file, provided the header is line 0; of several in one line, the later ones are in the next
 * lines. Throws 415 when there are too many columns, 413 when the table is longer than an upload may be.
 */
export async function* tableOf(
  kind: string,
  records: AsyncIterable<Found>,
  first: readonly string[] = [],
): AsyncGenerator<Uint8Array> {
  const columns = new Map(first.map((name, index) => [name, index]));
  const file = await unnamedFile();
  try {
    let [lines, bytes, last] = ["", 0, 0];
    const flush = async () => {
      const piece = csvBytes(lines);
      bytes += piece.length;
      if (bytes > FIELD_LIMITS.uploadBytes)
        throw new ApiError("PAYLOAD_TOO_LARGE", "The file may have at most 200 MB");
      await file.writeFile(piece);
      lines = "";
    };
    for await (const { fields, line } of records) {
      const at = Math.max(line, last + 1);
      lines += "\n".repeat(at - last - 1) + lineOf(kind, fields, columns);
      last = at;
      if (lines.length > PIECE_BYTES) await flush();
    }
    await flush();
    if (last === 0) throw new ApiError("IMPORT_EMPTY", "The file contains no contacts");
    yield csvBytes(`${[...columns.keys()].map(exactCell).join(",")}\n`);
    yield* contentOf(file, bytes);
  } finally {
    await file.close();
  }
}

/** The record as a line; its new columns are added. An empty record is a row all the same. */
function lineOf(kind: string, fields: Fields, columns: Map<string, number>): string {
  const cells: string[] = [];
  for (const [name, text] of fields) {
    let at = columns.get(name);
    if (at === undefined) {
      at = columns.size;
      columns.set(name, at);
    }
    if (columns.size > MAX_COLUMNS)
      throw refusedKind(kind, "columns", `The records have more than ${MAX_COLUMNS} different fields.`);
    cells[at] = exactCell(text);
  }
  const line = Array.from(cells, (cell) => cell ?? "").join(",");
  return `${/[^,]/.test(line) ? line : `${line}""`}\n`;
}

/** A cell that an import reads as exactly this text: the import removes formula guards of spreadsheets. */
function exactCell(text: string): string {
  return csvCell(unguardFormula(text) === text ? text : `'${text}`);
}

const QUOTED = new RegExp(NEEDS_QUOTES);

/** Names of tags in one cell, as an export writes them. */
export function tagCell(names: string[]): string {
  const filled = names.map((name) => name.trim()).filter(Boolean);
  return filled.map((name) => (QUOTED.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(";");
}

async function* contentOf(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, at);
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
