import { type HeadRecord, RAW_RECORDS } from "./records";

/** A record that a person may choose as the header: its number, its line in a spreadsheet, its cells. */
export interface TopRecord {
  record: number;
  line: number;
  text: string;
  /** As it is written in the file. */
  raw: string;
}

/** Records that may be chosen as the header. */
export const TOP_RECORDS = RAW_RECORDS;
const TOP_CHARS = 80;
const RAW_CHARS = 200;

export function showRecord({ cells, line, raw }: HeadRecord, index: number): TopRecord {
  const filled = cells.map((cell) => cell.replace(/\s+/g, " ").trim()).filter(Boolean);
  return {
    record: index + 1,
    line,
    text: startOf(filled.join(" · "), TOP_CHARS),
    raw: startOf(raw.replace(/[\r\n]+/g, " ↵ "), RAW_CHARS),
  };
}

const startOf = (text: string, chars: number) =>
  [...text.slice(0, 2 * chars)].slice(0, chars).join("").toWellFormed();
