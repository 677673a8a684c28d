import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { withRemembered } from "./remembered";
import { suggestMapping } from "./suggest";

const fieldOf = (header: string, cells: string[]) =>
  suggestMapping(
    ["email", header],
    cells.map((cell, n) => [`p${n}@example.com`, cell]),
  )[1]?.field;

describe("an id of another system", () => {
  it.each([
    ["Customer ID", ["1001", "1002"]],
    ["Mitgliedsnummer", ["M-7", "M-8"]],
    ["Kundennummer", ["2019", "2020"]],
    ["Customer ID", ["3e12", "5e300412", "a7"]],
    ["Customer ID", ["12345678901234500", "12345678901234567", "12345678901234599"]],
    ["Customer ID", ["1234567890123450", "1000"]],
  ])("is %s %j", (header, cells) => expect(fieldOf(header, cells)).toBe("external_id"));

  it.each([
    ["Mitglied seit", ["2019", "2020"]],
    ["Mitglied bis", ["01.01.2025", "01.02.2025"]],
    ["Mitgleidsnummer", ["M-7", "M-8"]],
    ["Customer ID", ["6.01235E+12", "6.01236E+12"]],
    ["Customer ID", ["1001", "6,01235E+12"]],
    ["Customer ID", ["12345678901234500", "1001", "12345678901234600"]],
    ["Customer ID", ["4416329609610000000"]],
  ])("is not %s %j: it would overwrite somebody else", (header, cells) =>
    expect(fieldOf(header, cells)).toBe("skip"),
  );

  it("is not remembered where a spreadsheet has rounded it since", () => {
    const headers = ["email", "Customer ID"];
    const remembered = {
      fields: new Map([
        ["email", "email"],
        ["Customer ID", "external_id"],
      ]),
      asks: new Set<string>(),
      answered: new Set<string>(),
      isSame: true,
    };
    const recalled = (id: string) => {
      const rows = [["a@example.com", id]];
      return withRemembered(suggestMapping(headers, rows), remembered, rows)[1]?.field;
    };
    expect(recalled("6012350000001")).toBe("external_id");
    expect(recalled("6.01235E+12")).toBe("skip");
  });
});

it.each(["Város", "Agama", "Talla", "Alasan", "Noten", "Votes", "Noted"])(
  "%s is another word than the name of a field that it resembles",
  (header) => expect(fieldOf(header, ["Szeged", "Pécs"])).toBe("skip"),
);
it.each([
  ["Fima", "company"],
  ["Vornmae", "first_name"],
  ["Nahcname", "last_name"],
  ["Comapny", "company"],
])("%s is a slip for %s", (header, field) => expect(fieldOf(header, ["Szeged", "Pécs"])).toBe(field));

it("a title beside a Turkish company is no company", () => {
  const headers = ["Unvan", "Ad", "Soyadı", "Şirket", "E-posta Adresi"];
  const fields = suggestMapping(headers, [["Bay", "Ahmet", "Yılmaz", "Koç Holding", "a@example.com"]]);
  expect(fields.map(({ field }) => field)).toEqual(["skip", "first_name", "last_name", "company", "email"]);
});

it.each(["0", "000", "-", "—", "0.0"])(
  "%s is the id of nobody: guests of two shops are two people",
  async (id) => {
    const acme = await newWorkspace();
    const rowsOf = (name: string, own: string) =>
      `email,Customer ID\n${name}@example.com,${id}\nx${name}@example.com,${own}\n`;
    await importText(acme, rowsOf("ada", "客0"));
    expect(await importText(acme, rowsOf("bob", "A-0"))).toMatchObject({ created_rows: 2, updated_rows: 0 });
    const rows = await pg()`
    select email, external_id from contacts where workspace_id = ${acme.id} order by email`;
    expect(rows.map(({ email, external_id }) => [email, external_id])).toEqual([
      ["ada@example.com", null],
      ["bob@example.com", null],
      ["xada@example.com", "客0"],
      ["xbob@example.com", "A-0"],
    ]);
  },
);

it("an id after the apostrophe by which spreadsheets mark a text is the same one", async () => {
  const acme = await newWorkspace();
  const head = "email,Customer ID,Unsubscribed\n";
  await importText(acme, `${head}ada@example.com,'7012345678902,yes\n`);
  const again = await importText(acme, `${head}new@example.com,7012345678902,\n`);
  expect(again).toMatchObject({ created_rows: 0, updated_rows: 1 });
  const rows = await pg()`
    select email, external_id, is_unsubscribed from contacts where workspace_id = ${acme.id}`;
  expect([...rows]).toEqual([
    { email: "new@example.com", external_id: "7012345678902", is_unsubscribed: true },
  ]);
});
