import { expect, it } from "vitest";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { readHead } from "./file";
import { isFixedWidth } from "./table-shape";

const head = (text: string) => readHead(Buffer.from(text), true);

it.each([
  ["blanks", '"email" "city"\n"1" "a@x.de" "Bath"\n"2" "b@x.de" NA\n'],
  ["blanks, names of rows", '"email" "city"\n"ada" "a@x.de" "Bath"\n"bob" "b@x.de" "Ulm"\n'],
  ["commas", "email,city\n1,a@x.de,Bath\n3,b@x.de,Ulm\n"],
  ["tabs", "email\tcity\nada\ta@x.de\tBath\nbob\tb@x.de\tUlm\n"],
])(
  "a header that does not count the names of rows, as R writes it, is read beside them: %s",
  async (_, text) => {
    expect(await head(text)).toMatchObject({
      headers: ["Column 1", "email", "city"],
      rows: [{ 1: "a@x.de" }, {}],
    });
  },
);

it.each([
  ["last names cut off", "name,email\nLi, Ada,a@x.de\nRay, Bob,b@x.de\n"],
  ["numbers out of order", "street,email\n12, High St,a@x.de\n7, Low St,b@x.de\n"],
  ["blanks in names", "name email\nAda Li a@x.de\nBob Ray b@x.de\n"],
  ["only some rows", "email,city\n1,a@x.de,Bath\nb@x.de,Ulm\n"],
  ["a delimiter at the end", "id,email\n1,a@x.de,\n2,b@x.de,\n"],
  ["a comma in a name", "id,email\n1,a@x.de,Ada\n2,b@x.de,Bo\n"],
])("but not where it may be too short for another reason: %s", async (_, text) => {
  expect((await head(text)).headers).toHaveLength(2);
});

it("a delimiter at the end of each row moves nobody's opt-out", async () => {
  const acme = await newWorkspace();
  await importText(acme, "Nr;E-Mail;Vorname;Abgemeldet\n1;a@x.de;Ada;ja;\n2;b@x.de;Bo;nein;\n");
  const contacts = await contactsOf(acme);
  expect(
    [...contacts.values()].map(({ first_name, is_unsubscribed }) => [first_name, is_unsubscribed]),
  ).toEqual([
    ["Bo", false],
    ["Ada", true],
  ]);
});

const FIXED =
  "E-mail              First     City\nada@example.com     Ada       Bath\nbo@example.com      Bo        Bad Tölz\n";

it("a text whose columns blanks set apart is refused with the way out", async () => {
  const { status, body } = await uploadText(await newWorkspace(), FIXED);
  expect([status, body]).toMatchObject([415, { details: { kind: "text", reason: "fixed_width" } }]);
  expect(body.message).toContain("save it as CSV UTF-8");
});

it.each([
  ["addresses alone", "E-mail\nada@example.com\nbo@example.com\n"],
  [
    "names beside some addresses",
    "Newsletter  list\nada@example.com\nbo@example.com\nJo  Li <jo@example.com>\n",
  ],
  ["addresses in a text", "Team  list\nWrite to ada@example.com  please\nor  bo@example.com\n"],
  ["cells with blanks", FIXED.replaceAll(/ {2,}/g, "  ,  ")],
])("but not %s", (_, text) => expect(isFixedWidth(text)).toBe(false));

it("so is one whose header has two words in a name, which a blank would set apart", async () => {
  const text =
    "Email             First name   Unsubscribed\nada@example.com   Ada          no\nbob@example.com   Bob          yes\n";
  const { status, body } = await uploadText(await newWorkspace(), text);
  expect([status, body.details]).toEqual([415, { kind: "text", reason: "fixed_width" }]);
});

it("two blanks between all cells are a separator", async () => {
  const text = "Email  Vorname  Abgemeldet\nada@example.com  Ada  nein\nbob@example.com  Bob  ja\n";
  expect(await importText(await newWorkspace(), text)).toMatchObject({ created_rows: 2 });
});

it.each([
  "ada@example.com, bob@example.com, cy@example.com",
  "Ada Lovelace <ada@example.com>; Bob Ross <bob@example.com>; cy@example.com\n",
  "ada@example.com bob@example.com cy@example.com",
  "ada@example.com, bob@example.com,\ncy@example.com, di@example.com,\ned@example.com\n",
])("recipients in one line are not one contact: %s", async (text) => {
  const { status, body } = await uploadText(await newWorkspace(), text, "people.txt");
  expect([status, body.details]).toEqual([415, { kind: "text", reason: "no_table" }]);
  expect(body.message).toContain("a line of its own");
});

it.each([
  "ada@example.com,ada@example.org\nbob@example.com,bob@example.org\n",
  "ada@example.com;\nbob@example.com;\n",
  "ada@example.com,ada@example.org\nbob@example.com,\ncy@example.com,cy@example.org\n",
  "Ada,ada@example.com,ada@example.org\n",
])("two addresses of one person are, and one in each line: %s", async (text) => {
  const { status } = await uploadText(await newWorkspace(), text);
  expect(status).toBe(201);
});

it.each(["6.28123E+12", "6,28E+12", "-1.5e9", "1E+12", "441632960961234000"])(
  "a number that a spreadsheet rounded is warned of: %s",
  async (cell) => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, `E-mail;Phone\na@x.de;+49 30 1234\nb@x.de;${cell}\n`);
    expect(body.warnings).toEqual([{ code: "rounded_numbers", example: cell }]);
  },
);

it.each(["1e5", "E12", "3.5", "2.5E", "Model 1.5e3", "628123456789", "441632960961234001"])(
  "not so: %s",
  async (cell) => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, `E-mail;Phone\na@x.de;+49 30 1234\nb@x.de;${cell}\n`);
    expect(body.warnings ?? []).toEqual([]);
  },
);

it("a second table beside the first is left out, and said to be", async () => {
  const acme = await newWorkspace();
  const text =
    "Kunden,,,,Abgemeldet,,\nE-Mail,Vorname,,E-Mail,Vorname,Abgemeldet\na@x.de,Ada,,c@x.de,Cy,ja\nb@x.de,Bo,,d@x.de,Di,ja\n";
  const { body } = await uploadText(acme, text);
  expect(body.warnings).toEqual([{ code: "two_tables", example: "E-Mail · Vorname · Abgemeldet" }]);
  await importText(acme, text);
  const contacts = await contactsOf(acme);
  expect([...contacts.values()].map(({ is_unsubscribed }) => is_unsubscribed)).toEqual([false, false]);
});

it.each([
  "Name;E-Mail;;;Name;E-Mail;Newsletter\nAnn;a@x.de;;;Cy;c@x.de;nein\n",
  "Name;E-Mail;;;Name;E-Mail;Newsletter\nAnn;a@x.de;;;Cy;no address;nein\nBo;b@x.de;;;;;\n",
  "Contact name;E-Mail;;Contact name;E-Mail;;Contact name;E-Mail;Newsletter\nAnn;a@x.de;;Bo;b@x.de;;Cy;c@x.de;nein\n",
])("so are all that follow the first, and their opt-outs are nobody else's: %s", async (text) => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, text);
  expect(body.warnings).toEqual([{ code: "two_tables", example: expect.stringContaining("Newsletter") }]);
  await importText(acme, text);
  const { is_unsubscribed, custom_fields } = (await contactsOf(acme)).get("a@x.de") ?? {};
  expect({ is_unsubscribed, custom_fields }).toEqual({ is_unsubscribed: false, custom_fields: null });
});

it.each([
  "Name;E-Mail;E-Mail;;Newsletter\nAnn;a@x.de;c@x.de;;nein\n",
  "Name;E-mail 1;;E-mail 2;Phone\nAnn;a@x.de;;c@x.de;1\n",
  "Name;E-Mail;Name;E-Mail\nAnn;a@x.de;Cy;c@x.de\n",
  "Name;E-Mail;;Company name;Note\nAnn;a@x.de;;Acme;c@x.de\n",
  "E-mail,Name,,Phone,Private e-mail\na@x.de,Ada,,030 1234567,c@x.de\n",
  "Work e-mail,Work phone,First name,,Home e-mail,Home phone,Unsubscribed\na@x.de,030 1234567,Ada,,c@x.de,040 1234567,yes\n",
  "E-Mail,Telefon,Vorname,,E-Mail privat,Telefon privat,Newsletter\na@x.de,030 1234567,Ada,,c@x.de,040 1234567,nein\n",
])("an empty column beside a second address does not make a table: %s", async (text) => {
  expect((await head(text)).beside).toBeNull();
});
