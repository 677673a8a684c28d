import { expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { newWorkspace } from "@/lib/testing/workspace";

const TABLE = [
  ["Name", "Email"],
  ["Ann", "ann@example.com"],
  ["Bob", "bob@example.com"],
  ["Cid", "cid@example.com"],
];

/** The table with cells ("A2") struck through. */
function bookWith(cells: string[], table = TABLE): Buffer {
  const rows = cells.reduce((xml, ref) => xml.replace(`<c r="${ref}"`, `<c r="${ref}" s="1"`), rowsOf(table));
  return workbookOf({ sheets: { People: rows }, struck: true });
}

async function uploaded(cells: string[], table?: string[][]) {
  const acme = await newWorkspace();
  return { acme, body: (await uploadText(acme, bookWith(cells, table), "people.xlsx")).body };
}

it.each([[["A3", "B3"]], [["B3"]], [["A3", "B3", "B4"]]])(
  "asks about rows that are struck through: %j",
  async (cells) => {
    const { acme, body } = await uploaded(cells);
    expect(body.preview.headers).toEqual(["Name", "Email", "Column 3"]);
    expect(body.draft.questions).toEqual(["Column 3"]);
    expect(body.suggestions[2]).toMatchObject({ field: "skip", reason_code: "struck_through" });
    const lines = [...new Set(cells.map((ref) => Number(ref.slice(1))))];
    expect(body.source.struck).toEqual({ count: lines.length, lines });
    expect(body.suggestions[2].reason).toMatch(`${lines.join(", ")} of the workbook`);
    const params = { id: body.importId };
    await acme.call(patch, { params, body: { columnMapping: { "Column 3": "is_unsubscribed" } } });
    const { unsubscribe, unread_consent } = (await acme.call(dryRun, { params })).body;
    const rows = new Set(cells.map((ref) => ref.slice(1)));
    expect([unsubscribe, unread_consent.rows]).toEqual([rows.size, 0]);
    expect((await acme.call(confirm, { params })).status).toBe(202);
    await settleBackground();
  },
);

it("names the first twenty of many rows, as the workbook numbers them, and says how many more", async () => {
  const people = Array.from({ length: 40 }, (_, n) => [`Ann ${n}`, `ann${n}@example.com`]);
  const cells = Array.from({ length: 30 }, (_, n) => `B${n + 4}`);
  const { body } = await uploaded(cells, [["Members"], [], ["Name", "Email"], ...people]);
  const lines = Array.from({ length: 20 }, (_, n) => n + 4);
  expect(body.source.struck).toEqual({ count: 30, lines });
  expect(body.suggestions[2].reason).toBe(
    `Rows ${lines.join(", ")} and 10 more of the workbook are struck through. Say whether these people opted out.`,
  );
});

it("asks below a title and beside a column of consent", async () => {
  const titled = await uploaded(["A4", "B4"], [["Members"], ...TABLE]);
  expect(titled.body.draft.questions).toEqual(["Column 3"]);
  const flagged = TABLE.map((row, at) => [...row, ["Unsubscribed", "no", "yes", "no"][at] ?? ""]);
  const { body } = await uploaded(["A4", "B4", "C4"], flagged);
  expect(body.draft.questions).toEqual(["Column 4"]);
});

it.each([[["A1", "B1"]], [["A3"]], [["A2", "B2", "A3", "B3", "A4", "B4"]], [[]]])(
  "leaves alone a header, a corrected cell, and people who are all struck through: %j",
  async (cells) => {
    const { body } = await uploaded(cells);
    expect([body.preview.headers, body.draft.questions]).toEqual([["Name", "Email"], []]);
  },
);
