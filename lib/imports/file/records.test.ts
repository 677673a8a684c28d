import { describe, expect, it } from "vitest";
import { MAX_COLUMNS, MAX_FIELD_BYTES, MAX_QUOTED_LINES, MAX_RECORD_BYTES } from "@/lib/imports/limits";
import { inChunks } from "@/lib/testing/corpus/streams";
import { countRecords, parseHead, positionAfter, type ReadOptions, readRecords } from "./records";
import { delimiterByte } from "./records-bytes";

const comma: ReadOptions = { delimiter: ",", headerRow: 0 };

async function read(text: string | Uint8Array, options: Partial<ReadOptions> = {}, chunk = 65536) {
  const bytes = Buffer.from(text);
  const rows: { row: number; line: number; cells: string[]; code?: string }[] = [];
  for await (const batch of readRecords(inChunks(bytes, chunk), { ...comma, ...options })) {
    batch.rows.forEach((cells, index) => {
      const code = batch.errors.get(index)?.code;
      rows.push({ row: batch.firstRow + index, line: batch.lines[index] ?? 0, cells, ...(code && { code }) });
    });
  }
  const counted = await countRecords(inChunks(bytes, chunk), { ...comma, ...options });
  expect(counted).toBe(rows.length);
  return rows;
}

const cellsOf = async (text: string, options: Partial<ReadOptions> = {}) =>
  (await read(text, options)).map((row) => row.cells);

describe("records", () => {
  it.each([
    [
      "plain",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "without a line end at the end",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "CRLF",
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "CR alone",
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["a mixture of line ends", "a\nb\rc\r\nd\r\re\n\rf", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
    ["quoted delimiters", '"a,b",c\n', [["a,b", "c"]]],
    ["quoted line ends of every kind", '"a\nb\rc\r\nd",e\r\n', [["a\nb\rc\r\nd", "e"]]],
    ["doubled quotes", '"a ""b""",""""\n', [['a "b"', '"']]],
    ["empty quoted cells", '"","",""\n""\n', [["", "", ""], [""]]],
    [
      "empty cells at every place",
      "x,,\n,x,\n,,x\n",
      [
        ["x", "", ""],
        ["", "x", ""],
        ["", "", "x"],
      ],
    ],
    ["quotes inside a plain cell", 'a,5" pipe,b "c" d\n', [["a", '5" pipe', 'b "c" d']]],
    ["spaces after a closing quote", '"a" ,"b"\t\n"c"  ', [["a", "b"], ["c"]]],
    ["blanks before an opening quote", 'a, "b"\n', [["a", "b"]]],
    [
      "blank lines, also of blanks and delimiters alone",
      "a,b\n\n  \n,,\n\t\nc,d\n\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a single column", "a\nb\n", [["a"], ["b"]]],
    ["nothing", "", []],
    ["nothing but line ends", "\n\r\n\r\r\n", []],
    ["a byte order mark at the top", '\ufeff"a",b\n', [["a", "b"]]],
    [
      "byte order marks in the middle, as joined files have them",
      '"a",b\n\ufeff"c",d\n',
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["ragged rows", "a,b,c\nd\ne,f,g,h\n", [["a", "b", "c"], ["d"], ["e", "f", "g", "h"]]],
    ["the sep= line of Excel", "sep=,\na,b\n", [["a", "b"]]],
    ["the sep= line in quotes", '"sep=,"\r\na,b\n', [["a", "b"]]],
    ["sep= further down as data", "a\nsep=,\n", [["a"], ["sep=", ""]]],
    ["zero bytes and controls", "a\0b,\x01\n", [["a\0b", "\x01"]]],
    [
      "keys that are dangerous for objects",
      "__proto__,constructor\n1,2\n",
      [
        ["__proto__", "constructor"],
        ["1", "2"],
      ],
    ],
    ["emoji and wide characters", "😀,日本\n", [["😀", "日本"]]],
  ])("read %s", async (_, text, expected) => {
    expect(await cellsOf(text)).toEqual(expected);
    for (const size of [1, 2, 3, 7])
      expect((await read(text, {}, size)).map((row) => row.cells)).toEqual(expected);
  });

  it.each([";", "\t", "|", "^", ":", "\x1e", "\x1f"])("read with the delimiter %j", async (delimiter) => {
    const text = `a${delimiter}"b${delimiter}c"\n1${delimiter}\n`;
    expect(await cellsOf(text, { delimiter })).toEqual([
      ["a", `b${delimiter}c`],
      ["1", ""],
    ]);
  });

  it("carry data row and line as a spreadsheet counts, header and preamble left out", async () => {
    const text = 'Report\n\nname,note\r\n"Ada","two\nlines"\r\n\nBob,x\n';
    expect(await read(text, { headerRow: 2 })).toEqual([
      { row: 1, line: 4, cells: ["Ada", "two\nlines"] },
      { row: 2, line: 6, cells: ["Bob", "x"] },
    ]);
    expect(await cellsOf("top\na\nb\n", { headerRow: 0, firstRecord: 2 })).toEqual([["a"], ["b"]]);
    expect(await cellsOf("a,b\n", { headerRow: 5 })).toEqual([]);
  });

  it("refuse a delimiter that cannot be one", () => {
    for (const bad of ["", '"', "\n", "\r", "é", "ab", "\0"])
      expect(() => delimiterByte(bad)).toThrow(RangeError);
  });
});

describe("a broken quote costs one row", () => {
  const rowsAfter = "b,2\nc,3\n";

  it.each([
    ["an unclosed quote", `"a,1\n${rowsAfter}`],
    ["an unclosed quote in a later cell", `x,"a\n${rowsAfter}`],
    ["text after a closing quote", `"a"b,1\n${rowsAfter}`],
    ["an odd number of quotes", `"""a,1\n${rowsAfter}`],
    ["a quoted cell that an unquoted row interrupts", `"a\n"x",2\n${rowsAfter}`],
  ])("%s", async (_, text) => {
    for (const size of [1, 5, 65536]) {
      const rows = await read(text, {}, size);
      expect(rows[0]).toMatchObject({ row: 1, line: 1, code: "unbalanced_quote" });
      expect(rows.filter((row) => row.code)).toHaveLength(1);
      expect(rows.slice(-2).map((row) => row.cells)).toEqual([
        ["b", "2"],
        ["c", "3"],
      ]);
    }
  });

  it("also in the last line", async () => {
    expect(await read('a,1\n"b,2')).toMatchObject([
      { cells: ["a", "1"] },
      { cells: ['"b', "2"], code: "unbalanced_quote" },
    ]);
  });

  it("and nothing of the lines that it seemed to swallow", async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `row ${index},x`);
    const rows = await read(["head,x", 'stray,"y', ...lines].join("\n"));
    expect(rows).toHaveLength(5002);
    expect(rows.filter((row) => row.code)).toEqual([
      { row: 2, line: 2, cells: ["stray", '"y'], code: "unbalanced_quote" },
    ]);
    expect(rows[5001]).toEqual({ row: 5002, line: 5002, cells: ["row 4999", "x"] });
  });

  it("closes the record at the line of the broken quote, when the record has good quoted lines above it", async () => {
    const rows = await read('"two\nlines",x,"open\nnext,1\n');
    expect(rows.map((row) => [row.line, row.code])).toEqual([
      [1, "unbalanced_quote"],
      [2, undefined],
    ]);
  });

  it(`takes a cell of ${MAX_QUOTED_LINES - 1} line ends, and none of ${MAX_QUOTED_LINES}`, async () => {
    const cell = (ends: number) => `"${"x\r\n".repeat(ends)}",z\n`;
    const good = await read(`${cell(MAX_QUOTED_LINES - 1)}b,2\n`);
    expect(good.map((row) => [row.line, row.code])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    const bad = await read(`${cell(MAX_QUOTED_LINES)}b,2\n`);
    expect(bad[0]).toMatchObject({ line: 1, code: "unbalanced_quote" });
    expect(bad.at(-1)).toEqual({ row: bad.length, line: MAX_QUOTED_LINES + 2, cells: ["b", "2"] });
  });
});

describe("limits of a record", () => {
  const after = "\nb,2\n";

  it("takes a record of exactly 1 MiB and refuses one of a byte more", async () => {
    const cell = "x".repeat(MAX_FIELD_BYTES);
    const cells = Array.from({ length: 16 }, () => cell).join(",");
    const exact = cells.slice(0, MAX_RECORD_BYTES - 15) + ",".repeat(15);
    expect(Buffer.byteLength(exact)).toBe(MAX_RECORD_BYTES);
    for (const size of [1000, 65536]) {
      expect((await read(exact + after, {}, size)).map((row) => row.code)).toEqual([undefined, undefined]);
      const rows = await read(`${exact},${after}`, {}, size);
      expect(rows.map((row) => [row.line, row.code])).toEqual([
        [1, "record_too_long"],
        [2, undefined],
      ]);
      expect(rows[1]?.cells).toEqual(["b", "2"]);
    }
  });

  it("names a cell over 64 KiB and a row over 512 columns", async () => {
    const long = await read(`a,${"é".repeat(MAX_FIELD_BYTES / 2)},${"y".repeat(9)}${after}`);
    expect(long.map((row) => row.code)).toEqual([undefined, undefined]);
    expect((await read(`a,é${"é".repeat(MAX_FIELD_BYTES / 2)}${after}`))[0]?.code).toBe("field_too_long");
    expect((await read(`${"a,".repeat(MAX_COLUMNS - 1)}a${after}`))[0]?.code).toBeUndefined();
    const wide = await read(`${"a,".repeat(MAX_COLUMNS)}a${after}`);
    expect(wide[0]).toMatchObject({ code: "too_many_columns" });
    expect(wide[0]?.cells).toHaveLength(MAX_COLUMNS);
    expect(wide[1]).toEqual({ row: 2, line: 2, cells: ["b", "2"] });
  });

  it("fails the row with bytes that are no text, and only that row", async () => {
    const bytes = Buffer.concat([Buffer.from("a,1\nb,"), Buffer.of(0xff), Buffer.from("\nc,é\n")]);
    for (const size of [1, 65536]) {
      const rows = await read(bytes, {}, size);
      expect(rows.map((row) => row.code)).toEqual([undefined, "undecodable_text", undefined]);
      expect(rows[2]?.cells).toEqual(["c", "é"]);
    }
  });
});

it("counts lines as a spreadsheet does: blank ones, none for sep=, one for a cell of many", async () => {
  const text = 'sep=;\r\n\r\na;"1\r\n2\r\n3";"x\ny"\r\n;;\r\nb;2\r\n"open;c\r\nd;3\r\n';
  const rows = await read(text, { delimiter: ";", headerRow: 0 });
  expect(rows.map(({ line, cells }) => [line, cells?.[0]])).toEqual([
    [2, "a"],
    [4, "b"],
    [5, '"open'],
    [6, "d"],
  ]);
});

describe("checkpoints and heads", () => {
  it("know the place after every row", async () => {
    const text = 'h,h\n"a\nb",1\r\n\nc,2\n';
    for await (const batch of readRecords(inChunks(Buffer.from(text), 65536), { ...comma, headerRow: 1 })) {
      expect(positionAfter(batch, 0)).toEqual({ byte: 13, line: 3, row: 2 });
      expect(positionAfter(batch, 1)).toEqual({ byte: 18, line: 5, row: 3 });
      expect(batch.end).toEqual(positionAfter(batch, 1));
      expect(() => positionAfter(batch, 2)).toThrow(RangeError);
    }
  });

  it("give the first records of a file, the cut one left out", () => {
    const head = Buffer.from("a,b\n1,2\n3,4\n5,");
    expect(parseHead(head, false, ",", 10).map((record) => record.cells)).toEqual([
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
    ]);
    expect(parseHead(head, true, ",", 10)).toHaveLength(4);
    expect(parseHead(head, true, ",", 2)).toHaveLength(2);
  });
});
