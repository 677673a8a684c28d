import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/errors";
import { type BookOptions, rowsOf, workbookOf } from "@/lib/testing/workbook";
import { openUpload } from "../convert";

async function read(file: Uint8Array, sheet?: string) {
  async function* source() {
    for (let at = 0; at < file.length; at += 700) yield file.subarray(at, at + 700);
  }
  const { text, table, close } = await openUpload(source(), sheet);
  try {
    return { text: Buffer.concat(await Array.fromAsync(text)).toString(), table };
  } finally {
    await close();
  }
}

const textOf = async (options: BookOptions) => (await read(workbookOf(options))).text;
const cells = (xml: string, more: Partial<BookOptions> = {}) =>
  textOf({ sheets: { A: `<row r="1">${xml}</row>` }, ...more });
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    (text) => `read: ${text}`,
    (error: unknown) => (error instanceof ApiError ? [error.status, error.details] : error),
  );

describe("a number of a workbook", () => {
  const shown = async (value: string, code: string, properties = "") =>
    (await cells(`<c r="A1" s="1"><v>${value}</v></c>`, { formats: [code], properties })).trimEnd();

  it.each([
    ["4.9170123456789E+12", "General", "4917012345678.9"],
    ["491701234567", "General", "491701234567"],
    ["12345678901234567890", "0", "12345678901234567890"],
    ["0.30000000000000004", "General", "0.3"],
    ["1E-7", "General", "0.0000001"],
    ["4917012345678", "0.00E+00", "4917012345678"],
    ["1234", "00000", "01234"],
    ["123456789", "000-00-0000", "123-45-6789"],
    ["5551234567", "[<=9999999]###-####;(###) ###-####", "(555) 123-4567"],
    ["5551234", "[<=9999999]###-####;(###) ###-####", "555-1234"],
    ["0.456", "0.0%", "45.6%"],
    ["1.005", "0.00", "1.01"],
    ["-2.5", "0", "-3"],
    ["-1234.5", '#,##0.00 "€";[Red]-#,##0.00 "€"', "-1234.50 €"],
    ["-5", "0;(0)", "(5)"],
    ["0", '0;-0;"none"', "none"],
    ["1.5", "0.##", "1.5"],
    ["2", "0.##", "2"],
    ["1234567", "0.0,,", "1.2"],
    ["7", ";;;", "7"],
    ["-7", "#,##0;", "-7"],
    ["0.4", "#", "0.4"],
    ["12", "0 bag", "12 bag"],
    ["12", '"No. "0', "No. 12"],
    ["1.5", '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', "1.50"],
  ])("%s as %s is %s", async (value, code, text) => expect(await shown(value, code)).toBe(text));

  it.each([
    ["45356", "dd/mm/yyyy", "2024-03-05"],
    ["45356.604166666664", "d.m.yy h:mm", "2024-03-05 14:30"],
    ["45356.6041782", "[$-409]m/d/yy h:mm:ss AM/PM;@", "2024-03-05 14:30:01"],
    ["0.5", "hh:mm", "12:00"],
    ["1.5", "[h]:mm:ss", "36:00:00"],
    ["1", "yyyy", "1900-01-01"],
    ["59", "yyyy-mm-dd", "1900-02-28"],
    ["60", "yyyy-mm-dd", "1900-02-29"],
    ["61", "yyyy-mm-dd", "1900-03-01"],
    ["2958465", "yyyy-mm-dd", "9999-12-31"],
    ["2958466", "yyyy-mm-dd", "2958466"],
    ["-1", "yyyy-mm-dd", "-1"],
    ["45356", "[$-804]aaaa", "2024-03-05"],
    ["45356", "ggge", "2024-03-05"],
    ["45356", "bbbb", "2024-03-05"],
  ])("%s as the date %s is %s", async (value, code, text) => expect(await shown(value, code)).toBe(text));

  it("counts from 1904 where the workbook says so", async () => {
    expect(await shown("43894", "d.m.yyyy", 'date1904="1"')).toBe("2024-03-05");
  });

  it("has the format that the program knows by its number", async () => {
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>';
    const xml = '<c r="A1" s="1"><v>45356</v></c><c r="B1" s="2"><v>0.5</v></c>';
    expect(await cells(xml, { parts: { "xl/styles.xml": styles } })).toBe("2024-03-05,50.00%\n");
  });
});

describe("a cell of a workbook", () => {
  it.each([
    ["a shared text", '<c r="A1" t="s"><v>1</v></c>', "b"],
    ["a text of parts, without its pronunciation", '<c r="A1" t="s"><v>2</v></c>', "東京 & co"],
    [
      "text in the cell",
      '<c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r></is></c>',
      "a b",
    ],
    ["the last result of a formula", '<c r="A1" t="str"><f>A2</f><v>a_x000D__x005F_b</v></c>', '"a\n_b"'],
    ["yes and no", '<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c>', "TRUE,FALSE"],
    ["an error", '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', "#DIV/0!"],
    ["a date in words", '<c r="A1" t="d"><v>2024-03-05T00:00:00</v></c>', "2024-03-05"],
    ["a place without a name", "<c><v>1</v></c><c><v>2</v></c>", "1,2"],
    ["a gap", '<c r="B1"><v>1</v></c><c r="AA1"><v>2</v></c>', `,1${",".repeat(25)}2`],
    ["nothing behind the last", '<c r="A1"><v>1</v></c><c r="B1" s="0"/>', "1"],
    ["quotation marks and commas", '<c r="A1" t="inlineStr"><is><t>a "b", c</t></is></c>', '"a ""b"", c"'],
    ["text that is not marked up", "<c r='A1' t='str'><v><![CDATA[<a>]]>&#x41;&#66;</v></c>", "<a>AB"],
    ["names with prefixes", '<x:c xmlns:x="y" r="A1"><x:v>1</x:v></x:c>', "1"],
  ])("is shown: %s", async (_, xml, line) => {
    const strings =
      '<si><t>a</t></si><si><t>b</t></si><si><r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><r><t xml:space="preserve"> &amp; co</t></r><phoneticPr fontId="1"/></si>';
    expect(await cells(xml, { strings })).toBe(`${line}\n`);
  });

  it("stands in the line that the spreadsheet shows, hidden and merged or not", async () => {
    const rows =
      '<row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="3"/><row r="5"><c r="A5"><v>2</v></c></row>';
    expect(await textOf({ sheets: { A: rows } })).toBe("\n1\n\n\n2\n");
    const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    expect(await textOf({ sheets: { A: far } })).toBe(`${"\n".repeat(1_048_575)}${",".repeat(16_383)}1\n`);
  });

  it.each([
    ["order", '<row r="2"/><row r="1"/>'],
    ["order", '<row r="1"/><row r="1"/>'],
    ["order", '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'],
    ["order", '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ["order", '<row r="1"><c r="A2"><v>1</v></c></row>'],
    ["order", '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
    ["order", '<row r="1048577"/>'],
    ["formula", '<row r="1"><c r="A1"><f>B1</f></c></row>'],
    ["damaged", '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'],
    ["damaged", '<row r="1"><c r="A1" t="s"><v>-1</v></c></row>'],
    ["damaged", '<row r="1"><c r="A1" t="x"><v>1</v></c></row>'],
    ["damaged", '<row r="1"><c r="A1"><v>1</c></v></row>'],
    ["damaged", '<row r="1"><c r="A1" r="B1" t="str"><v>1</v></c></row>'],
    ["damaged", '<row r="1"><c r="A1" t="str"><v>&nbsp;</v></c></row>'],
    ["damaged", "<a>".repeat(100)],
    ["cell", `<row r="1"><c r="A1" t="str"><v>${"a".repeat(70_000)}</v></c></row>`],
    ["cell", `<row r="1">${`<c t="str"><v>${"a".repeat(60_000)}</v></c>`.repeat(20)}</row>`],
  ])("is refused where nobody can say what it shows: %s %#", async (reason, rows) => {
    expect(await reasonOf(textOf({ sheets: { A: rows } }))).toEqual([415, { kind: "xlsx", reason }]);
  });
});

describe("a workbook", () => {
  const PEOPLE = rowsOf([
    ["email", "name"],
    ["zoe@example.com", "Zoë"],
  ]);
  const book: BookOptions = {
    sheets: { Notes: rowsOf([["x"]]), "Kund*innen & Co": PEOPLE },
    hidden: ["Notes"],
  };

  it("is read by its first sheet that is not hidden, or the one that is named or numbered", async () => {
    const table = { kind: "xlsx", sheet: "Kund*innen & Co", sheets: ["Notes", "Kund*innen & Co"] };
    expect(await read(workbookOf(book))).toEqual({ text: "email,name\nzoe@example.com,Zoë\n", table });
    for (const wanted of ["notes", " NOTES ", "1"])
      expect((await read(workbookOf(book), wanted)).text).toBe("x\n");
    const unknown = await read(workbookOf(book), "3").catch((error: unknown) => error);
    expect(unknown).toMatchObject({ status: 400, details: [{ path: ["sheet"] }] });
  });

  it("is read by the first sheet with addresses when the first of all has none, unless another is named", async () => {
    const sheets = { Notes: rowsOf([["Read me"]]), Plans: rowsOf([["a@b"]]), People: PEOPLE, More: PEOPLE };
    const found = await read(workbookOf({ sheets }));
    expect(found.table).toMatchObject({ sheet: "People", sheet_by_addresses: true });
    expect(found.text).toContain("zoe@example.com");
    expect((await read(workbookOf({ sheets }), "1")).table).not.toHaveProperty("sheet_by_addresses");
    expect((await read(workbookOf({ sheets, hidden: ["People", "More"] }))).text).toBe("Read me\n");
    const asked = { Notes: rowsOf([["Ask zoe@example.com"]]), People: PEOPLE };
    expect((await read(workbookOf({ sheets: asked }))).table).toMatchObject({ sheet: "Notes" });
    const parts = { "xl/worksheets/sheet2.xml": "<html/>" };
    expect((await read(workbookOf({ sheets, parts }))).table).toMatchObject({ sheet: "People" });
  });

  it("tells which other sheets there are when the one that is read is empty", async () => {
    expect((await read(workbookOf({ sheets: { A: "", B: PEOPLE } }))).table).toMatchObject({ sheet: "B" });
    expect(await reasonOf(textOf({ sheets: { A: "", B: rowsOf([["x"]]) } }))).toEqual([
      400,
      { reason: "sheet", sheets: ["A", "B"] },
    ]);
  });

  it("may have its parts under any name, in UTF-16, strict", async () => {
    const strict = "http://purl.oclc.org/ooxml/officeDocument/relationships";
    const parts = {
      "_rels/.rels": `<Relationships><Relationship Id="a" Type="${strict}/officeDocument" Target="/Main/Book.xml"/></Relationships>`,
      "Main/_rels/Book.xml.rels": `<Relationships><Relationship Id="b" Type="${strict}/worksheet" Target="../tables/one.xml"/></Relationships>`,
      "main/book.xml":
        '<x:workbook xmlns:x="s"><x:sheets><x:sheet name="S" r:id="b"/></x:sheets></x:workbook>',
      "tables\\one.xml": `<worksheet><sheetData>${PEOPLE}</sheetData></worksheet>`,
      "xl/workbook.xml": null,
    };
    expect(await textOf({ sheets: {}, parts })).toContain("Zoë");
  });

  it.each([
    ["document", { "xl/workbook.xml": null, "word/document.xml": "<a/>" }],
    ["document", { "xl/workbook.xml": "<document/>" }],
    ["nothing", { "xl/workbook.xml": "<workbook><sheets/></workbook>" }],
    ["damaged", { "xl/worksheets/sheet1.xml": null }],
    ["damaged", { "xl/worksheets/sheet1.xml": "<html/>" }],
    ["damaged", { "xl/sharedStrings.xml": "<sst>" }],
    ["damaged", { "XL/workbook.xml": "<workbook/>" }],
    ["doctype", { "xl/worksheets/sheet1.xml": '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }],
    ["doctype", { "_rels/.rels": '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>' }],
  ])("is refused when it is none, or hostile: %s %#", async (reason, parts) => {
    const work = textOf({ sheets: { A: PEOPLE }, parts });
    expect(await reasonOf(work)).toEqual([415, { kind: "xlsx", reason }]);
  });

  it("never is read wrongly, nor fails in another way than by a refusal, whichever byte of it is another", async () => {
    const file = workbookOf({ sheets: { A: PEOPLE }, strings: "<si><t>a</t></si>" });
    const right = (await read(file)).text;
    const step = process.env.KITH_FULL ? 1 : 7;
    for (let at = 4; at < file.length; at += step) {
      const wrong = Buffer.from(file).fill((file[at] ?? 0) ^ (1 << (at % 8)), at, at + 1);
      for (const broken of [wrong, file.subarray(0, at)]) {
        const outcome: unknown = await read(broken).then(
          ({ text }) => text,
          (error: unknown) => error,
        );
        if (outcome !== right && !(outcome instanceof ApiError)) throw new Error(`byte ${at}: ${outcome}`);
      }
    }
  });
});
