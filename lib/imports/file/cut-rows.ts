import { recordError } from "@/lib/imports/limits";
import { shapeOf } from "@/lib/imports/mapping/shapes";
import type { RecordBatch } from "./records";

/**
 * Rows that a line break in an unquoted cell cut into two or more, each of which would be read as a row. Joined, the
 * pieces are exactly as wide as the table and have an address in the right column, which no single piece has.
 */

/** What a row looks like: the number of cells, empty ones that may follow, the column of the address. */
export interface Table {
  width: number;
  surplus: number;
  email: number;
}

const MOST_PIECES = 5;
/** A line that continues with a word. Without the blank it could also be a title, a total or an end mark. */
const GOES_ON = /^\s+\p{L}/u;

/** The batches, with each cut row as one row that fails, and its other pieces as the rest of it; of a converted file as they are. */
export async function* markCutRows(
  batches: AsyncIterable<RecordBatch>,
  table: Table | null,
): AsyncGenerator<RecordBatch> {
  if (!table) return yield* batches;
  let held: RecordBatch | null = null;
  let rest = 0;
  for await (const next of batches) {
    if (held) {
      rest = mark(held, next, rest, table);
      yield held;
    }
    held = next;
  }
  if (!held) return;
  mark(held, null, rest, table);
  yield held;
}

/**
 * Marks the rows of a batch whose first `rest` rows belong to the batch before. Returns how many rows of the next batch
 * belong to this one.
 */
function mark(batch: RecordBatch, next: RecordBatch | null, rest: number, table: Table): number {
  const { rows } = batch;
  const errors = new Map(batch.errors);
  const open = new Set<number>();
  const end = (at: number, count: number) => {
    for (let index = at; index < Math.min(at + count, rows.length); index++) {
      errors.set(index, recordError("rest_of_row"));
      if (index < at + count - 1) open.add(index);
    }
    return at + count;
  };
  let at = end(0, rest);
  while (at < rows.length) {
    const cells = rows[at] ?? [];
    const follower = rows[at + 1] ?? next?.rows[0];
    // All but a few rows are as wide as the table, and so are those that follow them.
    const isWhole = cells.length >= table.width && (follower?.length ?? table.width) > 1;
    const joined = isWhole || follower === undefined ? null : joinPieces(batch, next, at, table);
    if (!joined) {
      at++;
      continue;
    }
    rows[at] = joined.cells;
    errors.set(at, recordError("row_cut"));
    open.add(at);
    at = end(at + 1, joined.pieces - 1);
  }
  batch.errors = errors;
  batch.open = open;
  return at - rows.length;
}

/** The row that begins at `at`, if it is cut. */
function joinPieces(batch: RecordBatch, next: RecordBatch | null, at: number, table: Table) {
  const piece = (index: number) => {
    const [from, own] = index < batch.rows.length ? [batch, index] : [next, index - batch.rows.length];
    const cells = from?.rows[own];
    return from && cells && !from.errors.has(own) ? { cells, line: from.lines[own] ?? 0 } : null;
  };
  const first = piece(at);
  if (!first) return null;
  let cells = first.cells;
  const goesOn = (index: number) => GOES_ON.test(piece(index)?.cells[0] ?? "");
  for (let pieces = 2; pieces <= MOST_PIECES; pieces++) {
    const more = piece(at + pieces - 1);
    if (!more || more.line !== first.line + pieces - 1 || more.cells[0] === "") return null;
    const isAddressed = hasAddress(more.cells, table);
    // Of a row that has everything, only the beginning of its first cell may be above it, and the end of its last one below.
    const isEdge = isAddressed ? more.cells.length >= table.width : cells.length >= table.width;
    if (isEdge ? !goesOn(at + pieces - 1) : isAddressed) return null;
    cells = [...cells.slice(0, -1), `${cells.at(-1)}\n${more.cells[0]}`, ...more.cells.slice(1)];
    if (cells.length > table.width + table.surplus) return null;
    if (cells.length >= table.width && hasAddress(cells, table)) return { cells, pieces };
  }
  return null;
}

function hasAddress(cells: readonly string[], { email }: Table): boolean {
  const cell = cells[email] ?? "";
  return !cell.includes("\n") && shapeOf(cell) === "email";
}
