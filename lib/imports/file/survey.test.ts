import { expect, it } from "vitest";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import type { Suggestion } from "@/lib/imports/schemas";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { RowSurvey } from "./survey";

const PLAIN = 3000;

/** A column that is empty until the last of many rows; the end of the head cuts the last one in two. */
const late = (header: string, ordinary: string, last: string[], rows = PLAIN) =>
  [
    `email,first,${header}`,
    ...Array.from({ length: rows }, (_, n) => `person.${n}@example.com,Max ${n},${ordinary}`),
    ...last.map((cell, n) => `last.${n}@example.com,Max,${cell}`),
    "",
  ].join("\n");

async function suggested(text: string): Promise<Suggestion | undefined> {
  const acme = await newWorkspace();
  const { status, body } = await uploadText(acme, text);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.suggestions[2];
}

it.each([300, PLAIN, 50_000])(
  "finds an opt-out in the last of %i rows, in a column of no name",
  async (rows) => {
    expect(await suggested(late("x1", "", ["unsubscribed"], rows))).toMatchObject({
      field: "is_unsubscribed",
    });
  },
);

it("keeps a column that only the last rows fill", async () => {
  const fax = Array.from({ length: 5 }, (_, n) => `030 ${n}`);
  expect(await suggested(late("Fax", "", fax))).toMatchObject({ field: "custom_fields.Fax" });
});

it("asks about a status that says unsubscribed in the last rows only", async () => {
  const found = await suggested(late("status", "customer", ["unsubscribed", "unsubscribed"]));
  expect(found?.question ?? found?.field).toMatch(/consent|is_unsubscribed/);
});

it.each(["unsubscribed", "Abgemeldet am"])(
  "names the word that nobody can read in the last row under “%s”, however many other values stand above",
  async (header) => {
    const cells = Array.from({ length: 3000 }, (_, n) => new Date(n * 864e5 + 1e12).toISOString());
    const rows = [...cells, "vielleicht"].map((cell, n) => `p${n}@example.com,Max ${n},${cell}`);
    const found = await suggested(`email,first,${header}\n${rows.join("\n")}\n`);
    expect(found).toMatchObject({ field: "is_unsubscribed", question: "consent", unread: ["vielleicht"] });
  },
);

it("finds who left in the last row when the others have shown more than can be kept", async () => {
  const rows = Array.from({ length: 5000 }, (_, n) =>
    [
      `p${n}@example.com`,
      "",
      ...Array.from({ length: 20 }, (_, c) => (n % 20 === c ? `v${n % 1900}` : "")),
    ].join(),
  );
  const header = ["email", "x1", ...Array.from({ length: 20 }, (_, c) => `c${c}`)].join();
  const text = `${header}\n${rows.join("\n")}\nlast@example.com,unsubscribed\n`;
  const { body } = await uploadText(await newWorkspace(), text);
  expect(body.suggestions[1]).toMatchObject({ field: "is_unsubscribed" });
});

it("looks at the whole file again when it is read otherwise", async () => {
  const acme = await newWorkspace();
  const { importId } = (await uploadText(acme, late("x1", "", ["unsubscribed"]))).body;
  const { status, body } = await acme.call(preview, { params: { id: importId }, query: { headerRow: "0" } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.suggestions[2]).toMatchObject({ header: "Column 3", field: "is_unsubscribed" });
});

it("takes rows that bring a value a column did not have, in their order, and no more than fit", () => {
  const survey = new RowSurvey(2, [
    ["a", ""],
    ["b", ""],
  ]);
  survey.add([
    ["a", ""],
    ["c", ""],
    ["a", " x "],
    ["b", "x"],
    ["a", "y"],
  ]);
  expect(survey.rows).toEqual([
    ["c", ""],
    ["a", " x "],
    ["a", "y"],
  ]);
  const many = new RowSurvey(8, []);
  many.add(
    Array.from({ length: 5000 }, (_, n) => Array.from({ length: 8 }, (_, c) => (n % 8 === c ? `${n}` : ""))),
  );
  expect(many.rows).toHaveLength(400);
});

it("finds in one of many different notes that somebody wants no mail", async () => {
  const lines = Array.from(
    { length: PLAIN },
    (_, n) => `p${n}@example.com,Max,met at stand ${n} of the fair`,
  );
  lines[PLAIN - 5] = "out@example.com,Max,nice talk and then she asked to be taken off the list";
  expect(await suggested(["email,first,Notes", ...lines, ""].join("\n"))).toMatchObject({
    field: "notes",
    question: "consent",
  });
});
