import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import type { Suggestion } from "@/lib/imports/schemas";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { validateMapping } from "./fields";
import { keepUnmatched } from "./kept";
import { suggestMapping } from "./suggest";

const ROOM = 500;
const PEOPLE = ["ada@example.com", "bob@example.com", "eve@example.com"];

/** The suggestion for a column of these cells next to the addresses. */
function kept(header: string, cells: string[], other: [string, string][] = []) {
  const rows = PEOPLE.map((email, at) => [email, cells[at] ?? "", ...other.map(([, cell]) => cell)]);
  const headers = ["email", header, ...other.map(([name]) => name)];
  return keepUnmatched(suggestMapping(headers, rows), rows, ROOM)[1];
}

describe("a column that fits no field", () => {
  it.each([
    ["City", ["Rome", "Oslo", "Bonn"]],
    ["Lead Source", ["fair", "web", ""]],
    ["Kundennummer", ["17", "4", "17"]],
    ["ID", ["1", "2", "3"]],
    ["Column 2", ["north", "south", ""]],
    ["Column 2", ["70", "10", "4"]],
  ])("is kept as a custom field of its name: %s", (header, cells) => {
    expect(kept(header, cells)).toEqual({
      header,
      field: `custom_fields.${header}`,
      confidence: "low",
      reason: "No field of a contact fits, so it is kept as a custom field.",
      reason_code: "kept_as_custom",
    });
  });

  it("is kept, too, when another column fills its field, and names both", () => {
    const cells = ["+49 30 123001", "+49 30 123002", "+49 30 123003"];
    const column = kept("Telefon (privat)", cells, [["Phone", "+49 30 123004"]]);
    expect(column).toEqual({
      header: "Telefon (privat)",
      field: "custom_fields.Telefon (privat)",
      confidence: "low",
      reason: "The column “Phone” already fills phone, so it is kept as a custom field.",
      reason_code: "kept_as_custom",
      filled_by: { field: "phone", header: "Phone" },
    });
    const addresses = ["a@example.org", "b@example.org", "c@example.org"];
    expect(kept("Work email", addresses)?.filled_by).toEqual({ field: "email", header: "email" });
  });

  it.each([
    ["it is empty", "City", ["", " ", ""]],
    ["it may be a flag without a header", "Column 2", ["0", "1", "2"]],
    ["it says when somebody left", "Unsubscribed date", ["2024-01-01", "", ""]],
    ["it says when somebody agreed", "Opt-in date", ["2024-01-01", "2024-01-02", ""]],
    ["it is a link to unsubscribe", "Unsubscribe URL", ["https://a.example/1", "https://a.example/2", ""]],
  ])("is not when %s", (_, header, cells) => {
    expect(kept(header, cells)?.field.startsWith("custom_fields.")).toBe(false);
  });

  it.each([
    ["#", ["1", "2", "3"]],
    ["Nr", ["1", "2", "3"]],
    ["Row", ["1", "2", "3"]],
    // As pandas writes it.
    ["Unnamed: 0", ["0", "1", "2"]],
  ])("is not when it only counts the rows, and says so: %s", (header, cells) => {
    expect(kept(header, cells)).toMatchObject({
      field: "skip",
      reason: "It only counts the rows, so it is left out; map it to a custom field to keep it.",
      reason_code: "row_counter",
    });
  });

  it("is not when it is a time of our own export, as it is or with columns more; another program's is kept", () => {
    const names =
      "email,first_name,last_name,phone,company,notes,external_id,tags,is_unsubscribed,updated_at".split(",");
    const made = ["2026-01-01", "2026-01-02", ""];
    const others = names.slice(1).map((name): [string, string] => [name, ""]);
    expect(kept("created_at", made, others)?.field).toBe("skip");
    expect(kept("created_at", made, [["City", "Rome"], ...others])?.field).toBe("skip");
    for (const less of [[], others.slice(1)])
      expect(kept("created_at", made, less)?.field).toBe("custom_fields.created_at");
  });

  it("is not when it is a question of consent", () => {
    const one = kept("Mailing preference", ["weekly", "unsubscribed", "vip"]);
    expect(one).toMatchObject({ field: "skip", question: "consent" });
  });

  it("is not when it says a name that two others say", () => {
    const names: [string, string][] = [
      ["First name", "Ada"],
      ["Last name", "King"],
    ];
    expect(kept("Full name", ["Ada King", "KING, Ada", ""], names)?.field).toBe("skip");
    // The name of a company.
    expect(kept("Contact/Name", ["Acme AS", "Acme AS", "Beta"], names)?.field).toBe(
      "custom_fields.Contact/Name",
    );
  });
});

it("keeps columns whose long names begin alike, each under a name of its own", () => {
  const question = "Welche unserer Angebote kennen Sie, und welche davon haben Sie schon genutzt?";
  const long = "x".repeat(200);
  const headers = [
    "email",
    ...[" [Beratung]", " [Kurse]", ""].map((end) => question + end),
    ...["a", "b"].map((middle) => long + middle + long),
    "😀".repeat(64),
    `${"😀".repeat(64)}!`,
  ];
  const rows = [headers.map((_, at) => (at === 0 ? "ada@example.com" : `value ${at}`))];
  const fields = keepUnmatched(suggestMapping(headers, rows), rows, ROOM).map(({ field }) => field);
  expect(fields[2]).toBe("custom_fields.Welche unserer Angebote kennen …haben Sie schon genutzt? [Kurse]");
  const mapping = Object.fromEntries(headers.map((header, at) => [header, fields[at] ?? null]));
  expect(validateMapping(headers, mapping)).toEqual({ ok: true, columns: fields });
  expect(fields).not.toContain("skip");
});

it("keeps as many as there is room for", () => {
  const headers = ["email", ...Array.from({ length: 80 }, (_, n) => `c${n + 1}`)];
  const rows = [headers.map((_, at) => (at === 0 ? "ada@example.com" : `value ${at}`))];
  const many = (room: number) => {
    const codes = keepUnmatched(suggestMapping(headers, rows), rows, room).map((one) => one.reason_code);
    const count = (code: string) => codes.filter((one) => one === code).length;
    return [count("kept_as_custom"), count("beyond_custom_fields"), count("beyond_workspace_fields")];
  };
  expect([many(ROOM), many(7), many(0)]).toEqual([
    [50, 30, 0],
    [7, 0, 73],
    [0, 0, 80],
  ]);
});

it("says why a column is left out that no contact has room for, and what really keeps it", async () => {
  const acme = await newWorkspace();
  const headers = Array.from({ length: 52 }, (_, n) => `Col${n + 1}`);
  const { body } = await uploadText(
    acme,
    `email,${headers.join(",")}\nada@example.com,${headers.map((one) => `of ${one}`).join(",")}\n`,
  );
  const beyond = body.suggestions.filter((one: Suggestion) => one.reason_code === "beyond_custom_fields");
  expect(beyond.map(({ header, field }: Suggestion) => [header, field])).toEqual([
    ["Col51", "skip"],
    ["Col52", "skip"],
  ]);
  expect(beyond[0].reason).toBe(
    "A contact has at most 50 custom fields, and other columns take them; to keep this one, skip one of those and map this one to a custom field.",
  );
  const params = { id: body.importId };
  const columnMapping = { Col1: "skip", Col51: "custom_fields.Col51" };
  await acme.call(patch, { params, body: { columnMapping } });
  await acme.call(confirm, { params });
  await settleBackground();
  const [row] = await pg()`select custom_fields from contacts where workspace_id = ${acme.id}`;
  expect(Object.keys(row?.custom_fields)).toHaveLength(50);
  expect(row?.custom_fields).toMatchObject({ Col51: "of Col51" });
});

it("leaves out what would fill a contact's room", () => {
  const rows = [["ada@example.com", "x".repeat(7000), "y".repeat(7000), "z"]];
  const kinds = keepUnmatched(suggestMapping(["email", "a1", "b1", "c1"], rows), rows, ROOM);
  expect(kinds.map(({ reason_code }) => reason_code).slice(1)).toEqual([
    "kept_as_custom",
    "beyond_custom_size",
    "kept_as_custom",
  ]);
});

it("loses nothing when the suggestions are confirmed as they are", async () => {
  const acme = await newWorkspace();
  const { body } = await uploadText(
    acme,
    "email,City,Shoe size,#,\nada@example.com,Rome,38,1,north\nbob@example.com,,41,2,\n",
  );
  expect(body.draft.columnMapping).toEqual({
    email: "email",
    City: "custom_fields.City",
    "Shoe size": "custom_fields.Shoe size",
    "#": "skip",
    "Column 5": "custom_fields.Column 5",
  });
  expect((await acme.call(confirm, { params: { id: body.importId } })).status).toBe(202);
  await settleBackground();
  const rows = await pg()`select custom_fields from contacts where workspace_id = ${acme.id} order by email`;
  expect(rows.map((row) => row.custom_fields)).toEqual([
    { City: "Rome", "Shoe size": 38, "Column 5": "north" },
    { "Shoe size": 41 },
  ]);
});
