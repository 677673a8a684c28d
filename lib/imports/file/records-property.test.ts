import fc from "fast-check";
import { expect, it } from "vitest";
import { referenceRows } from "@/lib/testing/corpus/reference";
import { isFull } from "@/lib/testing/corpus/streams";
import { countRecords, positionAfter, type RecordPosition, readRecords } from "./records";

const FILES = isFull ? 20_000 : 2000;
const TIMEOUT_MS = isFull ? 900_000 : 60_000;

type Row = { row: number; line: number; cells: string[] | string; after: RecordPosition };

async function* cut(bytes: Buffer, sizes: number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function readAll(
  bytes: Buffer,
  delimiter: string,
  sizes: number[],
  from?: RecordPosition,
): Promise<Row[]> {
  const rows: Row[] = [];
  const source = cut(bytes.subarray(from?.byte ?? 0), sizes);
  for await (const batch of readRecords(source, { delimiter, headerRow: 0, ...(from && { from }) })) {
    batch.rows.forEach((cells, index) => {
      const failed = batch.errors.get(index)?.code;
      const after = positionAfter(batch, index);
      rows.push({
        row: batch.firstRow + index,
        line: batch.lines[index] ?? 0,
        cells: failed ?? cells,
        after,
      });
    });
  }
  return rows;
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
const delimiter = fc.constantFrom(",", ";", "\t", "|");
/** Pieces for files that break every rule there is. */
const soup = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      '"',
      '""',
      ",",
      ";",
      "\t",
      "|",
      "\n",
      "\r\n",
      "\r",
      " ",
      "é",
      "日",
      "😀",
      "\ufeff",
      "x y",
      "sep=;",
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

it(
  `reads ${FILES} broken files exactly as the simple reader does, however they are cut`,
  async () => {
    await fc.assert(
      fc.asyncProperty(soup, delimiter, sizes, async (text, character, chunks) => {
        const bytes = Buffer.from(text);
        const rows = await readAll(bytes, character, chunks);
        const expected = referenceRows(text, character);
        expect(rows.map(({ line, cells }) => ({ line, cells }))).toEqual(
          expected.map(({ line, cells }) => ({ line, cells: cells ?? "unbalanced_quote" })),
        );
        expect(rows.map(({ after }) => [after.byte, after.line])).toEqual(
          expected.map(({ next, nextLine }) => [Buffer.byteLength(text.slice(0, next)), nextLine]),
        );
        expect(await countRecords(cut(bytes, chunks), { delimiter: character, headerRow: 0 })).toBe(
          rows.length,
        );
      }),
      { numRuns: FILES },
    );
  },
  TIMEOUT_MS,
);

const cell = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "Ada Lovelace",
    '"',
    "a,b",
    "two\nlines",
    "x\r\ny",
    "ünï",
    "日本語",
    "'=1",
    " lead",
    "trail ",
  ),
  fc.string({ maxLength: 12 }),
);
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
  );

it(
  `resumes after every row of ${FILES} good files with the very rows of one pass`,
  async () => {
    const ending = fc.constantFrom("\n", "\r\n", "\r");
    await fc.assert(
      fc.asyncProperty(table, delimiter, ending, sizes, async (rows, character, newline, chunks) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = rows.map((cells) => cells.map(quoted).join(character)).join(newline);
        const bytes = Buffer.from(text.toWellFormed());
        const whole = await readAll(bytes, character, chunks);
        expect(whole.map((row) => row.cells)).toEqual(
          rows.map((cells) => cells.map((one) => one.toWellFormed())),
        );
        for (const [index, row] of whole.entries()) {
          if (!isFull && index % 5 !== 0) continue;
          expect(await readAll(bytes, character, chunks, row.after)).toEqual(whole.slice(index + 1));
        }
      }),
      { numRuns: FILES },
    );
  },
  TIMEOUT_MS,
);

it(
  "resumes after every row of broken files, too",
  async () => {
    await fc.assert(
      fc.asyncProperty(soup, delimiter, sizes, async (text, character, chunks) => {
        const bytes = Buffer.from(text);
        const whole = await readAll(bytes, character, chunks);
        for (const [index, row] of whole.entries()) {
          expect(await readAll(bytes, character, chunks, row.after)).toEqual(whole.slice(index + 1));
        }
      }),
      { numRuns: FILES },
    );
  },
  TIMEOUT_MS,
);
