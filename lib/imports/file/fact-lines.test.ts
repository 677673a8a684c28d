import { expect, it } from "vitest";
import { uploadText } from "@/lib/testing/imports";
import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { newWorkspace } from "@/lib/testing/workspace";
import { isFactLines } from "./fact-lines";

const BLOCKS = "Name: Ann\nEmail: a@x.de\n\nName: Bo\nEmail: b@x.de\n";

it("a file with one fact per line is refused with the way out", async () => {
  const { status, body } = await uploadText(await newWorkspace(), BLOCKS);
  expect([status, body]).toMatchObject([415, { details: { kind: "text", reason: "no_table" } }]);
  expect(body.message).toContain("one contact per line");
});

it("so is a sheet of such lines", async () => {
  const rows = BLOCKS.split("\n").map((line) => line.split(": "));
  const { status } = await uploadText(await newWorkspace(), workbookOf({ sheets: { A: rowsOf(rows) } }));
  expect(status).toBe(415);
});

it.each([
  ["other signs", BLOCKS.replaceAll(": ", " = ")],
  ["two cells", BLOCKS.replaceAll(": ", ";")],
  ["quoted cells", BLOCKS.replaceAll(/^(\w+): (.*)$/gm, '"$1","$2"')],
  [
    "facts that nobody knows",
    `Shoe size: 42\nE-Mail: a@x.de\nName: Ann\nShoe size: 43\nE-Mail: b@x.de\nName: Bo\n`,
  ],
  [
    "addresses over two lines",
    "Name: Ann\nE-Mail: a@x.de\nAddress: 1 High St\n  Bath\nName: Bo\nE-Mail: b@x.de\nAddress: 2 Low St\nYork\nPhone: 1\nPhone: 2\n",
  ],
  ["one person", "Vorname: Ann\r\nNachname: Li\r\nE-Mail: a@x.de\r\nLink: https://x.de\r\n"],
])("told by %s", (_, text) => expect(isFactLines(text)).toBe(true));

it.each([
  ["a table", "Name;E-Mail\nAnn;a@x.de\nBo;b@x.de\n"],
  ["a table between colons", "Name:E-Mail\nAnn:a@x.de\nBo:b@x.de\n"],
  ["lines above a table", "Contact: Ann\nE-Mail: info@x.de\n\nName;E-Mail\nAnn;a@x.de\n"],
  [
    "two such lines",
    "E-Mail: info@x.de\nE-Mail: b@x.de\nName;E-Mail\nAnn;a@x.de\nBo;b@x.de\nCy;c@x.de\nDi;d@x.de\n",
  ],
  ["addresses by kind", "Type,Value\nEmail,a@x.de\nEmail,b@x.de\n"],
  [
    "addresses of one kind with names",
    "Kind,Email,Name\nEmail,a@x.de,Ann\nPhone,b@x.de,Bo\nEmail,c@x.de,Cy\n",
  ],
  ["remarks with colons", "email,note\na@x.de,Phone: 1\nb@x.de,Email: later\n"],
  ["addresses alone", "a@x.de\nb@x.de\n"],
])("but not %s", (_, text) => expect(isFactLines(text)).toBe(false));
