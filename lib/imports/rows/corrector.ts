import { MAX_COLUMNS, MAX_RAW_BYTES, type RecordError } from "@/lib/imports/limits";
import type { Proposal } from "@/lib/imports/proposal-kinds";
import { addressesNamed } from "./address-fixes";
import { isOfSeveral } from "./compile";
import type { Corrections, Fault } from "./corrections";
import { proposalsOf, propose, type TableShape } from "./proposals";
import type { FailedRow, RowReader, TakenRow } from "./row";
import { unwrapped } from "./wrapped";

/** What a row says, or why it fails; `cells` if they are not those of the file. */
export type RowRead = (TakenRow | FailedRow) & { cells?: string[] };

/** A proposal that makes a row acceptable, or at least removes the reason it fails for. */
interface Proposed {
  proposal: Proposal;
  cells: string[];
}

export interface Corrector {
  /** Reads a row with its corrections applied. */
  read(row: number, cells: string[], unreadable?: RecordError): RowRead;
  /** Whether the row was corrected by itself. */
  isCorrected(row: number): boolean;
  /** What would fix a row that fails. */
  proposals(fault: Fault, cells: string[]): Proposed[];
}

/** Reasons why a record is not a row although all of it is available for correction. */
const WHOLE_RECORDS = new Set<string>(["unbalanced_quote", "undecodable_text", "row_cut", "rest_of_row"]);
/** A row may fail for several reasons, each with a rule of its own. */
const MAX_STEPS = 8;

/** Reads the rows of a file with their corrections applied. Without corrections it costs nothing. */
export function compileCorrector(
  reader: RowReader,
  shape: TableShape,
  { rows, rules }: Corrections,
): Corrector {
  const readPlain = (row: number, cells: string[], unreadable?: RecordError): RowRead => {
    if (!unreadable) {
      const read = reader.read(row, cells);
      return "failure" in read ? unwrapped(reader, row, cells, shape, read) : read;
    }
    const failure = { column: null, ...unreadable };
    const own = isOfSeveral(failure) ? ofOneLine(cells, unreadable) : cells;
    return { failure, optOut: own && isWhole(cells, failure) ? reader.optOut(row, own) : null };
  };
  /** The cells after a proposal, and how they read, if that fixes the fault. */
  const tryOut = (proposal: Proposal, row: number, cells: string[], fault: Fault) => {
    const next = propose(proposal, cells, fault, shape);
    if (!next) return null;
    const read = readPlain(row, next);
    // A cell that is joined or dropped shifts the cells after it, also in our own file.
    const isWorse = "failure" in read && read.failure.code === "cells_moved";
    return isStill(read, fault) || isWorse ? null : { cells: next, read };
  };
  const proposals = (fault: Fault, cells: string[]) => {
    if (!isWhole(cells, fault)) return [];
    const found: Proposed[] = [];
    for (const proposal of proposalsOf(fault.code)) {
      if (proposal === "tidy_address" && found.length > 0) continue;
      const tried = tryOut(proposal, 0, cells, fault);
      const isNew = tried && !found.some((one) => sameCells(one.cells, tried.cells));
      if (isNew) found.push({ proposal, cells: tried.cells });
    }
    return found;
  };
  const emailAt = shape.fields.indexOf("email");
  const withOthers = (read: RowRead, sources: readonly (readonly string[])[]) =>
    naming(read, () => sources.map((cells) => cells[emailAt] ?? ""));
  const own = new Map(Object.entries(rows).map(([row, cells]) => [Number(row), cells]));
  if (own.size === 0 && rules.length === 0)
    return {
      read: (row, cells, unreadable) => withOthers(readPlain(row, cells, unreadable), [cells]),
      isCorrected: () => false,
      proposals,
    };

  const mendByRules = (row: number, start: string[], first: RowRead): RowRead => {
    let [cells, read] = [start, first];
    const sources = [start];
    for (let step = 0; step < MAX_STEPS && "failure" in read; step++) {
      const { failure } = read;
      const fitting = rules.filter((rule) => isSame(rule, failure));
      const tried = isWhole(cells, failure)
        ? fitting.map(({ proposal }) => tryOut(proposal, row, cells, failure)).find((one) => one !== null)
        : undefined;
      if (!tried) break;
      [cells, read] = [tried.cells, tried.read];
      sources.push(cells);
    }
    const mended = cells === start && first.cells === undefined ? first : { ...read, cells };
    return withOthers(mended, sources);
  };
  const read: Corrector["read"] = (row, cells, unreadable) => {
    const corrected = own.get(row);
    if (!corrected || (unreadable && !isWhole(cells, { column: null, ...unreadable })))
      return mendByRules(row, cells, readPlain(row, cells, unreadable));
    const overlaid = overlay(cells, corrected, shape.headers.length);
    const mended = mendByRules(row, overlaid, { ...readPlain(row, overlaid), cells: overlaid });
    return withOthers(mended, [cells]);
  };
  return { read, isCorrected: (row) => own.has(row), proposals };
}

/**
 * Adds to a row that opts out the other addresses in its address cells: those that a correction dropped, or that
 * reading skips, opted out too. The only address of a cell is not added: the correction replaced a wrong one.
 */
function naming(read: RowRead, addressCells: () => readonly string[]): RowRead {
  const beside = (own: string | null, known: readonly string[] = []) => {
    const named = addressCells().map(addressesNamed);
    const others = [...known, ...named.filter(({ length }) => length > 1).flat()];
    return [...new Set(others)].filter((email) => email !== own);
  };
  if ("failure" in read) {
    if (!read.optOut) return read;
    const others = beside(read.optOut.email, read.optOut.others);
    return others.length > 0 ? { ...read, optOut: { ...read.optOut, others } } : read;
  }
  if (!read.staged.is_unsubscribed) return read;
  const others = beside(read.staged.email, read.others);
  return others.length > 0 ? { ...read, others } : read;
}

/**
 * The cells of a line with an open quotation mark, cut at each delimiter and without the mark. In one line they are about
 * one person, and as they may have shifted, the flag is looked for further on as well.
 */
function ofOneLine(cells: string[], { code }: RecordError): string[] | null {
  if (code !== "unbalanced_quote" || cells.some((cell) => /[\r\n]/.test(cell))) return null;
  return cells.map((cell) => cell.replace(/^\s*"|"\s*$/g, ""));
}

/** Whether all of a row is available for correction: of a record that is not a row, only the start may be known. */
export function isWhole(cells: readonly string[], { code, column }: Fault): boolean {
  if (code === "record_too_long" || code === "field_too_long" || code === "too_many_columns") return false;
  if (column !== null || !WHOLE_RECORDS.has(code)) return true;
  const bytes = cells.reduce((sum, cell) => sum + Buffer.byteLength(cell) + 1, 0);
  return cells.length < MAX_COLUMNS && bytes < MAX_RAW_BYTES - 4;
}

/** The row with new cells; empty cells beyond the columns are dropped. */
function overlay(cells: readonly string[], corrected: Record<string, string>, width: number): string[] {
  const next = [...cells];
  for (const [index, value] of Object.entries(corrected)) {
    while (next.length < Number(index)) next.push("");
    next[Number(index)] = value;
  }
  while (next.length > width && next.at(-1) === "") next.pop();
  return next;
}

function isSame(a: Fault, b: Fault): boolean {
  return a.code === b.code && a.column === b.column;
}

function isStill(read: RowRead, fault: Fault): boolean {
  return "failure" in read && isSame(read.failure, fault);
}

function sameCells(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, index) => cell === b[index]);
}
