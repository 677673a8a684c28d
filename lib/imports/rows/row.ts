import type { TextField } from "@/lib/contacts/fields";
import type { CellFormat, FieldRule } from "@/lib/fields/fields";
import type { RowErrorCode } from "@/lib/imports/faults";
import type { OptOutValues } from "@/lib/imports/mapping/opt-out-values";
import type { Corrections } from "./corrections";
import type { StagedColumns, StagedRow } from "./encode";
import type { ColumnRule, FieldRules } from "./rules";

/** Why a row fails. `column` is the shown header, null when it is about the row as a whole. */
export type RowError = { column: string | null; code: RowErrorCode; message: string };

/** Reports why the current row fails; the column by its index, -1 for the row as a whole. */
export type Complain = (column: number, code: RowErrorCode, message: string) => void;

/** A cell of an opt-out column that cannot be read. It unsubscribes nobody. */
export interface UnreadCell {
  header: string;
  value: string;
}

/** What a row says about a contact. `null` = nothing: a stored value stays as it is. */
export type RowValues = { [Name in TextField]: string | null } & {
  email: string;
  tags: string[] | null;
  is_unsubscribed: boolean;
  unread: readonly UnreadCell[];
  custom_fields: Record<string, unknown> | null;
};

/** What the column of a custom field holds, and how it is written. */
export interface ColumnReading extends FieldRule {
  format: CellFormat | null;
}

export interface ImportOptions {
  duplicateStrategy: "update" | "skip" | "update_only";
  emptyCells: "keep" | "clear";
  tagIds: string[];
  /** By header; without one a column overwrites. */
  rules: Record<string, ColumnRule>;
  leaveOut: LeftOut;
  /** By header: columns of typed custom fields. */
  readings: Record<string, ColumnReading>;
  /** By header: what cells of consent columns mean. */
  optOutValues: Record<string, OptOutValues>;
  /** Everybody in the file has opted out. */
  allOptedOut: boolean;
  corrections: Corrections;
  /** The diff that was confirmed: only its changes are made. */
  diff: string;
  /** False: no mail when it is done. */
  notify: boolean;
}

/** Rows, by number, and kinds of change that are left out. */
interface LeftOut {
  rows: number[];
  kinds: ("create" | "update")[];
}

/** Who opted out according to a row that fails: by address, and by external id. At least one of them is present. */
export interface OptOut {
  email: string | null;
  externalId: string | null;
  /** Further addresses in the same cell. */
  others?: readonly string[];
}

/** A row that cannot be imported. */
export interface FailedRow {
  failure: RowError;
  optOut?: OptOut | null;
}

/** A row that can be imported. */
export interface TakenRow {
  staged: StagedRow;
  unread: readonly UnreadCell[];
  /** Who else opted out: further addresses that its address cell names. */
  others?: readonly string[];
}

/** What a confirmed mapping turns the rows of its file into. */
export interface RowReader {
  columns: StagedColumns;
  /** Text fields that an empty cell clears. */
  clears: TextField[];
  rules: FieldRules;
  /** Tags that every row's contact gets. */
  tagIds: string[];
  read(row: number, cells: string[]): TakenRow | FailedRow;
  /** Who opted out according to the cells of a row that fails. */
  optOut(row: number, cells: string[]): OptOut | null;
}
