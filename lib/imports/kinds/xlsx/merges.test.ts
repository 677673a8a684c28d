import { expect, it } from "vitest";
import { ApiError } from "@/lib/errors";
import { converted } from "@/lib/testing/converted";
import { rowsOf, workbookOf } from "@/lib/testing/workbook";

const textOf = (file: Uint8Array) => converted(file, 700);

const sheet = (rows: string[][], merged: string[]) =>
  textOf(workbookOf({ sheets: { A: rowsOf(rows) }, merged }));

const PEOPLE = [
  ["email", "name", "Unsubscribed"],
  ["a@x.de", "Ann", "yes"],
  ["b@x.de", "Bo", ""],
  ["c@x.de", "Cy", ""],
];

it("a cell over several rows belongs to each of them", async () => {
  expect(await sheet(PEOPLE, ["C2:C3"])).toBe(
    "email,name,Unsubscribed\na@x.de,Ann,yes\nb@x.de,Bo,yes\nc@x.de,Cy\n",
  );
  expect(await sheet(PEOPLE, ["$C$2:$C$1048576"])).toMatch(/b@x.de,Bo,yes\nc@x.de,Cy,yes\n$/);
});

it.each([
  ["over columns", [["Members", "", ""], ...PEOPLE], ["A1:C1"]],
  ["above the table", [["Members"], [], ...PEOPLE], ["A1:C2"]],
  ["of the header", PEOPLE, ["A1:B1"]],
  ["of one cell, or without sense", PEOPLE, ["C2:C2", "C2", "x", "", "2:3", "C:C"]],
  ["in another table", PEOPLE, ["E2:E3", "C3:C4", "A9:A10"]],
])("what is merged otherwise stays as it is: %s", async (_, rows, merged) => {
  expect(await sheet(rows, merged)).toBe(await sheet(rows, []));
});

it("names of columns over two rows of headers are in both, and a value only in its first column", async () => {
  const rows = [
    ["E-mail", "Phone", ""],
    ["", "home", "mobile"],
    ["a@x.de", "1", ""],
    ["b@x.de", "", ""],
  ];
  expect(await sheet(rows, ["A1:A2", "B1:C1", "B3:C4"])).toBe(
    "E-mail,Phone\nE-mail,home,mobile\na@x.de,1\nb@x.de,1\n",
  );
});

it("a row without a cell of its own is no copy of the one above", async () => {
  expect(await sheet([["email", "name"], ["a@x.de", "Ann"], [], ["b@x.de", ""]], ["A2:A3", "B2:B4"])).toBe(
    "email,name\na@x.de,Ann\n\nb@x.de,Ann\n",
  );
});

it("ranges are found behind prefixed names, in any order, and what they cover counts before them", async () => {
  const rows = rowsOf([
    ["a", "b"],
    ["c", ""],
    ["", "d"],
    ["e", ""],
  ]);
  const xml = `<x:worksheet xmlns:x="y"><x:sheetData>${rows.replace(/<(\/?)/g, "<$1x:")}</x:sheetData ><x:mergeCells><x:mergeCell ref="A2:A3"/><x:mergeCell ref='B1:B4'/></x:mergeCells></x:worksheet>`;
  expect(await textOf(workbookOf({ sheets: { A: "" }, parts: { "xl/worksheets/sheet1.xml": xml } }))).toBe(
    "a,b\nc,b\nc,d\ne,b\n",
  );
});

it("hostile ranges cost no more than the rows that are there, or are refused", async () => {
  const all = await sheet(PEOPLE, new Array(20_000).fill("A1:XFD1048576"));
  expect(all).toBe(await sheet(PEOPLE, []));
  const reasonOf = (work: Promise<string>) =>
    work.then(
      (text) => text.length,
      (error: unknown) => (error instanceof ApiError ? error.details : error),
    );
  expect(await reasonOf(sheet(PEOPLE, ["C3:C2"]))).toEqual({ kind: "xlsx", reason: "damaged" });
  // Long texts, each in a row of its own, all of them repeated below.
  const long = "x".repeat(60_000);
  const stairs = Array.from({ length: 20 }, (_, at) => [...new Array<string>(at).fill(""), long]);
  const ranges = stairs.map((_, at) => `${String.fromCharCode(65 + at)}${at + 1}:Z1048576`);
  expect(await reasonOf(sheet(stairs, ranges))).toEqual({ kind: "xlsx", reason: "cell" });
});
