import type { ImportDraft } from "./api-types";

/** The choices of how a file is read when nobody has made any. */
export const AS_DETECTED = {
  encoding: null,
  delimiter: null,
  quote: null,
  escape: null,
  headerRow: null,
  missingValues: null,
} as const satisfies ImportDraft["dialect"];

/** Whether somebody has chosen how a part of the file is read. */
export const isReadOtherwise = (dialect: ImportDraft["dialect"]): boolean =>
  Object.values(dialect).some((choice) => choice !== null);
