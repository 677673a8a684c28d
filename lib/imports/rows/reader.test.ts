import { describe, expect, it } from "vitest";
import { TEXT_FIELDS } from "@/lib/contacts/fields";
import type { Field } from "@/lib/imports/mapping/fields";
import { cpuMs } from "@/lib/testing/cpu";
import { compileRow } from "./reader";
import type { RowError, RowValues } from "./row";

function values(result: RowValues | RowError[]): RowValues {
  if (Array.isArray(result)) throw new Error(JSON.stringify(result));
  return result;
}
const errorsOf = (result: RowValues | RowError[]) => (Array.isArray(result) ? result : []);

/** One row whose columns have the names of their fields. */
function readRow(row: Partial<Record<string, string>>, headers?: string[]): RowValues | RowError[] {
  const columns = Object.keys(row) as Field[];
  return compileRow(columns, headers ?? columns)(Object.values(row).map((cell) => cell ?? ""));
}
const good = (row: Partial<Record<string, string>>) => values(readRow({ email: "a@b.de", ...row }));
const codes = (row: Partial<Record<string, string>>) => errorsOf(readRow(row)).map((error) => error.code);

describe("a row's values", () => {
  it("end before the mark that DOS puts after the last of a file", () => {
    expect(values(readRow({ email: "a@b.de\x1a" })).email).toBe("a@b.de");
    expect(values(readRow({ email: "a@b.de", last_name: "Šimkūnas\x1a" })).last_name).toBe("Šimkūnas");
    expect(values(readRow({ email: "a@b.de", notes: "\x1a" })).notes).toBeNull();
  });

  it("are null where the row says nothing", () => {
    expect(
      good({
        last_name: "",
        phone: " ",
        company: "\u00a0",
        notes: "\u200b",
        tags: " , ",
        "custom_fields.x": "",
      }),
    ).toEqual({
      ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, null])),
      email: "a@b.de",
      tags: null,
      is_unsubscribed: false,
      unread: [],
      custom_fields: null,
    });
  });

  it.each([
    ["blanks", "  Ada ", "Ada"],
    ["NBSP, zero-width and byte order marks at the ends", "\u00a0\u200b\ufeffAda\u2060\u3000", "Ada"],
    ["line ends at the ends, not inside", "\nAda\nL\r\n", "Ada\nL"],
    ["combining marks", "e\u0301", "é"],
    ["a formula guard", "'=1+1", "=1+1"],
    ["a formula for a text", '="00123"', "00123"],
    ["a formula for a text, with blanks and quotation marks", ' ="5"" pipe" ', '5" pipe'],
    ["a guarded formula for a text", '\'="00123"', '="00123"'],
    ["a formula that is more than a text", '="a"&"b"', '="a"&"b"'],
    ["one of two guards", "''=1+1", "'=1+1"],
    ["a guard before a tab", "'\tx", "x"],
    ["full-width triggers", "'＝1", "＝1"],
    ["an apostrophe that guards nothing", "'Ndrangheta", "'Ndrangheta"],
    ["a spreadsheet's guard of a phone number", "'+44 20", "+44 20"],
    ["emoji", " 😀 ", "😀"],
    ["what looks empty to others", "NULL", "NULL"],
  ])("are cleaned: %s", (_, cell, expected) => {
    expect(good({ company: cell }).company).toBe(expected);
  });

  it("ignore columns that are skipped and cells beyond the row's end", () => {
    const read = compileRow(["skip", "email", "phone", "custom_fields.k"], ["a", "b", "c", "d"]);
    expect(values(read(["x".repeat(99_999), "a@b.de"]))).toMatchObject({ phone: null, custom_fields: null });
  });

  it("allow as many empty cells beyond the header as most rows have, and no others", () => {
    const read = compileRow(["email"], ["Mail"], { surplus: 2 });
    expect(values(read(["a@b.de", "", " "])).email).toBe("a@b.de");
    expect(read(["a@b.de", "", "", ""])).toMatchObject([{ column: null, code: "surplus_cells" }]);
    expect(compileRow(["email"], ["Mail"])(["a@b.de", ""])).toMatchObject([{ code: "surplus_cells" }]);
    expect(read(["a@b.de", "", "x"])).toEqual([
      {
        column: null,
        code: "too_many_cells",
        message: expect.stringContaining("3 cells, but there are 1 columns"),
      },
    ]);
  });
});

describe("e-mail addresses", () => {
  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    [" a@b.de\u00a0", "a@b.de"],
    ["a@b-.co", "a@b-.co"],
    ["+@x.de", "+@x.de"],
    ["o'hara@x.ie", "o'hara@x.ie"],
    ["'+tag@x.de", "+tag@x.de"],
    ["mailto:a@b.de", "a@b.de"],
    ["Ada Lovelace <Ada@b.de>", "ada@b.de"],
    ['"Lovelace, Ada" < a@b.de >', "a@b.de"],
    ["<a@b.de>", "a@b.de"],
    ["a@b.de ::: A@b.de", "a@b.de"],
    [`${"a".repeat(242)}@example.com`, `${"a".repeat(242)}@example.com`],
  ])("are read: %s", (cell, address) => {
    expect(good({ email: cell }).email).toBe(address);
  });

  it.each([
    "plain",
    "a@b",
    "@b.de",
    "a@.de",
    ".a@b.de",
    "a..b@c.de",
    "a.@b.de",
    "a%b@c.de",
    "ä@b.de",
    "a@ä.de",
    "a b@c.de",
    "a@b.de, c@d.de",
    "a@b.de ::: c@d.de",
    `${"a".repeat(243)}@example.com`,
    "a@b.de>",
    "-",
  ])("are refused: %s", (cell) => {
    expect(codes({ email: cell })).toEqual(["email_invalid"]);
  });

  it("are asked for", () => {
    expect(readRow({ email: " " }, ["Mail"])).toEqual([
      { column: "Mail", code: "email_missing", message: "This row has no e-mail address." },
    ]);
  });

  it("that are missing or wrong are said to be so with what stands there", () => {
    const said = (cells: string[]) => {
      const answer = compileRow(["first_name", "email"], ["Name", "Mail"])(cells);
      return Array.isArray(answer) ? answer[0]?.message : null;
    };
    expect(said(["-----"])).toBe("This row has no e-mail address, only “-----”.");
    expect(said(["Total: 2", " "])).toBe("This row has no e-mail address, only “Total: 2”.");
    expect(said(["--\0--", ""])).toContain("only “----”");
    expect(said(["", ""])).toBe("This row has no e-mail address.");
    expect(said(["", "---"])).toBe("“---” is not a valid e-mail address.");
    expect(said(["", "jörg@example.com"])).toBe(
      "“jörg@example.com” is not a valid e-mail address: only ASCII characters are allowed, and “ö” is not one.",
    );
    expect(said(["", "Jürgen Müller <j@example>"])).toBe(
      "“Jürgen Müller <j@example>” is not a valid e-mail address.",
    );
    expect(said(["", "Jürgen j@example"])).toBe("“Jürgen j@example” is not a valid e-mail address.");
    expect(said(["", "Jürgen <j@exämple.de>"])).toContain("“ä” is not one");
    expect(said(["", "пример"])).toBe("“пример” is not a valid e-mail address.");
  });

  it("take linear time, whatever they look like", async () => {
    const read = compileRow(["email"], ["Mail"]);
    const tookMs = await cpuMs(() => {
      for (const unit of ["a", "a.", "@", "a@", "a@a.", "-", "<", "a <"]) read([unit.repeat(262_144)]);
    });
    expect(tookMs).toBeLessThan(400);
  });
});

it("takes linear time for cells of 64 KiB, whatever they are made of", async () => {
  const fields: Field[] = ["email", "full_name", "tags", "notes", "is_unsubscribed", "custom_fields.k"];
  const read = compileRow(fields, fields);
  const units = [
    "a",
    " ",
    "a ",
    "\t",
    "'=",
    '"',
    '""',
    ";",
    " ,",
    "a@",
    "a@a.",
    "<",
    "a <",
    "1 ",
    "a\u200b",
    "\u0301",
    "van ",
    " ::: ",
  ];
  read(fields.map(() => "warm up"));
  for (const unit of units) {
    const cell = `x${unit.repeat(65_536 / unit.length)}y`;
    const tookMs = await cpuMs(() => read(fields.map(() => cell)));
    expect(tookMs, JSON.stringify(unit)).toBeLessThan(300);
  }
});

describe("names", () => {
  it("come from the display form when the file has no name column", () => {
    expect(good({ email: '"Ada Lovelace" <a@b.de>' })).toMatchObject({
      first_name: "Ada",
      last_name: "Lovelace",
    });
    expect(good({ email: "Ada L <a@b.de>", last_name: "X" })).toMatchObject({
      first_name: null,
      last_name: "X",
    });
    expect(good({ email: `${"x".repeat(200)} <a@b.de>` })).toMatchObject({
      first_name: null,
      last_name: null,
    });
  });

  it("come from the full name where their own columns are empty", () => {
    expect(good({ full_name: "Ada Lovelace" })).toMatchObject({ first_name: "Ada", last_name: "Lovelace" });
    expect(good({ full_name: "Ada Lovelace", last_name: "King" })).toMatchObject({
      first_name: "Ada",
      last_name: "King",
    });
  });
});

describe("values that do not fit fail the row, with column, code and a sentence", () => {
  it.each([
    ["first_name", "x".repeat(101), "too_long"],
    ["last_name", "x".repeat(101), "too_long"],
    ["full_name", `${"x".repeat(101)} y`, "too_long"],
    ["phone", "1".repeat(51), "too_long"],
    ["company", "x".repeat(201), "too_long"],
    ["notes", "x".repeat(10_001), "too_long"],
    ["tags", `ok;${"x".repeat(51)}`, "tag_too_long"],
    ["custom_fields.k", "x".repeat(16_384), "custom_fields_too_long"],
    ["custom_fields.k", "\u0001".repeat(3000), "custom_fields_too_long"],
    ["phone", "a\0b", "nul_character"],
  ])("%s", (field, cell, code) => {
    const [error] = errorsOf(readRow({ email: "a@b.de", [field]: cell }));
    expect(error).toMatchObject({ code, column: code === "custom_fields_too_long" ? null : field });
    expect(error?.message).toMatch(/^[“A-Z].*\.$/s);
  });

  it("at the limit they do", () => {
    const row = {
      first_name: "x".repeat(100),
      phone: "1".repeat(50),
      company: "x".repeat(200),
      notes: "x".repeat(10_000),
      tags: "x".repeat(50),
      "custom_fields.k": "x".repeat(16_000),
    };
    expect(good(row).notes).toHaveLength(10_000);
  });

  it.each([
    ["to the end of a later row", ["a@b.de", "Ada", "CTO\r\nc@b.de|Cid|CEO\r\nd@b.de|Dan|"]],
    ["from the middle of its row", ["a@b.de", "Ada;CTO\nc@b.de;Cid", "CEO"]],
  ])("a quotation mark that swallows rows, %s", (_, cells) => {
    const read = compileRow(["email", "full_name", "notes"], ["Mail", "Name", "Note"]);
    expect(errorsOf(read(cells)).map((error) => error.code)).toEqual(["unbalanced_quote"]);
  });

  it.each([
    ["an address and a signature", ["a@b.de", "Ada", "Ada Lovelace\nEngines, London\nada@b.de"]],
    ["a list of addresses", ["a@b.de", "Ada", "also:\nada@b.de, lovelace@b.de\nboth"]],
  ])("not in lines that are no rows: %s", (_, cells) => {
    const read = compileRow(["email", "full_name", "notes"], ["Mail", "Name", "Note"]);
    expect(values(read(cells)).notes).toBe(cells[2]);
  });

  it("all at once, and none of them in the next row", () => {
    const read = compileRow(["email", "phone"], ["Mail", "Tel"]);
    expect(errorsOf(read(["x", "1".repeat(51)])).map((error) => error.column)).toEqual(["Mail", "Tel"]);
    expect(values(read(["a@b.de", "1"])).phone).toBe("1");
  });

  it("more than 50 custom fields in one row", () => {
    const fields: Field[] = Array.from({ length: 51 }, (_, index): Field => `custom_fields.k${index}`);
    const read = compileRow(["email", ...fields], ["email", ...fields]);
    expect(errorsOf(read(["a@b.de", ...fields.map(() => "x")])).map((error) => error.code)).toEqual([
      "too_many_custom_fields",
    ]);
    expect(values(read(["a@b.de", ...fields.slice(1).map(() => "x")])).custom_fields).toHaveProperty("k49");
  });

  it("dangerous keys are keys like any other", () => {
    const custom = good({ "custom_fields.__proto__": "x", "custom_fields.constructor": "y" }).custom_fields;
    expect(Object.entries(custom ?? {})).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
    expect("x" in {}).toBe(false);
  });
});
