import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { overfullCode, overfullSql } from "./custom-limits";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `k${from + index}`);
const fieldsOf = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, "x"]));

/** A file with the e-mail first and these custom fields, and its mapping. */
function fileOf(keys: string[], rows: [string, ...string[]][]) {
  const text = `${["email", ...keys].join(",")}\n${rows.map((row) => `${row.join(",")}\n`).join("")}`;
  const custom = Object.fromEntries(keys.map((key) => [key, `custom_fields.${key}`]));
  return { text, body: { columnMapping: { email: "email", ...custom } } };
}

async function errorsOf(acme: Awaited<ReturnType<typeof newWorkspace>>, id: string) {
  const { body } = await acme.call(listErrors, { params: { id } });
  return body.data.map(({ row, line, code, cells }: Record<string, unknown>) => ({ row, line, code, cells }));
}

it("refuses a row that would give a stored contact too many or too long custom fields, and imports the others", async () => {
  const acme = await newWorkspace();
  const stored = {
    "full@example.com": fieldsOf(numbered(1, 50)),
    "fits@example.com": fieldsOf(numbered(1, 48)),
    "long@example.com": { note: "é".repeat(7_000) },
  };
  for (const [email, custom_fields] of Object.entries(stored))
    await acme.call(createContact, { body: { email, first_name: "A", custom_fields } });
  const before = await contactsOf(acme);
  const { text, body } = fileOf(
    ["a", "k1"],
    [
      ["new@example.com", "1", "2"],
      ["full@example.com", "1", "2"],
      ["fits@example.com", "1", "2"],
      ["long@example.com", "y".repeat(2_500), ""],
      ["full@example.com", "", "3"],
    ],
  );

  const received = await uploadText(acme, text);
  const checked = await acme.call(dryRun, { params: { id: received.body.importId }, body });
  expect(checked.body).toMatchObject({ create: 1, update: 1, fail: 3 });

  const done = await importText(acme, text, body);
  expect(done).toMatchObject({ processed_rows: 5, created_rows: 1, updated_rows: 1, failed_rows: 3 });
  expect(await errorsOf(acme, done.id)).toEqual([
    { row: 2, line: 3, code: "too_many_custom_fields", cells: ["full@example.com", "1", "2"] },
    {
      row: 4,
      line: 5,
      code: "custom_fields_too_long",
      cells: ["long@example.com", `${"y".repeat(199)}…`, ""],
    },
    { row: 5, line: 6, code: "too_many_custom_fields", cells: ["full@example.com", "", "3"] },
  ]);
  const after = await contactsOf(acme);
  for (const email of ["full@example.com", "long@example.com"])
    expect(after.get(email)).toEqual(before.get(email));
  expect(after.get("fits@example.com")).toMatchObject({
    custom_fields: { ...stored["fits@example.com"], a: "1", k1: "2" },
  });
});

it.each([1, 20_000])(
  "refuses a later row of a person whose rows together say too much, in batches of %d",
  async (rows) => {
    process.env.IMPORT_BATCH_ROWS = String(rows);
    resetEnv();
    try {
      const acme = await newWorkspace();
      const keys = numbered(1, 60);
      const cells = (from: number, to: number) =>
        keys.map((_, at) => (at + 1 >= from && at + 1 <= to ? "x" : ""));
      const { text, body } = fileOf(keys, [
        ["ada@example.com", ...cells(1, 40)],
        ["ada@example.com", ...cells(41, 60)],
        ["ada@example.com", ...cells(41, 50)],
      ]);
      const done = await importText(acme, text, body);
      expect(done).toMatchObject({ processed_rows: 3, created_rows: 1, updated_rows: 1, failed_rows: 1 });
      expect((await errorsOf(acme, done.id)).map(({ row }: { row: number }) => row)).toEqual([2]);
      expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({
        custom_fields: fieldsOf(numbered(1, 50)),
      });
    } finally {
      delete process.env.IMPORT_BATCH_ROWS;
      resetEnv();
    }
  },
);

it.each([
  [fieldsOf(numbered(1, 50)), null],
  [fieldsOf(numbered(1, 51)), "too_many_custom_fields"],
  [fieldsOf([..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY"]), "too_many_custom_fields"],
  [{ a: "é".repeat(8_188) }, null],
  [{ a: "é".repeat(8_189) }, "custom_fields_too_long"],
  [{ a: "x".repeat(8_000), b: '"\\\n\t'.repeat(1_000), c: "z".repeat(362) }, null],
  [{ a: "x".repeat(8_000), b: '"\\\n\t'.repeat(1_000), c: "z".repeat(363) }, "custom_fields_too_long"],
])(
  "knows by itself and in SQL what a contact can hold (%#)",
  async (fields: Record<string, string>, code) => {
    expect(overfullCode(fields)).toBe(code);
    const [row] = await pg().unsafe(
      `select ${overfullSql("f")} as code from (select $1::text::jsonb as f) one`,
      [JSON.stringify(fields)],
    );
    expect(row?.code).toBe(code);
  },
);
