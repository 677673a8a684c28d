import { textOfFormula } from "@/lib/csv/formula";
import { readHead } from "@/lib/imports/file/file";
import { compileMapping } from "@/lib/imports/rows/compile";
import { suggestMapping } from "@/lib/imports/mapping/suggest";
import { rewriteQuotes } from "@/lib/imports/file/quotes";
import { readRecords } from "@/lib/imports/file/records";
import { decodeToUtf8 } from "@/lib/imports/file/encoding";
import type { DialectFile } from "./dialect-files";
import { inChunks } from "./streams";

/**
 * `equal`: every row arrived as it is. `named`: what did not is a rejected row, or a line that the preview shows, or the
 * whole file has no column of addresses. `wrong`: a row is another one or gone, and nobody was told.
 */
export type Outcome = "equal" | "named" | "wrong";

/** What becomes of a file by detection alone: no parameters, and the mapping that is suggested. */
export async function judge({ text, rows }: DialectFile): Promise<Outcome> {
  const bytes = Buffer.from(text);
  const { dialect, headers, rows: samples, preamble } = await readHead(bytes, true);
  const suggestions = suggestMapping(headers, samples);
  const email = suggestions.findIndex(({ field }) => field === "email");
  if (email < 0) return "named";
  const mapping = Object.fromEntries(headers.map((header, n) => [header, n === email ? "email" : "skip"]));
  const reader = compileMapping(headers, mapping, {}, dialect);
  const good: string[][] = [];
  const refused: string[] = preamble.map((line) => line.text);
  const stream = rewriteQuotes(decodeToUtf8(inChunks(bytes, 4096), dialect.encoding), dialect);
  for await (const batch of readRecords(stream, dialect)) {
    batch.rows.forEach((cells, n) => {
      const failed = batch.errors.has(n) || "failure" in reader.read(batch.firstRow + n, cells);
      if (failed) refused.push(cells.join("\n"));
      else good.push(cells.map((cell) => textOfFormula(cell.trim())));
    });
  }
  return compare(rows, good, refused);
}

function compare(rows: string[][], good: string[][], refused: string[]): Outcome {
  const found = new Map(good.map((cells) => [keyOf(cells), cells]));
  let named = false;
  for (const row of rows) {
    const key = keyOf(row);
    const cells = found.get(key);
    found.delete(key);
    if (cells) {
      if (!isSame(row, cells)) return "wrong";
    } else if (refused.some((line) => line.includes(key.split("@", 1)[0] ?? key))) named = true;
    else return "wrong";
  }
  if (found.size > 0) return "wrong";
  return named ? "named" : "equal";
}

const keyOf = (cells: string[]) => cells.find((cell) => cell.includes("@"))?.trim() ?? "";

function isSame(row: string[], cells: string[]): boolean {
  const length = Math.max(row.length, cells.length);
  return Array.from({ length }, (_, n) => (row[n] ?? "") === (cells[n] ?? "").trim()).every(Boolean);
}
