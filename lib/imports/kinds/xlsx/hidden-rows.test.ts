import { expect, it } from "vitest";
import { GET } from "@/app/api/imports/[id]/preview/route";
import { uploadText } from "@/lib/testing/imports";
import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { newWorkspace } from "@/lib/testing/workspace";

const TABLE = [["Name", "Email"], ["Ann", "ann@example.com"], ["Section"], ["Bob", "bob@example.com"]];

/** The table with rows that a filter hides. */
function bookWith(hidden: number[]): Buffer {
  const rows = hidden.reduce(
    (xml, row) => xml.replace(`<row r="${row}"`, `<row r="${row}" hidden="1"`),
    rowsOf(TABLE),
  );
  return workbookOf({ sheets: { People: rows } });
}

it("reads people in hidden rows as well, and says so whenever the preview is asked for", async () => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, bookWith([3, 4]), "people.xlsx");
  expect(body.preview.rows.at(-1)).toEqual(["Bob", "bob@example.com"]);
  expect(body.source.hidden).toEqual({ count: 1, lines: [4] });
  const warning = { code: "hidden_rows", example: null, lines: { count: 1, first: [4] } };
  expect(body.warnings).toEqual([warning]);
  const again = await acme.call(GET, { params: { id: body.importId } });
  expect(again.body.warnings).toEqual([warning]);
});

it("says nothing where only rows without people are hidden", async () => {
  const { body } = await uploadText(await newWorkspace(), bookWith([3]), "people.xlsx");
  expect([body.source.hidden, body.warnings]).toEqual([undefined, []]);
});
