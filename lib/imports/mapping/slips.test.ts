import { describe, expect, it } from "vitest";
import { splitFullName } from "@/lib/imports/rows/names";
import { keepUnmatched } from "./kept";
import { suggestMapping } from "./suggest";

/** What is suggested for the second of two columns. */
const suggested = (header: string, cells: string[]) =>
  suggestMapping(
    ["E-Mail", header],
    cells.map((cell, n) => [`p${n}@x.de`, cell]),
  )[1];

describe("headers with slips", () => {
  it.each([
    ["Vornahme", "first_name", "medium"],
    ["Nachnahme", "last_name", "medium"],
    ["Nahme", "full_name", "low"],
    ["Fima", "company", "low"],
    ["Frima", "company", "medium"],
    ["Telefonnr.", "phone", "high"],
    ["Tel-Nr", "phone", "high"],
    ["Telefonummer", "phone", "medium"],
    ["Notitzen", "notes", "medium"],
    ["Straße/Nr", "skip", "low"],
    ["Form", "skip", "low"],
    ["Rate", "skip", "low"],
    ["Team", "skip", "low"],
    ["Stufe", "skip", "low"],
  ])("%s is %s, with %s confidence", (header, field, confidence) => {
    const cells = field === "phone" ? ["+49 30 1234567", "+49 30 1234568"] : ["Anna", "Berta", "Clara"];
    expect(suggested(header, cells)).toMatchObject({ field, confidence });
  });

  it("an address is found under any of its spellings", () => {
    for (const header of ["E-mail-adresse", "Email-Adrese", "EMail Addresse", "E-Mial", "Emial"])
      expect(suggestMapping([header, "X"], [["a@x.de", "1"]])[0]).toMatchObject({ field: "email" });
  });

  it.each(["Abgemeldt", "Abmeldng", "Unsubscribd", "Opt-uot", "Newslettr", "Einwiligung", "Abonnirt"])(
    "a column of consent that is misspelt is asked about: %s",
    (header) => {
      expect(suggested(header, ["ja", "nein", "ja"])).toMatchObject({ question: "consent" });
    },
  );

  it("a word as it should be, with one more, is no slip", () => {
    for (const header of ["Newsletter OK", "newsletter ja"])
      expect(suggested(header, ["1", "0", "1"])?.question, header).toBeUndefined();
  });
});

describe("names of things and of people", () => {
  it.each([
    ["Nazwa", ["Jan Kowalski", "Ala Nowak"], "full_name"],
    ["Название", ["ООО Ромашка", "Иван"], "full_name"],
    ["नाम", ["आशा वर्मा", "रवि शर्मा"], "full_name"],
    ["பெயர்", ["குமார்", "கமலா"], "full_name"],
  ])("%s alone is a name", (header, cells, field) => {
    expect(suggested(header, cells)).toMatchObject({ field });
  });

  it.each([
    [["Email", "Nazwa", "Imię", "Nazwisko"], "company"],
    [["Email", "Nazwa", "Imię", "Nazwisko", "Firma"], "skip"],
    [["Email", "Název", "Jméno", "Příjmení"], "company"],
    [["Email", "नाम", "उपनाम"], "first_name"],
  ])("%s: the second is %s", (headers, field) => {
    const row = (n: number) => headers.map((_, at) => (at === 0 ? `p${n}@x.pl` : `${"ABCDE"[at]}${n}`));
    expect(suggestMapping(headers, [row(1), row(2), row(3)])[1]).toMatchObject({ field });
  });
});

it.each([
  ["이름", "박예준", { first: "박예준", last: null }],
  ["姓名", "吴娟", { first: "吴娟", last: null }],
  ["姓名", "欧阳修", { first: "欧阳修", last: null }],
  ["성명", "남궁 민수", { first: "민수", last: "남궁" }],
])("a whole East Asian name is split only where its writer did: %s %s", (header, name, parts) => {
  expect(suggested(header, [name, name])).toMatchObject({ field: "full_name" });
  expect(splitFullName(name)).toEqual(parts);
});

it.each(["Anmeldung", "Anmeldedatum", "Angemeldet am", "Inscription", "Iscrizione"])(
  "%s is no slip for its opposite, and its dates are kept",
  (header) => {
    const rows = Array.from({ length: 12 }, (_, n) => [`p${n}@example.com`, `2024-05-${10 + n}`]);
    const [, suggestion] = keepUnmatched(suggestMapping(["email", header], rows), rows, 100);
    expect(suggestion).toMatchObject({ field: `custom_fields.${header}`, reason_code: "kept_as_custom" });
  },
);
