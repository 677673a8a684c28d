import type { RowErrorCode } from "@/lib/imports/faults";
import type { Proposal } from "@/lib/imports/proposal-kinds";

/** Why a row fails, and where. */
export interface Fault {
  code: RowErrorCode;
  /** Header of the bad cell; null when it is about the row as a whole. */
  column: string | null;
}

/** The correction of every row that fails for one reason. */
export interface CorrectionRule extends Fault {
  proposal: Proposal;
}

/** The corrections of a file's rows; the file itself stays as it is. */
export interface Corrections {
  /** New cells by row number, and by their index in the row. */
  rows: Record<string, Record<string, string>>;
  rules: CorrectionRule[];
}

export const NO_CORRECTIONS: Corrections = { rows: {}, rules: [] };
