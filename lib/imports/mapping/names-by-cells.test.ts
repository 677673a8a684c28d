import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { suggestMapping } from "./suggest";

/** Lists of clubs, hotels, courses and landlords, and the column with the names of their people; null where none has. */
const files: { source: string; headers: string[]; names: string | null; rows: string[][] }[] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/people-columns.json", import.meta.url), "utf8"),
);

const namesOf = (headers: string[], rows: string[][]) =>
  suggestMapping(headers, rows).find(({ field }) => field === "full_name")?.header ?? null;

it.each(files)("finds who the people are: $source", ({ headers, names, rows }) => {
  expect(namesOf(headers, rows)).toBe(names);
});

/** One column beside the addresses p0@… to p3@…, which say nothing about names. */
const beside = (header: string, cells: string[]) =>
  namesOf(
    ["E-Mail", header],
    cells.map((cell, n) => [`p${n}@example.com`, cell]),
  );

const PEOPLE = ["Ann Lee", "Bo van Dyke", "Cy D'Angelo", "LEE, Di"];

it.each(["Guest", "Guests", "Teilnehmer/in", "Name des Mitglieds", "Nombre del socio", "Vereinsmitglied"])(
  "“%s” with names is a name",
  (header) => expect(beside(header, PEOPLE)).toBe(header),
);

it.each([
  ["Guest", ["2", "1", "0", "4"]],
  ["Mitglied", ["ja", "nein", "ja", "ja"]],
  ["Mitglied", ["Aktives Mitglied", "Passives Mitglied", "Aktives Mitglied", "Aktives Mitglied"]],
  ["Member", ["Gold Plus", "Silver Plus", "Gold Plus", "Gold Plus"]],
  ["Member", ["M-101", "M-102", "M-103", "M-104"]],
  ["Participant", ["Acme Tools Ltd", "Bolt & Sons Inc.", "Core GmbH", "Dell AG"]],
  ["Coach", PEOPLE],
  ["Favourite player of all", PEOPLE],
  ["City", ["New York", "San Jose", "Los Angeles", "Las Vegas"]],
])("“%s” without names of the people is none: %j", (header, cells) =>
  expect(beside(header, cells)).toBe(null),
);

it("knows by the addresses whose names they are", () => {
  const rows = [
    ["Mia King", "Ann Lee", "ann.lee@example.com"],
    ["Leo Groß", "Jürgen Müller", "j.mueller@example.com"],
    ["Al Fox", "Søren Bæk", "soren@example.com"],
  ];
  expect(namesOf(["Kolonne A", "Kolonne B", "E-mail"], rows)).toBe("Kolonne B");
  expect(namesOf(["Player", "Kolonne B", "E-mail"], rows)).toBe("Kolonne B");
  expect(namesOf(["Player", "Kolonne B", "E-mail player"], rows)).toBe("Player");
});

/** Two columns of names beside addresses that are made of neither. */
const TWO = ["Ann Lee", "Bo van Dyke", "Cy Fox"].map((name, n) => [
  name,
  `p${n}@example.com`,
  ["Tom Hall", "Sue Moor", "Kit Ward"][n] ?? "",
]);

it.each([
  ["Kunde", "Mitarbeiter", null],
  ["Client", "Propriétaire", null],
  ["お客様", "担当社員", null],
  ["Kunde", "Referent", null],
  ["Player", "Coach", "Player"],
  ["Student", "Parent", "Student"],
])("nobody in a role beside “%s” is the contact: “%s”", (people, role, expected) => {
  expect(namesOf([people, "E-Mail", role], TWO)).toBe(expected);
  expect(
    namesOf(
      [role, "E-Mail", people],
      TWO.map(([a = "", mail = "", b = ""]) => [b, mail, a]),
    ),
  ).toBe(expected);
});

it("nobody with another address is the contact", () => {
  const rows = TWO.map(([_, mail = "", role = ""]) => [mail, role, `${role.replace(" ", ".")}@firm.example`]);
  expect(namesOf(["E-Mail", "Mitarbeiter", "Mitarbeiter E-Mail"], rows)).toBe(null);
});

const CITIES = ["San Jose", "New York", "Las Vegas", "Santa Cruz"];

it.each(["City", "Straße", "Équipe", "Perro", "Scuola", "Курс", "商品", "학교", "Club", "Mitgliedsverein"])(
  "“%s” names nobody, whatever the addresses are",
  (header) => {
    const rows = CITIES.map((city) => [city, `${city.toLowerCase().replace(" ", ".")}@example.com`]);
    expect(namesOf([header, "E-Mail"], rows)).toBe(null);
    expect(namesOf([header, `${header} E-Mail`], rows)).toBe(null);
  },
);

it.each(["Teilnehmerland", "Mitgliederkurs", "Gästehaus", "Guest house", "Player team", "Guest room"])(
  "“%s” is something of people, and names nobody",
  (header) => {
    expect(beside(header, CITIES)).toBe(null);
    const rows = CITIES.map((city) => [city, `${city.toLowerCase().replace(" ", ".")}@example.com`]);
    expect(namesOf([header, "E-Mail"], rows)).toBe(null);
  },
);

it("a word of a header is no part of “E-Mail”", () => expect(beside("Mai", PEOPLE)).toBe(null));

it.each(["blocked", "DNC", "gesperrt", "Di Poe (DNM)", "退会", "baja"])(
  "asks about “%s” among the names, as among other words",
  (cell) => {
    const rows = [...PEOPLE, "Ed Hart", "Flo Nash", cell].map((name, n) => [`p${n}@example.com`, name]);
    const [, guest] = suggestMapping(["E-Mail", "Guest"], rows);
    expect(guest).toMatchObject({ field: "full_name", question: "consent" });
    expect(suggestMapping(["E-Mail", "Guest"], rows.slice(0, -1))[1]?.question).toBeUndefined();
  },
);

it.each([
  ["Guest", ["gone", "active"]],
  ["Kundengruppe", ["ausgetreten", "aktiv"]],
  ["Host", ["deleted", ""]],
  ["Favorit", ["never", ""]],
  ["Gast", ["ausgetreten", ""]],
  ["Hosting", ["cancellato", ""]],
  ["properties.mail", ["removed", "active"]],
])("asks about states below “%s”: %j", (header, [out = "", rest = ""]) => {
  const rows = [out, rest, rest, out, rest].map((cell, n) => [`p${n}@example.com`, cell]);
  expect(suggestMapping(["E-Mail", header], rows)[1]?.question).toBe("consent");
});

it("a column of tags keeps its field where one before it has the names", () => {
  const hungarian = files.find(({ source }) => source === "hu-tag");
  const found = suggestMapping(
    [...(hungarian?.headers ?? []), "Tags"],
    (hungarian?.rows ?? []).map((row) => [...row, "vip"]),
  );
  expect(found.map(({ field }) => field)).toEqual(["full_name", "email", "phone", expect.anything(), "tags"]);
});
