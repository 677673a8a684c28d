import { expect, it } from "vitest";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { rejectedOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** The file without some of its columns, as a spreadsheet saves it: all rows as wide as the widest. */
function edited(text: string, delimiter: string, left: number[], edit = (_cells: string[]) => {}) {
  const rows = text
    .slice(1)
    .trim()
    .split("\r\n")
    .map((line) => line.match(new RegExp(`("(?:[^"]|"")*"|[^${delimiter}]*)(?:${delimiter}|$)`, "g")) ?? [])
    .map((cells) => cells.map((cell) => cell.replace(new RegExp(`${delimiter}$`), "")))
    .map((cells) => (cells.at(-1) === "" ? cells.slice(0, -1) : cells));
  const width = Math.max(...rows.map((cells) => cells.length));
  const padded = rows.map((cells) => [...cells, ...Array(width - cells.length).fill("")]);
  for (const cells of padded) edit(cells);
  return padded.map((cells) => cells.filter((_, at) => !left.includes(at)).join(delimiter)).join("\r\n");
}

const MIXED = "Adresse;Wer;Ort\na@x.de;Lovelace, A;da;London\nb(at)x.de;Bell, Bo;Ulm\nc(at)x.de;Cy, C;Bern\n";
const CHOSEN = { Adresse: "email", Wer: "company", Ort: "custom_fields.Ort" };
const FIRST_OWN = 3;

const tried = async (acme: Workspace, text: string) => {
  const { body } = await uploadText(acme, text);
  const run = await acme.call(dryRun, { params: { id: body.importId } });
  return { body, run: run.body };
};

it.each([
  ["both columns", []],
  ["no _line", [FIRST_OWN]],
  ["no _error", [FIRST_OWN + 1]],
])("its mapping is found again, and rows that were not mended fail again: %s", async (_, left) => {
  const acme = await newWorkspace();
  const text = (await rejectedOf(acme, MIXED, CHOSEN)).replace("(at)", "@");
  const { body, run } = await tried(acme, edited(text, ";", left));
  expect(body).toMatchObject({ delimiter: ";", remembered: true });
  expect(body.draft.columnMapping).toMatchObject(CHOSEN);
  expect(run).toMatchObject({ create: 1, fail: 2 });
});

it.each([
  ["both columns", []],
  ["no _line", [FIRST_OWN]],
  ["no _error", [FIRST_OWN + 1]],
])("a row whose cells moved to the left is named: %s", async (_, left) => {
  for (const language of ["en", "de", "ja"]) {
    const acme = await newWorkspace();
    const text = await rejectedOf(acme, MIXED, CHOSEN, language);
    // The two halves of a name are joined, and what is right of them follows.
    const join = (cells: string[]) => {
      if (cells[0] === "a@x.de") cells.splice(1, 2, `${cells[1]}${cells[2]}`);
    };
    const { run } = await tried(acme, edited(text.replace("b(at)", "b@"), ";", left, join));
    expect(run).toMatchObject({ create: 1, fail: 2 });
    expect(run.errors.map(({ code }: { code: string }) => code)).toContain("cells_moved");
  }
});
