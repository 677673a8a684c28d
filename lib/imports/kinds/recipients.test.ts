import { describe, expect, it } from "vitest";
import { converted } from "@/lib/testing/converted";
import { cpuMs } from "@/lib/testing/cpu";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { isRecipients } from "./recipients";

const people = (end: string) =>
  [
    '"Ada Byron" <ada@example.com>',
    '"Müller, Jörg" <joerg@example.com>',
    "Eve <eve@example.com>",
    "bob@example.com",
  ]
    .map((line) => line + end)
    .join("\n");

describe("recipients as mail programs copy them", () => {
  it.each(["", ",", ";", " ;"])("are people, each with its name; behind them: %j", async (end) => {
    const acme = await newWorkspace();
    const { created_rows } = await importText(acme, people(end));
    expect(created_rows).toBe(4);
    const found = await contactsOf(acme);
    expect(found.get("ada@example.com")).toMatchObject({ first_name: "Ada", last_name: "Byron" });
    expect(found.get("joerg@example.com")).toMatchObject({ first_name: "Jörg", last_name: "Müller" });
  });

  it.each([1, 7, 65_536])("are read in pieces of %i bytes", async (size) => {
    const lines = `Empfänger\r\n${'"King, Ada" <ada@example.com>;\r\n'.repeat(40)}`;
    expect(await converted(lines, size)).toBe(
      `Empfänger\r\n${'"""King, Ada"" <ada@example.com>"\r\n'.repeat(40)}`,
    );
  });

  it("passes on a line without an end, and goes on below it", async () => {
    const start = '"Ada" <ada@example.com>\n'.repeat(30);
    const long = `"Bob" <${"x".repeat(3_000_000)}\n`;
    const cell = '"""Ada"" <ada@example.com>"\n';
    expect(await converted(start + long + start)).toBe(cell.repeat(30) + long + cell.repeat(30));
  });

  it("takes no time for long blanks", async () => {
    const blanks = " ".repeat(300_000);
    const lines = ['"Ada" <ada@example.com>', `"Bob" <bob@example.com>${blanks}x`, `Eve${blanks}"`];
    const head = Buffer.from(lines.join("\n"));
    expect(await cpuMs(() => expect(isRecipients(head)).toBe(false))).toBeLessThan(1_000);
  });

  it.each([
    ["a table", '"Ada Byron" <ada@example.com>,active\n"Bob" <bob@example.com>,active\n'],
    ["several in one line", '"Ada" <ada@example.com>, "Bob" <bob@example.com>\n'],
    ["quoted cells", '"Ada","ada@example.com"\n'],
    ["names without quotation marks", "Ada <ada@example.com>\n"],
  ])("others stay as they are: %s", (_, text) => expect(isRecipients(Buffer.from(text))).toBe(false));
});
