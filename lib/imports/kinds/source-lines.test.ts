import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { batchesOf, contactsOf, importText, rejectedOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

batchesOf(2);

const card = (...properties: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...properties, "END:VCARD"];
const ADA = '{"email":"ada@example.com","note":"two\\nlines"}';
const wrong = (n: number) => `{"email":"wrong ${n}"}`;
const PHOTO = ["PHOTO;ENCODING=b;TYPE=JPEG:AAAA", " BBBB", " CCCC"];
const CARDS = [
  ...card("N:King;Ada;;;", "EMAIL:ada@example.com", ...PHOTO, "NOTE:one\\ntwo", "BDAY:1980-01-02"),
  "",
  ...card("N:Ray;Bob;;;", "EMAIL:wrong 2"),
  ...card("FN:Cid", "EMAIL:wrong 3"),
];

it.each([
  ["JSON lines", [wrong(1), ADA, "", wrong(4)].join("\r\n"), ["1:1", "3:4"]],
  ["packed JSON lines", gzipSync([ADA, wrong(2), wrong(3)].join("\n")), ["2:2", "3:3"]],
  ["an array with an object per line", `[\n${[ADA, wrong(3), wrong(4)].join(",\n")}\n]`, ["2:3", "3:4"]],
  ["an indented array", JSON.stringify([{ email: "ada@example.com" }, { email: "wrong" }], null, 2), ["2:5"]],
  ["an array in one line, whose objects are counted", `[${[ADA, wrong(2), wrong(3)]}]`, ["2:2", "3:3"]],
  ["vCards, each of which begins in its line", CARDS.join("\r\n"), ["2:12", "3:17"]],
])("rejected rows have the line of the file: %s", async (_, file, expected) => {
  const acme = await newWorkspace();
  const done = await importText(acme, file);
  const { body } = await acme.call(listErrors, { params: { id: done.id } });
  expect(body.data.map(({ row, line }: { row: number; line: number }) => `${row}:${line}`)).toEqual(expected);
  expect([...(await contactsOf(acme)).keys()]).toEqual(["ada@example.com"]);
});

it("the file of rejected rows has them, too", async () => {
  const text = await rejectedOf(await newWorkspace(), CARDS.join("\n"), { email: "email" });
  expect(text.split("\r\n").slice(1, 3)).toEqual([
    expect.stringMatching(/^wrong 2,.*,12,/),
    expect.stringMatching(/^wrong 3,.*,17,/),
  ]);
});

it("their preview has no line of headers, and the lines of the file", async () => {
  for (const file of [[ADA, "", wrong(3)].join("\n"), CARDS.join("\n")]) {
    const { body } = await uploadText(await newWorkspace(), file);
    expect([body.headerRow, body.headerLine]).toEqual([1, null]);
    const lines = body.top.map(({ line }: { line: number }) => line);
    expect(lines.slice(0, 3)).toEqual(file.startsWith("{") ? [0, 1, 3] : [0, 1, 12]);
  }
});

it("a record with fewer fields than the others is not taken for a row that a line break cut", async () => {
  const acme = await newWorkspace();
  const [ada, bob, cid] = ["ada@example.com", "wrong", "cid@example.com"].map((email) => ({
    email,
    first_name: "Ada",
    city: "Bath",
  }));
  const lines = [ada, bob, { ...cid, phone: "1", notes: "x" }].map((one) => JSON.stringify(one));
  const done = await importText(acme, lines.join("\n"));
  expect(done).toMatchObject({ created_rows: 2, failed_rows: 1 });
  const { body } = await acme.call(listErrors, { params: { id: done.id } });
  expect(body.data).toMatchObject([{ row: 2, code: "email_invalid" }]);
});
