import { describe, expect, it } from "vitest";
import { inChunks } from "@/lib/testing/corpus/streams";
import { cpuMs } from "@/lib/testing/cpu";
import { readRecords } from "./records";

async function read(text: string, delimiter: string, chunk: number) {
  const rows: (string[] | string)[] = [];
  for await (const batch of readRecords(inChunks(Buffer.from(text), chunk), { delimiter, headerRow: 0 })) {
    batch.rows.forEach((cells, index) => {
      rows.push(batch.errors.get(index)?.code ?? cells);
    });
  }
  return rows;
}

describe("blanks before an opening quotation mark", () => {
  it.each<[string, string, string, (string[] | string)[]]>([
    ["one", ",", 'a@b.co, "Lovelace, Ada", "London"\n', [["a@b.co", "Lovelace, Ada", "London"]]],
    ["several, and tabs", ";", 'x;  "a;b";\t"c"\r\n', [["x", "a;b", "c"]]],
    [
      "at the start of a record",
      ",",
      ' "a,b", "c"\n  "d",e\n',
      [
        ["a,b", "c"],
        ["d", "e"],
      ],
    ],
    [
      "in one record of many",
      ",",
      '"a",b\nc,d\ne, "f,g"\nh,"i"\n',
      [
        ["a", "b"],
        ["c", "d"],
        ["e", "f,g"],
        ["h", "i"],
      ],
    ],
    [
      "with line ends and quotes inside",
      ",",
      'a, "two\nlines", "say ""hi"""\nb,c\n',
      [
        ["a", "two\nlines", 'say "hi"'],
        ["b", "c"],
      ],
    ],
    ["with empty cells", ",", 'a, "",, " "\n', [["a", "", "", " "]]],
    [
      "before and after",
      ",",
      'a , "b" , "c"\t\nd,e\n',
      [
        ["a ", "b", "c"],
        ["d", "e"],
      ],
    ],
    ["between tabs that are delimiters", "\t", 'a\t "b\tc"\t\t"d"\n', [["a", "b\tc", "", "d"]]],
    ["beside a quotation mark within a cell", ",", '5" pipe, "b,c"\n', [['5" pipe', "b,c"]]],
    ["below a record that fails", ",", '"a"b,c\nd, "e,f"\n', ["unbalanced_quote", ["d", "e,f"]]],
    ["that is never closed", ",", 'a, "b\nc,d\n', ["unbalanced_quote", ["c", "d"]]],
    [
      "in the last line without an end",
      ",",
      'a,b\rc, "d,e"',
      [
        ["a", "b"],
        ["c", "d,e"],
      ],
    ],
  ])("%s", async (_, delimiter, text, expected) => {
    for (const chunk of [1, 2, 5, 65536]) expect(await read(text, delimiter, chunk)).toEqual(expected);
  });

  it("take time that grows with their number alone", async () => {
    const line = `${'x" '.repeat(2000)}${" ".repeat(50_000)}"y",z\n`;
    expect(await cpuMs(() => read(line.repeat(40), ",", 65536))).toBeLessThan(5000);
  });
});
