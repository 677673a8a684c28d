import type { TextField } from "@/lib/contacts/fields";
import type { RowErrorCode } from "@/lib/imports/schemas";
import type { StagedColumns, StagedRow } from "./encode";

/** Why a row fails. `column` is the shown header, null when it is about the row as a whole. */
export type RowError = { column: string | null; code: RowErrorCode; message: string };

/** What a row says about a contact. `null` = nothing: a stored value stays as it is. */
export type RowValues = { [Name in TextField]: string | null } & {
  email: string;
  tags: string[] | null;
  is_unsubscribed: boolean;
  custom_fields: Record<string, string> | null;
};

export interface ImportOptions {
  duplicateStrategy: "update" | "skip";
  emptyCells: "keep" | "clear";
  tagIds: string[];
}

/** What a confirmed mapping makes of the rows of its file. */
export interface RowReader {
  columns: StagedColumns;
  /** Text fields that an empty cell clears. */
  clears: TextField[];
  /** Tags that every row's contact gets. */
  tagIds: string[];
  read(row: number, cells: string[]): { staged: StagedRow } | { failure: RowError };
}
