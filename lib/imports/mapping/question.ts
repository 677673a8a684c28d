import type { MappingQuestion } from "@/lib/adapters/model/port";
import { type Shape, shapeOf } from "./shapes";

/** Rows whose shapes the model sees. */
const SAMPLE_ROWS = 3;
const HEADER_CHARS = 60;
/** Keeps a request, with the instructions and the schema of the answer, below 8 KB. */
export const MAX_QUESTION_BYTES = 5 * 1024;

/**
 * The question about some columns. Cells are sent only as their shape (`<email>`, `<2 words>`), and so is a header
 * that is itself an address or a number, as when a file without headers was misread. At most 5 KB: samples are dropped
 * first, then the last columns.
 */
export function buildQuestion(
  headers: string[],
  samples: string[][],
  asked: number[],
  fields: string[],
): MappingQuestion {
  const columns = asked.map((index) => ({
    index,
    header: maskHeader(headers[index] ?? ""),
    samples: samples.slice(0, SAMPLE_ROWS).map((row) => maskCell(row[index] ?? "")),
  }));
  const fits = (question: MappingQuestion) =>
    Buffer.byteLength(JSON.stringify(question)) <= MAX_QUESTION_BYTES;
  const full = { columns, fields };
  if (fits(full)) return full;
  const bare = { columns: columns.map((column) => ({ ...column, samples: [] })), fields };
  while (!fits(bare)) bare.columns.pop();
  return bare;
}

const MASKS: Record<Exclude<Shape, "text">, string> = {
  empty: "<empty>",
  email: "<email>",
  phone: "<phone>",
  number: "<number>",
  date: "<date>",
  boolean: "<yes or no>",
  url: "<url>",
};

function maskCell(cell: string): string {
  const shape = shapeOf(cell);
  if (shape !== "text") return MASKS[shape];
  const words = cell.trim().split(/\s+/u).length;
  return words === 1 ? "<1 word>" : `<${Math.min(words, 100)} words>`;
}

function maskHeader(whole: string): string {
  const header = whole.slice(0, 2 * HEADER_CHARS);
  const shape = shapeOf(header);
  if (shape !== "text" && shape !== "empty") return MASKS[shape];
  const [text = ""] = header.split(/\S+@\S+/u);
  return [...text.replace(/\d{4,}/g, "#").replace(/["{}<>\\]/g, " ")].slice(0, HEADER_CHARS).join("").trim();
}
