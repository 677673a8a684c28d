import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText, rejectedOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

async function rejected(text: string) {
  const acme = await newWorkspace();
  const done = await importText(acme, text);
  const { body } = await acme.call(listErrors, { params: { id: done.id } });
  return body.data.map(({ line, column, code }: Record<string, unknown>) => ({ line, column, code }));
}

const few = (line: number, column: string) => [{ line, column, code: "too_few_cells" }];

describe("a row that lacks a cell, so that an opt-out moves to another column, is rejected", () => {
  it.each([
    ["a yes", "Email,Company,Unsubscribed\na@x.org,yes\nb@x.org,Acme,no\n", 2, "Company"],
    ["in the only row", "Email,Company,Unsubscribed\na@x.org,yes\n", 2, "Company"],
    ["a no", "Email,Company,Unsubscribed\na@x.org,no\nb@x.org,Acme,no\n", 2, "Company"],
    [
      "a word",
      "E-Mail;Firma;Status\na@x.de;Acme;aktiv\nb@x.de;abgemeldet\nc@x.de;Bo;abgemeldet\n",
      3,
      "Firma",
    ],
    ["a one", "Email,Company,Opt-out\na@x.org,1\nb@x.org,Acme,0\nc@x.org,Bo,1\n", 2, "Company"],
    [
      "a day",
      "Email,City,Unsubscribed at\na@x.org,2024-03-01\nb@x.org,Ulm,2024-02-01\nc@x.org,Bath,\n",
      2,
      "City",
    ],
    [
      "with other cells behind it",
      "Email,Company,Unsubscribed,City\na@x.org,yes\nb@x.org,Acme,no,Ulm\n",
      2,
      "Company",
    ],
    [
      "an empty cell behind it",
      "Email,Company,Unsubscribed,City\na@x.org,yes,\nb@x.org,Acme,no,Ulm\n",
      2,
      "Company",
    ],
    [
      "where lines end with a delimiter",
      "Email,Company,Unsubscribed\na@x.org,yes,\nb@x.org,Acme,no,\nc@x.org,Bo,no,\n",
      2,
      "Company",
    ],
    [
      "two cells missing",
      "Email,Name,Company,Unsubscribed\na@x.org,yes\nb@x.org,Bo,Acme,no\nc@x.org,Cy,Acme,yes\n",
      2,
      "Name",
    ],
  ])("%s", async (_, text, line, column) => {
    expect(await rejected(text)).toEqual(few(line, column));
  });
});

it.each([
  ["a number where others are", "Email,Orders,Unsubscribed\na@x.org,1\nb@x.org,7,1\nc@x.org,3,0\n"],
  [
    "a word that full rows have there, too",
    "Email,VIP,Unsubscribed\na@x.org,yes\nb@x.org,yes,no\nc@x.org,no,yes\n",
  ],
  [
    "a flag in rows whose empty ends are cut off",
    "Email,VIP,Unsubscribed\na@x.org,yes\nb@x.org,yes\nc@x.org,,yes\n",
  ],
  ["a day among days", "Email,Since,Unsubscribed at\na@x.org,2024-03-01\nb@x.org,2023-01-02,2024-02-01\n"],
  ["a country", "Email,Country,Newsletter\na@x.org,NO\nb@x.org,DE,yes\nc@x.org,FR,no\nd@x.org,DE\n"],
  ["a language", "Email,Language,Unsubscribed\na@x.org,ja\nb@x.org,de,ja\n"],
  ["an amount", "Email,Spent,Unsubscribed\na@x.org,1.00\nb@x.org,12.50,1\n"],
  ["a name", "Email,First name,Newsletter\na@x.org,Sai\nb@x.org,Bo,yes\n"],
  ["an initial", "Email,Last name,Unsubscribed\na@x.org,J\nb@x.org,Bo,yes\n"],
  ["another column of consent", "Email,Company,Newsletter,Unsubscribed\na@x.org,,yes\nb@x.org,Bo,yes,no\n"],
  ["a company", "Email,Company,Unsubscribed\na@x.org,Acme\nb@x.org,Bo,yes\n"],
  ["a row that has nothing but an address", "Email,Company,Unsubscribed\na@x.org\nb@x.org,Bo,yes\n"],
])("is no reason to reject a row that is only short: %s", async (_, text) => {
  expect(await rejected(text)).toEqual([]);
});

it("unsubscribes whom such a row names", async () => {
  const acme = await newWorkspace();
  await importText(acme, "Email,Company\na@x.org,Acme\nb@x.org,Acme\n");
  await importText(acme, "Email,Company,Unsubscribed\na@x.org,yes\nb@x.org,no\nc@x.org,Bo,no\n");
  const contacts = await contactsOf(acme);
  expect(contacts.get("a@x.org")).toMatchObject({ is_unsubscribed: true, company: "Acme" });
  expect(contacts.get("b@x.org")).toMatchObject({ is_unsubscribed: false });
});

describe("the file of these rows", () => {
  const TEXT = "Email,Company,Unsubscribed\na@x.org,yes\nb@x.org,Acme,no\n";
  const MAPPING = { Company: "company", Unsubscribed: "is_unsubscribed" };
  async function again(edit: (text: string) => string, language?: string) {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, edit(await rejectedOf(acme, TEXT, MAPPING, language)));
    const params = { id: body.importId };
    await acme.call(confirm, { params });
    await settleBackground();
    return {
      ...(await acme.call(getImport, { params })).body,
      contact: (await contactsOf(acme)).get("a@x.org"),
    };
  }

  it("keeps them unsubscribed as it is", async () => {
    expect(await again((text) => text)).toMatchObject({ failed_rows: 0, contact: { is_unsubscribed: true } });
  });

  it.each([
    ["moved", "a@x.org,yes,,", "a@x.org,,yes,", { company: null, is_unsubscribed: true }],
    ["explained", "a@x.org,yes,,", "a@x.org,yes,no,", { company: "yes" }],
  ])("is taken when the cell was %s", async (_, from, to, contact) => {
    expect(await again((text) => text.replace(from, to))).toMatchObject({ failed_rows: 0, contact });
  });
});

it("is no matter of workbooks and JSON, whose rows end with their last filled cell", async () => {
  const acme = await newWorkspace();
  const text =
    '{"email":"a@x.org","company":"yes"}\n{"email":"b@x.org","company":"Bo","unsubscribed":"no"}\n';
  const { body } = await uploadText(acme, text, "people.jsonl");
  const params = { id: body.importId };
  await acme.call(confirm, { params });
  await settleBackground();
  expect((await acme.call(getImport, { params })).body.failed_rows).toBe(0);
  expect((await contactsOf(acme)).get("a@x.org")).toMatchObject({ is_unsubscribed: false, company: "yes" });
});
