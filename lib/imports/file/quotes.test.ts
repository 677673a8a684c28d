import { describe, expect, it } from "vitest";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { inChunks } from "@/lib/testing/corpus/streams";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { detectDialect } from "./dialect";
import { type Quoting, rewriteQuotes } from "./quotes";
import { readRecords } from "./records";

const single: Quoting = { quote: "'", escape: "double" };
const backslash: Quoting = { quote: '"', escape: "backslash" };
const both: Quoting = { quote: "'", escape: "backslash" };

async function read(text: string, quoting: Quoting, chunk: number) {
  const dialect = { delimiter: ",", headerRow: 0, ...quoting };
  const rows: (string[] | string)[] = [];
  for await (const batch of readRecords(
    rewriteQuotes(inChunks(Buffer.from(text), chunk), dialect),
    dialect,
  )) {
    batch.rows.forEach((cells, index) => {
      rows.push(batch.errors.get(index)?.code ?? cells);
    });
  }
  return rows;
}

describe("other quotation marks", () => {
  it.each<[string, Quoting, string, (string[] | string)[]]>([
    ["single", single, "'a,b','it''s','say \"hi\"'\n", [["a,b", "it's", 'say "hi"']]],
    [
      "single, with line ends",
      single,
      "'two\nlines',x\r\n'y',z",
      [
        ["two\nlines", "x"],
        ["y", "z"],
      ],
    ],
    [
      "single, empty cells",
      single,
      "'','',''''\na,'',\n",
      [
        ["", "", "'"],
        ["a", "", ""],
      ],
    ],
    ["single, blanks around", single, "a, 'b,c' ,d\n", [["a", "b,c", "d"]]],
    [
      "double ones as text",
      single,
      '"a",b "c"\nd,"e\n',
      [
        ['"a"', 'b "c"'],
        ["d", '"e'],
      ],
    ],
    ["an apostrophe within a plain cell", single, "O'Neill,'a,b'\n", [["O'Neill", "a,b"]]],
    ["a byte order mark", single, "\ufeff'a,b',c\n", [["a,b", "c"]]],
    ["a single one that is never closed", single, "'a,b\nc,d\n", ["unbalanced_quote", ["c", "d"]]],
    [
      "a single one that is never closed, before a cell of several lines",
      single,
      "'a','b\n'two\nlines','c'\n'd','e'\n",
      ["unbalanced_quote", ["two\nlines", "c"], ["d", "e"]],
    ],
    [
      "one that is never closed, before cells without quotation marks",
      single,
      "a,'b\nO'Neill,5\"\n'd,d','e'\n",
      ["unbalanced_quote", ["O'Neill", '5"'], ["d,d", "e"]],
    ],
    ["a last one that is never closed", single, "'a','b\r\nc,\"d\"\r\n", ["unbalanced_quote", ["c", '"d"']]],
    [
      "a double one that is never closed, beside backslashes",
      backslash,
      '"a\\"","b\n"two\nlines","c"\n',
      ["unbalanced_quote", ["two\nlines", "c"]],
    ],
    ["text behind a closing one", single, "'a'b,c\nd,e\n", ["unbalanced_quote", ["d", "e"]]],
    ["backslashes", backslash, '"say \\"hi\\", you","C:\\\\x","\\n"\n', [['say "hi", you', "C:\\x", "\\n"]]],
    ["backslashes and doubled ones", backslash, '"a ""b"" \\"c\\"",d\n', [['a "b" "c"', "d"]]],
    [
      "backslashes instead of quotation marks",
      backslash,
      '5\\" pipe,Stone\\, Ada,\\"x\\",C:\\\\x\na\\\nb,,\\,c\\d,e"f\n',
      [
        ['5" pipe', "Stone, Ada", '"x"', "C:\\x"],
        ["a\nb", "", ",c\\d", 'e"f'],
      ],
    ],
    ["a backslash at the end of a plain cell", backslash, "a,b\\", [["a", "b\\"]]],
    ["backslashes in plain cells", backslash, "C:\\x,a\\b\n", [["C:\\x", "a\\b"]]],
    ["a backslash at the end", backslash, 'a,"b\\', ["unbalanced_quote"]],
    ["both", both, "'it\\'s, \"so\"',b\n", [['it\'s, "so"', "b"]]],
    ["letters beyond ASCII", single, "'Zoë, 日本','😀'\n", [["Zoë, 日本", "😀"]]],
  ])("%s", async (_, quoting, text, expected) => {
    for (const chunk of [1, 2, 3, 65536]) expect(await read(text, quoting, chunk)).toEqual(expected);
  });

  it.each<[string, Quoting, string]>([
    ["all single", single, "'email','name'\n'ada@x.de','Ada'\n'bob@x.de','O''Neill'\n"],
    ["single where needed", single, "email,name\nada@x.de,'Lovelace, Ada'\nbob@x.de,'Stone, Bob'\n"],
    ["backslashes", backslash, 'email,note\nada@x.de,"a \\"b\\", c"\nbob@x.de,d\n'],
    ["both", both, "'email','note'\n'ada@x.de','it\\'s, so'\n'bob@x.de','d'\n"],
    [
      "names with apostrophes",
      { quote: '"', escape: "double" },
      "email,name\nada@x.de,'t Hof\nbob@x.de,O'Neill\n",
    ],
    [
      "values in apostrophes",
      { quote: '"', escape: "double" },
      "email,name\nada@x.de,'Ada'\nbob@x.de,'Bob'\n",
    ],
    ["single around one cell with an apostrophe", single, "email,name\nada@x.de,'O''Neill'\nbob@x.de,Bob\n"],
    ["single around one cell of two lines", single, "email,name\nada@x.de,'a\nb'\nbob@x.de,Bob\n"],
    ["backslashes before backslashes alone", backslash, 'email,path\nada@x.de,"C:\\\\a"\nbob@x.de,b\n'],
    ["pairs of them in single ones", both, "'email','path'\n'ada@x.de','C:\\\\a'\n'bob@x.de','b'\n"],
    ["pairs of them in single ones where needed", both, "email,path\nada@x.de,'C:\\\\a, b'\nbob@x.de,b\n"],
    ["paths in single ones", single, "'email','path'\n'ada@x.de','C:\\a'\n'bob@x.de','b'\n"],
    ["pairs and doubled ones", single, "'email','path'\n'ada@x.de','C:\\\\a'\n'bob@x.de','O''Neill'\n"],
    ["shares in single ones", single, "'email','path'\n'ada@x.de','\\\\nas\\a'\n'bob@x.de','b'\n"],
    ["backslashes instead of quotation marks", backslash, 'email,note\nada@x.de,5\\" pipe\nbob@x.de,b\n'],
    [
      "single ones of which one is never closed, in a few rows",
      single,
      "'last','first','email'\n'Li','Ada','p0@x.de'\n'Ray','Bo','p1@x.de'\n'Lee','Cy','p2@x.de\n'Day','Di','p3@x.de'\n",
    ],
    [
      "shares of a network",
      { quote: '"', escape: "double" },
      'email,path\nada@x.de,"\\\\nas\\a"\nbob@x.de,b\n',
    ],
    ["paths", { quote: '"', escape: "double" }, 'email,path\nada@x.de,"C:\\a\\"\nbob@x.de,"D:\\"\n'],
  ])("are detected: %s", (_, quoting, text) => {
    expect(detectDialect(Buffer.from(text), true)).toMatchObject({ delimiter: ",", ...quoting });
  });

  it("are detected where a backslash is before a delimiter of every row", () => {
    const rows = [
      "2579\t\tSão%\t+21 938 853925\tBelarus\tSamuël\tp0@x.de",
      "63508\tBoris: 5\tBoris%\t+60 734 262975\tDecoster\tOumayra\tp1@x.de",
      "64251\tElena Boris%\tIndonesië\t+24 238 954687\tSyrië\tFinanciën\tp2@x.de",
      "5898\tIdeeën, Cornelia\tIndonesië%\t+34 501 210076\trepudiandae\tAzië\tp3@x.de",
      "13321\tSyrië%\tIndustriële\t+33 135 736175\tSamuël\tCoördinatie\tp4@x.de",
      '48761\tSjors \\"Boris\\"\tMacedonië%\t+47 498 726709\tIdeeën\tMatthias\tp5@x.de',
      "31391\tAzië | Mariëtte\tManuël%\t\tAnaïs\tDaniël\tp6@x.de",
    ].map((row) => row.replace("%", "\\\t x"));
    const text = ["Nummer\tNotities\tNaam\tTelefoon\tVoornaam\tPlaats\tE-mail", ...rows, ""].join("\n");
    expect(detectDialect(Buffer.from(text), true)).toMatchObject({ delimiter: "\t", ...backslash });
  });
});

it("an import reads them by detection, beyond the first batch and in other encodings", async () => {
  const acme = await newWorkspace();
  const rows = Array.from({ length: 3000 }, (_, n) => `'p${n}@example.com';'Zo\xeb; ''M''\n${n}'`);
  const done = await importText(acme, Buffer.from(["'email';'notes'", ...rows].join("\n"), "latin1"));
  expect(done).toMatchObject({ total_rows: 3000, created_rows: 3000, failed_rows: 0 });
  expect((await contactsOf(acme)).get("p2999@example.com")).toMatchObject({ notes: "Zoë; 'M'\n2999" });
});

it("can be chosen, in the preview and in the draft", async () => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, "email,name\nada@x.de,'Ada'\nbob@x.de,Bob\n");
  expect(body).toMatchObject({
    quote: '"',
    escape: "double",
    preview: {
      rows: [
        ["ada@x.de", "'Ada'"],
        ["bob@x.de", "Bob"],
      ],
    },
  });
  const params = { id: body.importId };
  const told = await acme.call(preview, { params, query: { quote: "'" } });
  expect(told.body).toMatchObject({
    quote: "'",
    preview: {
      rows: [
        ["ada@x.de", "Ada"],
        ["bob@x.de", "Bob"],
      ],
    },
  });
  const chosen = await acme.call(patch, { params, body: { dialect: { quote: "'", escape: "backslash" } } });
  expect(chosen.body.draft.dialect).toMatchObject({ quote: "'", escape: "backslash", delimiter: null });
  expect((await acme.call(preview, { params })).body).toMatchObject({ quote: "'", escape: "backslash" });
  const wrong = await acme.call(patch, { params, body: { dialect: { quote: "x" } } });
  expect(wrong.status).toBe(400);
});

it.each([
  [
    "quotation marks that break rows",
    "email,name\n'ada@x.de,Ada\nbob@x.de,'Bob\ncid@x.de,C\n",
    { quote: "'" },
    "rows_fail",
  ],
  [
    "a head below rows",
    "email,name\nada@x.de,Ada\nName,City\nbob@x.de,Bob\n",
    { headerRow: "3" },
    "rows_above",
  ],
])("warns of %s", async (_, text, query, code) => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, text);
  const told = await acme.call(preview, { params: { id: body.importId }, query });
  expect(told.body.warnings.map((one: { code: string }) => one.code)).toContain(code);
});
