import { textOfFormula } from "@/lib/csv/formula";
import { ApiError } from "@/lib/errors";
import { type FileHead, readHeadAgain } from "@/lib/imports/file/file";
import { Intake } from "@/lib/imports/intake";
import { compileMapping } from "@/lib/imports/rows/compile";
import { suggestMapping } from "@/lib/imports/mapping/suggest";
import { rewriteQuotes } from "@/lib/imports/file/quotes";
import { readRecords } from "@/lib/imports/file/records";
import { decodeToUtf8 } from "@/lib/imports/file/encoding";
import type { DialectFile } from "./dialect-files";
import { inChunks } from "./streams";

/**
 * `equal`: every row arrived as it is. `named`: what did not is a rejected row, or a line that the preview shows.
 * `refused`: nothing can be imported, because the file is refused or no column has addresses. `asked`: the encoding is
 * said to be a guess, and with the right one the file is none of what follows. `wrong`: a row is another one or gone,
 * and nobody was told.
 */
export type Outcome = "equal" | "named" | "refused" | "asked" | "wrong";

/** What becomes of a file by detection alone: no parameters, and the mapping that is suggested. */
export async function judge({ bytes, rows, encoding }: DialectFile): Promise<Outcome> {
  const head = await receive(bytes);
  if (!head) return "refused";
  const outcome = await readAs(head, bytes, rows);
  if (outcome !== "wrong" || head.dialect.certainty.encoding !== "guess" || head.candidates.length < 2) return outcome;
  const chosen = await readHeadAgain(bytes, true, { encoding }, head);
  return (await readAs(chosen, bytes, rows)) === "wrong" ? "wrong" : "asked";
}

/** As an upload is received, or null when it is refused. */
async function receive(bytes: Buffer) {
  const intake = new Intake("list.csv", Number.POSITIVE_INFINITY, undefined);
  try {
    for await (const _ of intake.observe(inChunks(bytes, 4096)));
    return (await intake.finish()).head;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function readAs({ dialect, headers, rows: samples, preamble }: FileHead, bytes: Buffer, rows: string[][]): Promise<Outcome> {
  const suggestions = suggestMapping(headers, samples);
  const email = suggestions.findIndex(({ field }) => field === "email");
  if (email < 0) return "refused";
  const mapping = Object.fromEntries(headers.map((header, n) => [header, n === email ? "email" : "skip"]));
  const reader = compileMapping(headers, mapping, {}, dialect);
  const good: string[][] = [];
  const refused: string[] = preamble.map(({ text, raw }) => `${text}\n${raw}`);
  const text = decodeToUtf8(inChunks(bytes, 4096), dialect.encoding, undefined, dialect.mixture !== undefined);
  for await (const batch of readRecords(rewriteQuotes(text, dialect), dialect)) {
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

/** The address of a row, or its longest cell. */
const keyOf = (cells: string[]) =>
  cells.find((cell) => cell.includes("@"))?.trim() ?? cells.toSorted((a, b) => b.length - a.length)[0]?.split("\n", 1)[0] ?? "";

function isSame(row: string[], cells: string[]): boolean {
  const length = Math.max(row.length, cells.length);
  return Array.from({ length }, (_, n) => (row[n] ?? "") === (cells[n] ?? "").trim()).every(Boolean);
}
