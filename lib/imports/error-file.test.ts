import { expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, rejectedOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const GERMAN = [
  "Kontakte der Filiale",
  "",
  "E-Mail;Vorname;Newsletter-Status;Ort",
  'ada@example.com;Ada;;"zwei',
  'Zeilen"',
  "",
  "hans(at)example.com;Hans;Ja;Ulm",
  "ina(at)example.com;Ina;;Köln",
].join("\r\n");
const CHOSEN = { "Newsletter-Status": "is_unsubscribed", Ort: "custom_fields.Ort" };

it("is readable in Excel: with a byte order mark, in the delimiter of its source, lines as Excel counts", async () => {
  const acme = await newWorkspace();
  const text = await rejectedOf(acme, GERMAN, CHOSEN);
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const [head, hans, ina] = text.slice(1).split("\r\n");
  expect(head).toBe("E-Mail;Vorname;Newsletter-Status;Ort;_line;_error");
  expect(hans).toContain("Hans;Ja;Ulm;6;");
  expect(ina).toContain("Ina;;Köln;7;");
});

it("says why in the language that was asked for", async () => {
  const acme = await newWorkspace();
  expect(await rejectedOf(acme, GERMAN, CHOSEN)).toContain("is not a valid e-mail address.");
  const text = await rejectedOf(acme, GERMAN, CHOSEN, "de");
  expect(text).toMatch(/;6;.*hans\(at\)example\.com.*keine/);
});

it("maps as its import when it comes back mended, opt-outs included", async () => {
  const acme = await newWorkspace();
  const mended = (await rejectedOf(acme, GERMAN, CHOSEN)).replaceAll("(at)", "@");
  const { body } = await uploadText(acme, mended);
  expect(body).toMatchObject({ delimiter: ";", headerRow: 1, remembered: true, preview: { totalRows: 2 } });
  expect(body.draft.columnMapping).toEqual({
    "E-Mail": "email",
    Vorname: "first_name",
    ...CHOSEN,
    _line: "skip",
    _error: "skip",
  });
  const params = { id: body.importId };
  await acme.call(confirm, { params });
  await settleBackground();
  expect((await acme.call(getImport, { params })).body).toMatchObject({ created_rows: 2, failed_rows: 0 });
  expect((await contactsOf(acme)).get("hans@example.com")).toMatchObject({
    is_unsubscribed: true,
    custom_fields: { Ort: "Ulm" },
  });
});

it.each([
  ["a column more", (text: string) => text.replace(/^\ufeff|(?<=\n)(?=.)/g, (mark) => `${mark}x;`)],
  ["commas", (text: string) => text.replaceAll(";", ",").replace(/"/g, "'")],
  ["no byte order mark", (text: string) => text.slice(1)],
])("maps as its import with %s", async (_what, edit) => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, edit(await rejectedOf(acme, GERMAN, CHOSEN)));
  expect(body.draft.columnMapping).toMatchObject({ "E-Mail": "email", Vorname: "first_name", ...CHOSEN });
});

it.each([",", ";", "\t", "|", "^"])(
  "comes back from a source with %j, however few columns",
  async (delimiter) => {
    const acme = await newWorkspace();
    const lines = [
      ["Mail", "=Sum"],
      ['"not an address, at all"', "-1"],
      ["x@example.com", "2"],
    ];
    const text = `${lines.map((cells) => cells.join(delimiter)).join("\n")}\n`;
    const file = await rejectedOf(acme, text, { Mail: "email", "=Sum": "custom_fields.sum" });
    const { body } = await uploadText(acme, file);
    expect(body.preview.headers).toEqual(["Mail", "=Sum", "_line", "_error"]);
    expect(body.draft.columnMapping).toMatchObject({ Mail: "email", "=Sum": "custom_fields.sum" });
    expect(body.preview.rows[0]?.slice(0, 3)).toEqual(["not an address, at all", "'-1", "2"]);
  },
);

it("says the same when it comes back, whatever spreadsheets would make of its cells", async () => {
  const cells = ['="0013"', "'=1+1", "=1+1", "''=1", "-1", "+49 30", " \n ", "@x", "'", "plain", '="a""b"'];
  const rows = (at: string) =>
    cells.map((cell, n) => [`p${n}${at}example.com`, `"${cell.replaceAll('"', '""')}"`].join(",")).join("\n");
  const [acme, other] = [await newWorkspace(), await newWorkspace()];
  const mapping = { email: "email", Code: "custom_fields.Code" };
  const rejected = await rejectedOf(acme, `email,Code\n${rows("(at)")}\n`, mapping);
  const codes = async (workspace: Workspace, text: string) => {
    const params = { id: (await uploadText(workspace, text)).body.importId };
    await workspace.call(patch, { params, body: { columnMapping: mapping } });
    await workspace.call(confirm, { params });
    await settleBackground();
    return [...(await contactsOf(workspace)).values()].map(({ email, custom_fields }) => [
      email,
      custom_fields,
    ]);
  };
  const direct = await codes(other, `email,Code\n${rows("@")}\n`);
  expect(direct).toHaveLength(cells.length);
  expect(await codes(acme, rejected.replaceAll("(at)", "@"))).toEqual(direct);
});

it("names the rows whose cells were moved while they were mended", async () => {
  const acme = await newWorkspace();
  const text = await rejectedOf(
    acme,
    "email,Name,City\na@example.com,Lovelace, Ada,London\nb@example.com,Bell, Bo,Ulm\nc(at)example.com,Cy,Bern\n",
    {},
  );
  const [head, ada, bo, cy] = text
    .slice(1)
    .split("\r\n")
    .map((line) => line.split(","));
  // Joined, and the cells behind shifted to the left; joined, and the surplus cell put where it belongs.
  const shifted = [ada?.[0], '"Lovelace, Ada"', ...(ada?.slice(3) ?? [])];
  const right = [bo?.[0], '"Bell, Bo"', bo?.at(-1), bo?.[3], "mended"];
  const mended = [head, shifted, right, cy?.map((cell) => cell.replace("(at)", "@"))];
  const { importId } = (await uploadText(acme, mended.map((cells) => cells?.join(",")).join("\r\n"))).body;
  const params = { id: importId };
  expect((await acme.call(dryRun, { params })).body).toMatchObject({
    create: 2,
    fail: 1,
    errors: [{ code: "cells_moved", column: "_line" }],
  });
});

it("comes back from a source without column names", async () => {
  const acme = await newWorkspace();
  const text = "ada@example.com,Ada,Yes\nada(at)example.com,Ada,No\n";
  const chosen = { "Column 1": "email", "Column 2": "last_name", "Column 3": "is_unsubscribed" };
  const { body } = await uploadText(acme, await rejectedOf(acme, text, chosen));
  expect(body.draft.columnMapping).toMatchObject(chosen);
});

it("never has its own columns mapped", async () => {
  const acme = await newWorkspace();
  const file = await rejectedOf(acme, GERMAN, CHOSEN);
  const { importId } = (await uploadText(acme, file)).body;
  const params = { id: importId };
  for (const column of ["_line", "_error"]) {
    const answer = await acme.call(patch, { params, body: { columnMapping: { [column]: "notes" } } });
    expect([answer.status, answer.body.details[0].code]).toEqual([400, "not_mappable"]);
    const mapping = { "E-Mail": "email", [column]: "notes" };
    expect((await acme.call(confirm, { params, body: { columnMapping: mapping } })).status).toBe(400);
  }
});

it("inherits what matches of the latest file that is much the same, and guesses the rest", async () => {
  const acme = await newWorkspace();
  await rejectedOf(acme, "Mail,Status,Ort\na@example.com,Ja,Ulm\n", {
    Status: "is_unsubscribed",
    Ort: "company",
  });
  const alike = (await uploadText(acme, "Mail,Status,Ort,Firma,Phone\na@example.com,Ja,Ulm,Acme,1\n")).body;
  expect(alike.remembered).toBe(true);
  expect(alike.draft.columnMapping).toEqual({
    Mail: "email",
    Status: "is_unsubscribed",
    Ort: "company",
    Firma: "custom_fields.Firma",
    Phone: "phone",
  });
  const other = (await uploadText(acme, "Mail,Status,A,B,C,D,E\na@example.com,Ja,1,2,3,4,5\n")).body;
  expect([other.remembered, other.draft.columnMapping.Status]).not.toContain("is_unsubscribed");
  expect(other.remembered).toBe(false);
});
