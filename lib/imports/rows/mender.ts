import { MAX_COLUMNS, MAX_RAW_BYTES, type RecordError } from "@/lib/imports/limits";
import type { Proposal } from "@/lib/imports/mending-kinds";
import { isOfSeveral } from "./compile";
import type { Corrections, Fault } from "./corrections";
import { proposalsOf, propose, type TableShape } from "./proposals";
import type { FailedRow, RowReader, TakenRow } from "./row";

/** What a row says, and why not; `cells` when they are not those of the file. */
export type RowRead = (TakenRow | FailedRow) & { cells?: string[] };

/** A proposal that makes a row acceptable, or at least free of the reason it fails for. */
export interface Proposed {
  proposal: Proposal;
  cells: string[];
}

export interface Mender {
  /** Reads a row with what was corrected in it. */
  read(row: number, cells: string[], unreadable?: RecordError): RowRead;
  /** What would mend a row that fails. */
  proposals(fault: Fault, cells: string[]): Proposed[];
}

/** Reasons for which a record is no row, and after which all of it is there for a correction. */
const WHOLE_RECORDS = new Set<string>(["unbalanced_quote", "undecodable_text"]);
/** A row may fail for several reasons, each with a rule of its own. */
const MAX_STEPS = 8;

/** Reads the rows of a file as they were corrected. Without corrections it costs nothing. */
export function compileMender(reader: RowReader, shape: TableShape, { rows, rules }: Corrections): Mender {
  const readPlain = (row: number, cells: string[], unreadable?: RecordError): RowRead => {
    if (!unreadable) return reader.read(row, cells);
    const failure = { column: null, ...unreadable };
    return {
      failure,
      optOut: isWhole(cells, failure) && !isOfSeveral(failure) ? reader.optOut(row, cells) : null,
    };
  };
  /** The cells after a proposal, and how they read, if that is the end of the fault. */
  const tryOut = (proposal: Proposal, row: number, cells: string[], fault: Fault) => {
    const next = propose(proposal, cells, fault, shape);
    if (!next) return null;
    const read = readPlain(row, next);
    // A cell that is joined or dropped moves what stands behind it, also in our own file.
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
  const own = new Map(Object.entries(rows).map(([row, cells]) => [Number(row), cells]));
  if (own.size === 0 && rules.length === 0) return { read: readPlain, proposals };

  const mendByRules = (row: number, start: string[], first: RowRead): RowRead => {
    let [cells, read] = [start, first];
    for (let step = 0; step < MAX_STEPS && "failure" in read; step++) {
      const { failure } = read;
      const fitting = rules.filter((rule) => isSame(rule, failure));
      const tried = isWhole(cells, failure)
        ? fitting.map(({ proposal }) => tryOut(proposal, row, cells, failure)).find((one) => one !== null)
        : undefined;
      if (!tried) break;
      [cells, read] = [tried.cells, tried.read];
    }
    return cells === start && first.cells === undefined ? first : { ...read, cells };
  };
  const read: Mender["read"] = (row, cells, unreadable) => {
    const corrected = own.get(row);
    if (!corrected || (unreadable && !isWhole(cells, { column: null, ...unreadable })))
      return mendByRules(row, cells, readPlain(row, cells, unreadable));
    const overlaid = overlay(cells, corrected, shape.headers.length);
    return mendByRules(row, overlaid, { ...readPlain(row, overlaid), cells: overlaid });
  };
  return { read, proposals };
}

/** Whether all of a row is there to be corrected: of a record that is no row, no more than its start may be known. */
export function isWhole(cells: readonly string[], { code, column }: Fault): boolean {
  if (code === "record_too_long" || code === "field_too_long" || code === "too_many_columns") return false;
  if (column !== null || !WHOLE_RECORDS.has(code)) return true;
  const bytes = cells.reduce((sum, cell) => sum + Buffer.byteLength(cell) + 1, 0);
  return cells.length < MAX_COLUMNS && bytes < MAX_RAW_BYTES - 4;
}

/** The row with new cells; those beyond the columns end where they are empty. */
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
