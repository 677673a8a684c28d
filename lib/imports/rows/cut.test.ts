import { expect, it } from "vitest";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { batchesOf, contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const BOB = "bob@x.de,Bob,High St 1,Bath";
const FIRST = "E-mail,Name,Street,City";
const LATER = "Name,Street,E-mail,City";

/** Rows become one cell each, so that what is lost shows. */
async function outcome(text: string) {
  const acme = await newWorkspace();
  const done = await importText(acme, text);
  const { body } = await acme.call(listErrors, { params: { id: done.id } });
  const errors = body.data.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`);
  return { acme, errors, cells: body.data[0]?.cells, people: [...(await contactsOf(acme)).keys()].sort() };
}

it.each([
  ["in the middle", FIRST, ["ada@x.de,Ada,12 Main", " Street,London"], ["2 row_cut", "3 rest_of_row"]],
  [
    "twice",
    FIRST,
    ["ada@x.de,Ada,12", "Main", "Street,London"],
    ["2 row_cut", "3 rest_of_row", "4 rest_of_row"],
  ],
  [
    "before the first letter of a cell",
    FIRST,
    ["ada@x.de,Ada,", "12 Main St,Rome"],
    ["2 row_cut", "3 rest_of_row"],
  ],
  ["in the last cell", FIRST, ["ada@x.de,Ada,12 Main,New", " York"], ["2 row_cut", "3 rest_of_row"]],
  ["before the address", LATER, ["Ada,12 Main", "Street,ada@x.de,London"], ["2 row_cut", "3 rest_of_row"]],
  ["in the first cell", LATER, ["Ada", " Lovelace,12 Main,ada@x.de,London"], ["2 row_cut", "3 rest_of_row"]],
])("a row cut by a line break fails with what follows it: %s", async (_, header, lines, codes) => {
  const bob = header === FIRST ? BOB : "Bob,High St 1,bob@x.de,Bath";
  const { errors, cells, people } = await outcome([header, ...lines, bob, ""].join("\n"));
  expect(errors).toEqual(codes);
  expect(people).toEqual(["bob@x.de"]);
  expect(cells).toHaveLength(4);
  expect(cells.join(",")).toBe(lines.join("\n"));
});

it.each([
  ["short rows", "ada@x.de,Ada\ncy@x.de,Cy,High St 2", ["ada@x.de", "bob@x.de", "cy@x.de"], []],
  ["a row without an address", "ada@x.de,Ada\n,Cy,High St 2", ["ada@x.de", "bob@x.de"], ["3 email_missing"]],
  ["a sum", "ada@x.de,Ada,St 3,Rome\nTotal", ["ada@x.de", "bob@x.de"], ["3 email_invalid"]],
  ["an end mark", "ada@x.de,Ada,St 3,Rome\nend of list", ["ada@x.de", "bob@x.de"], ["3 email_invalid"]],
  ["a title", "berlin\nada@x.de,Ada,St 3,Rome", ["ada@x.de", "bob@x.de"], ["2 email_invalid"]],
  ["a blank line between", "ada@x.de,Ada,12\n\nMain,Rome", ["ada@x.de", "bob@x.de"], ["4 email_invalid"]],
])("other rows are no cut ones: %s", async (_, lines, people, codes) => {
  const found = await outcome(`${FIRST}\n${lines}\n${BOB}\n`);
  expect([found.people, found.errors]).toEqual([people, codes]);
});

it("an opt-out beyond the line break counts", async () => {
  const acme = await newWorkspace();
  await importText(acme, "E-mail,Name\nada@x.de,Ada\n");
  await importText(
    acme,
    "E-mail,Name,Street,Unsubscribed\nada@x.de,Ada,12 Main\n Street,yes\nbob@x.de,Bob,x,no\n",
  );
  expect((await contactsOf(acme)).get("ada@x.de")).toMatchObject({ is_unsubscribed: true });
});

batchesOf(1);
it("no batch ends within a cut row", async () => {
  const rows = Array.from({ length: 5 }, (_, n) => `p${n}@x.de,Ada,12 Main\n Street,London\n`).join("");
  const { errors, people } = await outcome(`${FIRST}\n${rows}${BOB}\n`);
  expect(errors).toHaveLength(10);
  expect(new Set(errors.map((error: string) => error.split(" ")[1]))).toEqual(
    new Set(["row_cut", "rest_of_row"]),
  );
  expect(people).toEqual(["bob@x.de"]);
});
