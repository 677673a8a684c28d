import { plain } from "./terminal.mjs";

/** @import { Call } from "./kith.mjs" */
/** @import { ImportPreview } from "../dist/index.js" */

/** @typedef {NonNullable<ImportPreview["warnings"]>[number]} Warning */

/**
 * What the preview warns of, as a line each. Who has said how words for missing values are read is not told about them.
 * @param {Call} call
 * @param {Pick<ImportPreview, "warnings">} preview
 */
export function warnOfReading({ screen, flags }, { warnings = [] }) {
  const isSaid = flags["missing-values"] !== undefined;
  for (const warning of warnings) {
    if (isSaid && (warning.code === "missing_values" || warning.code === "words_kept")) continue;
    const line = lineOf(warning);
    if (line) screen.warn(line);
  }
}

/** @param {Warning} warning */
function lineOf({ code, example, lines }) {
  const shown = plain(example ?? "");
  switch (code) {
    case "missing_values":
      return `These words stand for a missing value in this file, and are imported as empty cells: ${shown}. To keep them: --missing-values text`;
    case "words_kept":
      return `These words may stand for a missing value, and are imported as text: ${shown}. To leave them empty: --missing-values empty`;
    case "two_tables":
      return `Two tables stand side by side. Only the left one is imported; put the right one into a file of its own: ${shown}`;
    case "rounded_numbers":
      return `A spreadsheet has rounded numbers such as ${shown}: their last digits are lost. Format these columns there as numbers without decimals or as text, and import the file again. Digits after the fifteenth are lost there, too: take them from the source of the list`;
    case "rows_above":
      return `Lines above the column names are left out although they look like data: ${shown}`;
    case "damaged_text":
      return `Letters look damaged: ${shown}. Save the file as UTF-8 where it comes from`;
    case "mixed_encodings":
      return `Lines that are not in the encoding of the others: ${lines?.count ?? 0}, such as ${lines?.first.join(", ")}. Their rows are rejected`;
    case "hidden_rows":
      return `The spreadsheet hides rows, by a filter for example, and they are imported as well: ${lines?.count ?? 0}, such as ${lines?.first.join(", ")}. To leave them out, copy the visible rows into a new workbook`;
    case "left_out":
      return `Properties of the cards that are not imported: ${shown}`;
    default:
      return null; // of a reading that somebody chose
  }
}
