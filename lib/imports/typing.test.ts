import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { PATCH as patchField } from "@/app/api/fields/[id]/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { PATCH as correct } from "@/app/api/imports/[id]/corrections/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as errors } from "@/app/api/imports/[id]/errors/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const pending = async (acme: Workspace, text: string) => {
  const { body } = await uploadText(acme, text);
  return { params: { id: body.importId as string }, draft: body.draft, suggestions: body.suggestions };
};

/** Confirms the draft; the result must match the dry run. */
async function run(acme: Workspace, params: { id: string }, body?: object) {
  const predicted = (await acme.call(dryRun, { params, ...(body && { body }) })).body;
  expect((await acme.call(confirm, { params, ...(body && { body }) })).status).toBe(202);
  await settleBackground();
  const done = (await acme.call(getImport, { params })).body;
  expect([done.created_rows, done.failed_rows]).toEqual([predicted.create, predicted.fail]);
  const { data } = (await acme.call(errors, { params })).body;
  expect(predicted.errors.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual(
    data.map(({ row, code }: { row: number; code: string }) => [row, code]),
  );
  return { done, failed: data };
}

const ROWS = Array.from({ length: 40 }, (_, n) => ({
  ...{ email: `p${n}@example.com`, Seats: `${n}.000,5`, Renewal: `${(n % 28) + 1}.03.2025` },
  ...{
    Partner: n % 2 ? "ja" : "nein",
    Plan: ["Free", "Team"][n % 2],
    Code: `00${n}`,
    Motto: n ? `note ${n}` : "7",
  },
}));
const fileOf = (rows: Record<string, unknown>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.join(";"))
    .join("\n");

it("a file without a mapping brings fields of the types that all of its cells fit", async () => {
  const acme = await newWorkspace();
  const { params } = await pending(acme, fileOf(ROWS));
  // A column that may concern consent is never kept without asking.
  const columnMapping = { Partner: "custom_fields.Partner" };
  const { draft } = (await acme.call(patch, { params, body: { columnMapping } })).body;
  expect(draft.columnTypes).toEqual({
    ...{ Seats: { type: "number", format: "comma" }, Renewal: { type: "date", format: "dmy" } },
    ...{ Partner: { type: "boolean" }, Plan: { type: "choice", options: ["Free", "Team"] } },
    ...{ Code: { type: "text" }, Motto: { type: "text" } },
  });
  await run(acme, params);
  const custom = {
    Seats: 3000.5,
    Renewal: "2025-03-04",
    Partner: true,
    Plan: "Team",
    Code: "003",
    Motto: "note 3",
  };
  expect((await contactsOf(acme)).get("p3@example.com")?.custom_fields).toEqual(custom);
  const { data } = (await acme.call(listFields)).body;
  expect(data.map(({ key, type }: Record<string, string>) => `${key} ${type}`)).toEqual([
    ...["Code text", "Motto text", "Partner boolean", "Plan choice", "Renewal date", "Seats number"],
  ]);
  const again = await pending(acme, fileOf(ROWS));
  await acme.call(patch, { params: again.params, body: { columnMapping } });
  expect(again.draft.columnTypes.Seats).toMatchObject({ type: "number", is_known: true });
  const { done } = await run(acme, again.params);
  expect(done).toMatchObject({ updated_rows: 40, unchanged_rows: 40 });
});

it("a column of a few values that recur is a choice unless somebody says that the next file may say more", async () => {
  const next = "email;Plan\nnew@example.com;Gold\n";
  const guessed = await newWorkspace();
  await run(guessed, (await pending(guessed, fileOf(ROWS))).params);
  const { failed } = await run(guessed, (await pending(guessed, next)).params);
  expect(failed).toMatchObject([{ column: "Plan", code: "not_an_option" }]);
  const acme = await newWorkspace();
  const { params } = await pending(acme, fileOf(ROWS));
  await acme.call(patch, { params, body: { columnTypes: { Plan: { type: "text" } } } });
  await run(acme, params);
  await run(acme, (await pending(acme, next)).params);
  expect((await contactsOf(acme)).get("new@example.com")?.custom_fields).toEqual({ Plan: "Gold" });
});

it("asks where all cells could mean two things, and does not go on before it is told", async () => {
  const acme = await newWorkspace();
  const text = "email;Day;Sum\na@example.com;03/04/2025;1.234\nb@example.com;05/06/2025;2.345\n";
  const { params, draft } = await pending(acme, text);
  expect(draft.columnTypes).toEqual({ Day: { type: "text" }, Sum: { type: "text" } });
  const columnTypes = { Day: { type: "date" }, Sum: { type: "number" } };
  const typed = await acme.call(patch, { params, body: { columnTypes } });
  expect(typed.body.draft.columnTypes).toEqual({
    Day: { type: "date", format: null },
    Sum: { type: "number", format: null },
  });
  const refused = await acme.call(confirm, { params });
  expect([refused.status, refused.body.details.map((one: { code: string }) => one.code)]).toEqual([
    400,
    ["format_needed", "format_needed"],
  ]);
  const told = { Day: { type: "date", format: "mdy" }, Sum: { type: "number", format: "comma" } };
  expect((await acme.call(patch, { params, body: { columnTypes: told } })).status).toBe(200);
  await run(acme, params);
  expect((await contactsOf(acme)).get("a@example.com")?.custom_fields).toEqual({
    Day: "2025-03-04",
    Sum: 1234,
  });
});

it.each(["", "2023-02-29", "soon"])("asks nothing about a format where no cell has any: %j", async (cell) => {
  const acme = await newWorkspace();
  for (const type of ["date", "number"])
    await acme.call(createField, { body: { key: type, name: type, type } });
  const text = `email;date;number\na@example.com;${cell};${cell}\nb@example.com;;\n`;
  const { params } = await pending(acme, text);
  const columnMapping = { email: "email", date: "custom_fields.date", number: "custom_fields.number" };
  const { status } = await acme.call(confirm, { params, body: { columnMapping } });
  expect(status).toBe(202);
});

it("one cell that can only be read one way says it for the column", async () => {
  const acme = await newWorkspace();
  const { draft } = await pending(acme, "email;Day\na@example.com;03/04/2025\nb@example.com;25/06/2025\n");
  expect(draft.columnTypes.Day).toEqual({ type: "date", format: "dmy" });
});

it("a column goes to the field that people call so, whatever its key is", async () => {
  const acme = await newWorkspace();
  await acme.call(createField, { body: { key: "town", name: "Home town", type: "text" } });
  const { draft } = await pending(acme, "email;home TOWN\na@example.com;Bonn\n");
  expect(draft.columnMapping).toEqual({ email: "email", "home TOWN": "custom_fields.town" });
});

it("a cell that does not fit fails its row alone, with what is expected", async () => {
  const acme = await newWorkspace();
  await acme.call(createField, { body: { name: "Seats", type: "number" } });
  await acme.call(createField, { body: { name: "Plan", type: "choice", options: ["Free", "Team"] } });
  const lines = [
    "a@example.com;12;free",
    "b@example.com;many;Free",
    "c@example.com;;Gold",
    "d@example.com;;",
  ];
  const { params, draft } = await pending(acme, `email;Seats;Plan\n${lines.join("\n")}\n`);
  expect(draft.columnTypes.Seats).toEqual({ type: "number", format: "dot", is_known: true });
  const { failed } = await run(acme, params);
  expect(failed).toMatchObject([
    { row: 2, column: "Seats", code: "not_a_number" },
    { row: 3, column: "Plan", code: "not_an_option" },
  ]);
  expect(failed[0].message).toContain("“many” is not a number");
  expect(failed[1].message).toBe(
    "“Gold” is not one of: Free, Team. Add it to the options of the field, or correct the cell.",
  );
  const people = await contactsOf(acme);
  expect(people.get("a@example.com")?.custom_fields).toEqual({ Seats: 12, Plan: "Free" });
  expect(people.get("d@example.com")?.custom_fields).toBeNull();
});

it("a mapping sent without types makes text; a number that a file repeats as text changes nothing", async () => {
  const acme = await newWorkspace();
  const body = { email: "a@example.com", first_name: "A", custom_fields: { Seats: 12, more: { a: 1 } } };
  await acme.call(createContact, { body });
  const { params } = await pending(acme, "email;Seats;Size\na@example.com;12;38\n");
  const columnMapping = { email: "email", Seats: "custom_fields.Seats", Size: "custom_fields.Size" };
  await run(acme, params, { columnMapping });
  expect((await contactsOf(acme)).get("a@example.com")?.custom_fields).toEqual({
    ...body.custom_fields,
    Size: "38",
  });
  await acme.call(createField, { body: { name: "Rank", type: "number" } });
  const next = await pending(acme, "email;Rank;Seats\na@example.com;2;12\n");
  await run(acme, next.params, {
    columnMapping: { email: "email", Rank: "custom_fields.Rank", Seats: "custom_fields.Seats" },
  });
  expect((await contactsOf(acme)).get("a@example.com")?.custom_fields).toMatchObject({ Seats: 12, Rank: 2 });
});

it("words that are no options are counted, and go in once they are added; misspellings can be corrected", async () => {
  const acme = await newWorkspace();
  const plan = { name: "Plan", type: "choice", options: ["Free", "Team Plus"] };
  const field = (await acme.call(createField, { body: plan })).body;
  const words = [
    "FREE",
    " team  plus",
    "Téam Plus",
    "Entreprise",
    "Enterprise",
    "enterprise",
    "Team Pluss",
    "Trial",
  ];
  const lines = words.map((word, n) => `p${n}@example.com;${word}`);
  const { params, suggestions } = await pending(acme, ["email;Plan", ...lines, "bad;Wrong"].join("\n"));
  const cells = suggestions.find(({ header }: { header: string }) => header === "Plan").cells;
  expect(cells.options).toContain("Enterprise");
  const reasonsNow = async () => {
    expect((await acme.call(dryRun, { params })).status).toBe(200);
    const { reasons } = (await acme.call(listChanges, { params, query: { kind: "fail" } })).body;
    return reasons.find(({ code }: { code: string }) => code === "not_an_option");
  };
  expect(await reasonsNow()).toEqual({
    ...{ code: "not_an_option", column: "Plan", rows: 5 },
    proposals: [{ proposal: "nearest_option", rows: 1 }],
    values: [
      { value: "Enterprise", rows: 2 },
      ...["Entreprise", "Team Pluss", "Trial"].map((value) => ({ value, rows: 1 })),
    ],
  });
  const options = [...plan.options, "Enterprise", "Trial"];
  expect((await acme.call(patchField, { params: { id: field.id }, body: { options } })).status).toBe(200);
  expect(await reasonsNow()).toMatchObject({
    proposals: [{ proposal: "nearest_option", rows: 2 }],
    values: [{ value: "Entreprise" }, { value: "Team Pluss" }],
  });
  const rules = [{ code: "not_an_option", column: "Plan", proposal: "nearest_option" }];
  expect((await acme.call(correct, { params, body: { rules } })).status).toBe(200);
  expect(await reasonsNow()).toBeUndefined();
  const { done } = await run(acme, params);
  expect(done).toMatchObject({ created_rows: 8, failed_rows: 1 });
  const people = await contactsOf(acme);
  expect(words.map((_, n) => people.get(`p${n}@example.com`)?.custom_fields)).toEqual(
    [
      "Free",
      "Team Plus",
      "Team Plus",
      ...["Enterprise", "Enterprise", "Enterprise"],
      "Team Plus",
      "Trial",
    ].map((Plan) => ({ Plan })),
  );
});

it("of words that are no options one more is counted than a field may have", async () => {
  const acme = await newWorkspace();
  await acme.call(createField, { body: { name: "Plan", type: "choice", options: ["Free"] } });
  const lines = Array.from(
    { length: 130 },
    (_, n) => `p${n}@example.com;w${n} ${"x".repeat(n === 0 ? 99 : 1)}`,
  );
  const { params } = await pending(acme, ["email;Plan", ...lines].join("\n"));
  expect((await acme.call(dryRun, { params })).status).toBe(200);
  const [reason] = (await acme.call(listChanges, { params, query: { kind: "fail" } })).body.reasons;
  expect([reason.rows, reason.values.length, reason.values[0].value]).toEqual([130, 101, "w1 x"]);
});
