import type { RowErrorCode } from "@/lib/imports/faults";
import {
  copyText,
  decodeRow,
  hasIds,
  mergeColumns,
  readValues,
  type StagedColumns,
} from "@/lib/imports/rows/encode";
import { storedJson } from "@/lib/jsonb";
import { CUSTOM_PREFIX, type DiffChange, type DiffKind, type DiffRow } from "./schemas";

/**
 * How a row of a diff is stored: a line of cells as COPY writes them, so that most of it is copied as bytes. Four
 * cells that every row has, then those of its kind: a new contact's values as they were staged, pairs of a changed
 * contact's former and new values, a rejected row's error as JSON. Kind and address are stored beside the lines.
 */

/** Letters of the kinds, in `kinds` of a block. */
export const LETTERS = { create: "c", update: "u", unchanged: "n", skip: "s", fail: "f" } as const;
const KIND_OF = new Map(
  Object.entries(LETTERS).map(([kind, letter]) => [letter as string, kind as DiffKind]),
);
export const NULL = "\\N";

/** What is known about a row beside its values. */
export interface RowFacts {
  /** Its line in the file. */
  line: number;
  /** The earlier row with the same address that it is merged into. */
  repeats: number | null;
  /** `stranger`: the row is skipped, and its address, which no contact has, is remembered. */
  optOut: "kept" | "remembered" | "stranger" | null;
  isLeftOut?: boolean;
  /** JSON array of the names of tags it adds, escaped as in COPY; "" = none. */
  tags: string;
}

const OPT_OUTS = { kept: "k", remembered: "r", stranger: "s" } as const;
const LEFT_OUT = "l";
const OPTED_OUT: DiffChange = { field: "is_unsubscribed", old: null, new: true };

/** The cells that every row has. `line` is left out where it is the expected one. */
export function encodeHead(facts: RowFacts, expectedLine: number): string {
  const { line, repeats, optOut, tags, isLeftOut } = facts;
  const shown = line === expectedLine ? "" : line;
  return `${shown}\t${repeats ?? ""}\t${isLeftOut ? LEFT_OUT : optOut ? OPT_OUTS[optOut] : ""}\t${tags}`;
}

/** Why a row is rejected, as its last cell. */
export function encodeError(
  error: Omit<NonNullable<DiffRow["error"]>, "code"> & { code: RowErrorCode },
): string {
  return copyText(JSON.stringify(error).replaceAll("\\u0000", "\u2400"));
}

/** What is needed to read a block's row. */
interface RowSource {
  row: number;
  expectedLine: number;
  letter: string;
  email: string;
  text: string;
}

/** Reads rows of one diff. */
export function compileDecoder(columns: StagedColumns): (source: RowSource) => DiffRow {
  return ({ row, expectedLine, letter, email, text }) => {
    const [line = "", repeats = "", optOut = "", tags = "", ...cells] = text.split("\t");
    const kind = KIND_OF.get(letter) ?? "unchanged";
    const isFirst = repeats === "";
    const created = kind === "create" && isFirst ? readCreated(email, cells, columns) : null;
    const error = kind === "fail" ? readError(cells[0]) : null;
    return {
      row,
      line: line === "" ? expectedLine : Number(line),
      kind,
      email: kind === "fail" || email === "" ? null : email,
      left_out: optOut === LEFT_OUT,
      repeats: isFirst ? null : Number(repeats),
      changes:
        created?.changes ??
        (optOut === OPT_OUTS.stranger ? [OPTED_OUT] : kind !== "fail" ? readChanges(cells, columns) : []),
      tags_added: tags === "" ? [] : storedJson(readValues(tags)),
      opt_out: readOptOut(optOut),
      invented_name: created?.isInvented ?? false,
      error,
    };
  };
}

function readOptOut(letter: string): DiffRow["opt_out"] {
  if (letter === OPT_OUTS.kept) return "kept";
  return letter === OPT_OUTS.remembered || letter === OPT_OUTS.stranger ? "remembered" : null;
}

type RowProblem = NonNullable<DiffRow["error"]>;

/** A row that was stored before there were proposals has none. */
function readError(cell = "null"): DiffRow["error"] {
  const error = storedJson<Omit<RowProblem, "proposals" | "opted_out"> | null>(readValues(cell));
  return error && { proposals: [], opted_out: false, ...error };
}

/** A new contact's values: all of them are changes from nothing. */
function readCreated(email: string, cells: string[], columns: StagedColumns) {
  const mergeCells = mergeColumns(columns).length;
  const line = [...cells.slice(0, mergeCells), email, ...cells.slice(mergeCells)].join("\t");
  const { text, is_unsubscribed, custom } = decodeRow(0, line, columns);
  const isInvented = cells[0] !== "t";
  const values = new Map(columns.text.map((name, index) => [name as string, text[index] ?? null]));
  values.set("first_name", readValues(cells[mergeCells] ?? ""));
  const changes: DiffChange[] = [];
  for (const [field, value] of values) if (value !== null) changes.push({ field, old: null, new: value });
  if (is_unsubscribed) changes.push(OPTED_OUT);
  for (const [key, value] of Object.entries(custom ?? {}))
    changes.push({ field: `${CUSTOM_PREFIX}${key}`, old: null, new: value });
  return { changes, isInvented };
}

/**
 * Columns whose former and new values a changed row has, in this order. Where addresses can change, the new
 * address may have opted out.
 */
export function comparedColumns(columns: StagedColumns): string[] {
  return [
    ...(hasIds(columns) ? ["email"] : []),
    ...columns.text,
    ...(columns.is_unsubscribed || hasIds(columns) ? ["is_unsubscribed"] : []),
    ...(columns.custom ? ["custom_fields"] : []),
  ];
}

function readChanges(cells: string[], columns: StagedColumns): DiffChange[] {
  return comparedColumns(columns).flatMap((field, index) => {
    const [old, now] = [readCell(cells[2 * index]), readCell(cells[2 * index + 1])];
    if (old === null && now === null) return [];
    if (field === "is_unsubscribed") return [{ field, old: old === "t", new: now === "t" }];
    if (field === "custom_fields") return customChanges(old, now);
    return [{ field, old, new: now }];
  });
}

function readCell(cell: string | undefined): string | null {
  return cell === undefined || cell === NULL ? null : readValues(cell);
}

/** Which custom fields differ, listed one by one; both are JSON as the database writes it. */
export function customChanges(old: string | null, now: string | null): DiffChange[] {
  const [before, after] = [old, now].map((text) => storedJson<Record<string, unknown>>(text ?? "{}"));
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...keys].flatMap((key) => {
    const [was, is] = [before?.[key] ?? null, after?.[key] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ field: `${CUSTOM_PREFIX}${key}`, old: was, new: is }];
  });
}
