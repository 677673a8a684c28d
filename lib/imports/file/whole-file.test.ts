import { describe, expect, it } from "vitest";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { readHead } from "./file";

const head = (text: string) => readHead(Buffer.from(text), true);

describe("every row of a file is a header, a line that is shown, or a row that counts", () => {
  it.each([
    [
      "a broken address above a table without header",
      "ada(at)example.com,Ada\nbob@x.de,Bob,Bath\ncid@x.de,Cid,Ulm\n",
    ],
    ["a title above a table without header", "Contacts\nbob@x.de,Bob,Bath\ncid@x.de,Cid,Ulm\n"],
    ["a header below rows, and none below it", "1,Ada,Bath\n2,Bob,Ulm\n3,Cid,Rom\nName,City,Note\n"],
  ])("%s", async (_, text) => {
    const { dialect, rows, preamble } = await head(text);
    expect(dialect).toMatchObject({ headerRow: 0, firstRecord: 1 });
    expect(rows).toHaveLength(text.trim().split("\n").length);
    expect(preamble).toEqual([]);
  });

  it("shows what stands above the headers, beyond the lines to choose from, too", async () => {
    const notes = Array.from({ length: 23 }, (_, n) => `note ${n}`).join("\n");
    const { preamble, top } = await head(`${notes}\nName,E-mail,City\nAda,ada@x.de,Bath\nBob,bob@x.de,Ulm\n`);
    expect(preamble.map(({ text }) => text)).toEqual(notes.split("\n"));
    expect(top).toHaveLength(20);
  });

  it("takes a row above the headers for what it may be: the headers are a guess then", async () => {
    const { dialect, preamble } = await head("1,Ada,Bath\nE-mail,Name,City\nbob@x.de,Bob,Ulm\n");
    expect(dialect).toMatchObject({ headerRow: 2, certainty: { headerRow: "guess" } });
    expect(preamble).toEqual([{ record: 1, line: 1, text: "1 · Ada · Bath", raw: "1,Ada,Bath" }]);
  });
});

describe("surplus empty cells", () => {
  const HEADER = "E-mail,Name,City,Phone,Note\n";

  it("are forgiven where most rows have them", async () => {
    const rows = "a@x.de,Ada,Bath,+44 20 1234567,x,\nb@x.de,Bob,Ulm,,,\nc@x.de,Cid,Rom,,\n";
    expect((await head(HEADER + rows)).dialect.surplus).toBe(1);
    const done = await importText(await newWorkspace(), HEADER + rows);
    expect(done).toMatchObject({ created_rows: 3, failed_rows: 0 });
  });

  it("of single rows fail them by name", async () => {
    const acme = await newWorkspace();
    const file = `${HEADER}bob@x.de,Bob,Ulm,+49 731 1234567,y\nada@x.de,Lovelace, Ada,London,+44 20 1234567,\ncid@x.de,Cid,Rom,,\n`;
    const done = await importText(acme, file);
    expect(done).toMatchObject({ created_rows: 2, failed_rows: 1 });
    const { body } = await acme.call(listErrors, { params: { id: done.id } });
    expect(body.data).toMatchObject([{ row: 2, line: 3, code: "surplus_cells" }]);
    expect([...(await contactsOf(acme)).keys()].sort()).toEqual(["bob@x.de", "cid@x.de"]);
  });

  it("do not make a column of a single wide row without headers", async () => {
    const rows = ["a@x.de,Ada,Bath", "b@x.de,Bob,Ulm", "c@x.de,Hall, Cid,Rom", "d@x.de,Dan,York"];
    expect((await head(rows.join("\n"))).headers).toHaveLength(3);
  });
});

describe("a file in which no row can be read", () => {
  it.each([
    ["broken quotes", 'a@b.de,"x\nc@d.de,"y\n', 1, "unbalanced_quote"],
    ["too many columns", `\n${"a,".repeat(600)}b\n`, 2, "too_many_columns"],
  ])("says what is wrong and where: %s", async (_, text, line, code) => {
    const { status, body } = await uploadText(await newWorkspace(), text);
    expect([status, body]).toMatchObject([
      400,
      { code: "IMPORT_EMPTY", details: { reason: "unreadable", line, row_code: code } },
    ]);
    expect(body.message).toContain(`Line ${line}: `);
  });
});

it("the preview names the lines above the headers, also those that an override puts there", async () => {
  const acme = await newWorkspace();
  const text = "Contacts\n\nE-mail,Name,City\nada@x.de,Ada,Bath\nbob@x.de,Bob,Ulm\n";
  const { body } = await uploadText(acme, text);
  expect(body).toMatchObject({ headerRow: 2, preamble: [{ record: 1, line: 1, text: "Contacts" }] });
  const params = { id: body.importId };
  const told = await acme.call(preview, { params, query: { headerRow: "3" } });
  expect(told.body.preamble.map(({ text: shown }: { text: string }) => shown)).toEqual([
    "Contacts",
    "E-mail · Name · City",
  ]);
});
