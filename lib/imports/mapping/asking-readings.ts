import { type Askable, asked, quoted, saidBy } from "./asking";
import { suggestMapping } from "./suggest";

interface Table {
  headers: string[];
  rows: string[][];
}

/**
 * Suggestions that ask about columns in which another reading of the file (`others`, where its encoding is a guess)
 * would see or ask for consent, and this one does not: a header may be damaged beyond recognition.
 */
export function askAboutReadings<S extends Askable & { header: string }>(
  suggestions: S[],
  rows: string[][],
  others: Table[],
): S[] {
  const readings = others
    .filter(({ headers }) => headers.length === suggestions.length)
    .map((table) => ({ table, found: suggestMapping(table.headers, table.rows) }));
  return suggestions.map((one, column) => {
    const isEqual = (table: Table) =>
      table.headers[column] === one.header &&
      table.rows.every((row, at) => row[column] === rows[at]?.[column]);
    const other = readings.find(({ table, found }) => {
      const another = found[column];
      const isAsked = one.question !== undefined && one.reason_code !== "may_be_consent";
      if (!another || isAsked || isEqual(table)) return false;
      return (another.question === "consent" && !one.question) || saidBy(another) !== saidBy(one);
    });
    if (!other) return one;
    return asked(one, `In another encoding it is called ${quoted([other.table.headers[column] ?? ""])}.`);
  });
}
