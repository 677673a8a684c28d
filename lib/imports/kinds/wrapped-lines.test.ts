import { describe, expect, it } from "vitest";
import { converted } from "@/lib/testing/converted";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const TABLE = `E-mail,Name,Notes,Unsubscribed
ada@example.com,"King, Ada",,no
bob@example.com,Jörg,"two
lines, ""said""",yes
`.repeat(30);
const LINES = TABLE.match(/(?:"(?:[^"]|"")*"|[^"\n])*\n/g) ?? [];
const wrapped = (end: string, behind = "") =>
  LINES.map((line) => `"${line.slice(0, -1).replaceAll('"', '""')}"${behind}${end}`).join("");

describe("lines that a spreadsheet has saved as one cell each", () => {
  it.each([7, 100, 65_536])("are read as the cells in them, in pieces of %i bytes", async (size) => {
    expect(await converted(wrapped("\n"), size)).toBe(TABLE);
    expect(await converted(`\ufeff${wrapped("\n")}`, size)).toMatch(/^\ufeff?"?E-mail,Name/);
    expect(await converted(wrapped("\r\n", ";;"), size)).toBe(
      LINES.map((line) => line.replace(/\n$/, "\r\n")).join(""),
    );
  });

  it.each([
    ["a table whose first cells are quoted", '"King, Ada",ada@example.com\n"Ray, Bob",bob@example.com\n'],
    ["a table of quoted cells", '"E-mail","Name"\n"ada@example.com","King, Ada"\n'],
    ["a single column", '"E-mail"\n"ada@example.com"\n'],
    ["a single column of names", '"Name"\n"King, Ada"\n'],
  ])("are not taken for one another: %s", async (_, text) => expect(await converted(text, 50)).toBe(text));

  it("keep a line that is not like the others", async () => {
    const text = `${wrapped("\n")}"King, Ada",x,y\nplain@example.com,P,,no\n"last@example.com,L,,no"`;
    expect(await converted(text, 64)).toBe(
      `${TABLE}"King, Ada",x,y\nplain@example.com,P,,no\nlast@example.com,L,,no\n`,
    );
  });

  it("are imported", async () => {
    const acme = await newWorkspace();
    const text = wrapped("\r\n").slice(0, wrapped("\r\n").length / 30);
    expect(await importText(acme, text)).toMatchObject({ created_rows: 2, failed_rows: 0 });
    expect((await contactsOf(acme)).get("bob@example.com")).toMatchObject({ is_unsubscribed: true });
  });
});
