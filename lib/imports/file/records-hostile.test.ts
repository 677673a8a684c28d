import { describe, expect, it } from "vitest";
import { isFull, repeated, watched } from "@/lib/testing/corpus/streams";
import { countRecords, readRecords } from "./records";

/** Files made to stall a parser or fill its memory. 200 MB each in the full run, 3 MB in the ordinary one. */
const BYTES = isFull ? 200_000_000 : 3_000_000;

/** CPU milliseconds per byte of a clean file with usual rows, and per row of one with short ones, on this machine. */
async function paceOfCleanFiles(): Promise<{ perByte: number; perRow: number }> {
  for (const text of [row, "a,b,c\n"]) await readAll(repeated(text, 2_000_000));
  const usual = await watched(() => readAll(repeated(row, 6_000_000)));
  const short = await watched(() => readAll(repeated("a,b,c\n", 2_000_000)));
  return { perByte: usual.cpuMs / 6_000_000, perRow: short.cpuMs / short.value.rows };
}

/** Files of very many rows take long with any parser: a quarter of the size shows the same. */
const DENSE_BYTES = BYTES / 4;
const TIMEOUT_MS = isFull ? 900_000 : 60_000;

type Seen = { rows: number; failed: Map<string, number>; last: string[] };

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Seen> {
  const seen: Seen = { rows: 0, failed: new Map(), last: [] };
  for await (const batch of readRecords(stream, { delimiter: ",", headerRow: 0 })) {
    seen.rows += batch.rows.length;
    for (const { code } of batch.errors.values()) seen.failed.set(code, (seen.failed.get(code) ?? 0) + 1);
    seen.last = batch.rows.at(-1) ?? [];
  }
  return seen;
}

const row =
  'user@example.com,Ada,Lovelace,"Analytical Engines, Ltd",+44 20 7946 0001,"a note\nof two lines"\n';
const clean = () => repeated(row, BYTES);

const shapes: [string, () => AsyncIterable<Uint8Array>, Partial<Record<string, number>> | null][] = [
  ["one line without an end", () => repeated("x", BYTES), { record_too_long: 1 }],
  ["one unquoted line of quotes", () => repeated('"', BYTES, "a"), { record_too_long: 1 }],
  ["quotes and nothing else", () => repeated('"', BYTES), { record_too_long: 1 }],
  ["an odd number of quotes and nothing else", () => repeated('"', BYTES, '"'), { record_too_long: 1 }],
  ["line ends and nothing else", () => repeated("\n", BYTES), {}],
  ["CR and nothing else", () => repeated("\r", BYTES), {}],
  ["delimiters without a line end", () => repeated(",", BYTES, "x"), { record_too_long: 1 }],
  ["rows of one letter", () => repeated("a\n", DENSE_BYTES), {}],
  [
    "a quote that is never closed, on top of a clean file",
    () => repeated(row, BYTES, '"'),
    { unbalanced_quote: 1 },
  ],
  [
    "a quote that is never closed, on top of plain lines",
    () => repeated("a,b,c\n", DENSE_BYTES, '"x,1\n'),
    { unbalanced_quote: 1 },
  ],
  ["a stray quote in every line", () => repeated('a,"b,c\n', DENSE_BYTES), null],
  ["a stray quote in every hundredth line", () => repeated(`a,"b\n${"c,d\n".repeat(99)}`, DENSE_BYTES), null],
  [
    "a quote opened in every line after 150 plain ones",
    () => repeated(`"x\n${"c,d\n".repeat(150)}"\n`, BYTES),
    null,
  ],
  ["quoted cells of escaped quotes", () => repeated(`"${'""'.repeat(500)}",b\n`, BYTES), {}],
  ["lines of stray quotes inside plain cells", () => repeated(`a${'"'.repeat(999)}\n`, BYTES), {}],
  ["10 000 columns", () => repeated(`${"ab,".repeat(9999)}ab\n`, BYTES), null],
  ["blanks after a closing quote", () => repeated(" ", BYTES, '"a"'), { record_too_long: 1 }],
  ["bytes that are no text", () => notText(BYTES), null],
];

async function* notText(bytes: number): AsyncGenerator<Uint8Array> {
  const block = Buffer.alloc(65536, 0xfe);
  block.fill(10, 65535);
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}

let pace: Awaited<ReturnType<typeof paceOfCleanFiles>> | undefined;

// Retried, because other work on the machine can stretch any single run.
describe(`hostile files of ${BYTES / 1e6} MB`, { retry: 2 }, () => {
  it.each(shapes)(
    "%s: bounded in time, memory and pauses",
    async (name, stream, failed) => {
      pace ??= await paceOfCleanFiles();
      const { perByte, perRow } = pace;
      const { value, cpuMs, grownMb, stallMs } = await watched(() => readAll(stream()));
      if (failed) expect(Object.fromEntries(value.failed)).toEqual(failed);
      expect(cpuMs).toBeLessThan(4 * (perByte * BYTES + perRow * value.rows) + 500);
      expect(grownMb).toBeLessThan(200);
      expect(stallMs).toBeLessThan(100);
      if (isFull) {
        const figures = { rows: value.rows, cpuMs, grownMb, stallMs };
        console.info(
          name,
          Object.fromEntries(Object.entries(figures).map(([key, n]) => [key, Math.round(n)])),
        );
      }
      expect(await countRecords(stream(), { delimiter: ",", headerRow: 0 })).toBe(value.rows);
    },
    TIMEOUT_MS,
  );

  it(
    "a stray quote in a clean file fails that row alone, in no more time",
    async () => {
      await readAll(repeated(row, 4_000_000));
      const reference = await watched(() => readAll(clean()));
      const stray = 'stray@example.com,"Bob,x\n';
      const dirty = await watched(() => readAll(repeated(row, BYTES, stray)));
      expect(dirty.value.rows).toBe(reference.value.rows + 1);
      expect(Object.fromEntries(dirty.value.failed)).toEqual({ unbalanced_quote: 1 });
      expect(dirty.value.last).toEqual(reference.value.last);
      expect(dirty.cpuMs).toBeLessThan(reference.cpuMs * 2 + 300);
    },
    TIMEOUT_MS,
  );

  it("leaves no prototype changed by dangerous headers", async () => {
    const names = ["__proto__", "constructor", "prototype", "hasOwnProperty", "toString"];
    const seen = await readAll(repeated(`${names.join(",")}\n`, 100_000));
    expect(seen.last).toEqual(names);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
