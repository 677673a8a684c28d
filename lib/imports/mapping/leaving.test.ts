import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileMapping } from "@/lib/imports/rows/compile";
import { keepUnmatched } from "./kept";
import { suggestMapping } from "./suggest";

/** Language, header and cells of columns that do not concern consent. */
const ordinary: [string, string, string[]][] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/ordinary-columns.json", import.meta.url), "utf8"),
);

/** Exports of many programs and lists made by hand, with the rows of those who opted out. */
const files: { source: string; headers: string[]; rows: string[][]; out: number[] }[] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/opt-out-exports.json", import.meta.url), "utf8"),
);

const rowsOf = (cells: string[]) => cells.map((cell, n) => [`p${n}@example.com`, "Ada", cell]);
const suggestion = (header: string, cells: string[]) =>
  suggestMapping(["email", "first_name", header], rowsOf(cells))[2];
/** The same with another column according to which everybody stayed subscribed. */
const beside = (header: string, cells: string[], flag = "no") =>
  suggestMapping(
    ["email", "Unsubscribed", header],
    cells.map((cell, n) => [`p${n}@example.com`, flag, cell]),
  )[2];

const LEAVING: [string, string[]][] = [
  ["Lettre d'info", ["oui", "ne veut plus", "oui"]],
  ["Source", ["webform", "unsubscribe form", "trade fair"]],
  ["Herkunft", ["Messe", "Abmeldeformular"]],
  ["Mail status", ["OK", "STOP ALL", "OK"]],
  ["Info", ["", "STOP ALL"]],
  ["Préférence", ["Email", "Post only", "Email"]],
  ["Kontaktart", ["E-Mail", "nur per Post", "Telefon"]],
  ["Canal", ["e-mail", "uniquement par courrier"]],
  ["連絡方法", ["メール", "郵送のみ"]],
  ["Notes", ["met at fair", "asked to be taken off the list", ""]],
  ["Bemerkung", ["guter Kunde", "bitte nicht mehr anschreiben", ""]],
  ["Remarques", ["bon client", "à retirer de la liste de diffusion"]],
  ["Comentarios", ["buen cliente", "no quiere recibir más correos"]],
  ["Uwagi", ["stały klient", "prosi o usunięcie z listy"]],
  ["Примечание", ["постоянный клиент", "просит больше не присылать"]],
  ["Anteckningar", ["bra kund", "vill inte ha fler mejl"]],
  ["Anteckningar", ["bra kund", "skicka inget mer"]],
  ["Noter", ["god kunde", "send intet mere"]],
  ["Notes", ["met at fair", "Quit on 2023-04-05"]],
  ["Notes", ["met at fair", "quit 3 May 2021"]],
  ["Notes", ["met at fair", "please send nothing more"]],
  ["Remarques", ["bon client", "n'envoyez plus rien"]],
  ["Opmerking", ["goede klant", "stuur niets meer"]],
  ["Erasure requested on", ["", "2024-05-03", ""]],
  ["Löschantrag am", ["", "3.5.2024"]],
  ["Droit à l'oubli", ["", "03/05/2024"]],
  ["Bitte nicht mehr anschreiben", ["", "x"]],
  ["Company", ["Acme", "Initech - do not email", "Globex"]],
  ["Notes", ["", `${"A long story about how we met. ".repeat(8)}Then she asked us to stop emailing her.`]],
];

describe("whoever leaves is not lost in another column", () => {
  it.each(LEAVING)("%s: %s", (header, cells) => {
    expect(suggestion(header, cells)?.question).toBe("consent");
  });

  it.each(LEAVING.slice(1))("beside a column that says they stayed, %s: %s", (header, cells) => {
    expect(beside(header, cells)?.question).toBe("consent");
  });

  it("unless that column says that they left", () => {
    expect(beside("Notes", ["asked to be taken off the list"], "yes")?.question).toBeUndefined();
    expect(beside("Erasure requested on", ["2024-05-03"], "yes")?.question).toBeUndefined();
  });
});

describe("codes that a header explains", () => {
  it.each([
    ["Mailing 1=ja,0=nein,2=abgemeldet", ["1", "0", "2"]],
    ["Newsletter (0=yes, 1=no)", ["0", "1"]],
    ["Abgemeldet (1=nein, 0=ja)", ["0", "1"]],
    ["Kode 1=ja,0=nein,2=abgemeldet", ["1", "0", "2"]],
  ])("are asked about, and no meaning is suggested that they do not have: %s", (header, cells) => {
    expect(suggestion(header, cells)).toMatchObject({ field: "skip", question: "consent" });
  });

  it.each([
    ["Newsletter (1=ja,0=nein,2=abgemeldet)", "subscribed_flag"],
    ["Abgemeldet (1=ja, 0=nein)", "unsubscribed_flag"],
  ])("are asked about with the meaning that they have: %s", (header, reason_code) => {
    expect(suggestion(header, ["1", "0"])).toMatchObject({ reason_code, question: "consent" });
  });
});

describe("Basque", () => {
  it.each(["Harpidetza kendu", "Harpidetza utzita", "Ez bidali", "Baja emanda"])("%s", (header) => {
    expect(suggestion(header, ["bai", "ez"])).toMatchObject({ reason_code: "unsubscribed_flag" });
  });
});

describe("an ordinary column asks nothing", () => {
  it.each(ordinary)("%s: %s", (_, header, cells) => {
    expect(suggestion(header, cells)?.question).toBeUndefined();
    expect(beside(header, cells)?.question).toBeUndefined();
  });

  it("in eighteen languages", () => {
    expect(new Set(ordinary.map(([language]) => language)).size).toBeGreaterThanOrEqual(18);
  });
});

describe("who takes every suggestion as it is loses no opt-out without a question", () => {
  it.each(files)("$source: $headers", ({ headers, rows, out }) => {
    const suggestions = keepUnmatched(suggestMapping(headers, rows), rows, 100);
    const mapping = Object.fromEntries(suggestions.map(({ header, field }) => [header, field]));
    const { read } = compileMapping(headers, mapping, {});
    const unsubscribed = rows.flatMap((row, n) => {
      const result = read(n + 1, row);
      return "staged" in result && result.staged.is_unsubscribed ? [n] : [];
    });
    const isAsked = suggestions.some(({ question }) => question);
    expect(unsubscribed.filter((n) => !out.includes(n))).toEqual([]);
    if (!isAsked) expect(unsubscribed).toEqual(out);
  });
});

it.each([
  [["First name", "Email address", "Email", "SMS"], ["Anna", "a@m.example", "No", "Yes"], "Email"],
  [["Vorname", "E-Mail", "E-Mail (privat)"], ["Anna", "a@m.example", "nein"], "E-Mail (privat)"],
  [["First", "E-mail", "DNC", "DND (email)"], ["Anna", "a@m.example", "", "Y"], "DND (email)"],
])("%j: whoever may be meant to get no mail is asked about or unsubscribed", (headers, row, asked) => {
  const other = row.map((cell) =>
    cell === "a@m.example" ? "b@m.example" : cell === "No" || cell === "nein" ? "ja" : cell,
  );
  const found = suggestMapping(headers, [row, other]).find(({ header }) => header === asked);
  expect(found?.question === "consent" || found?.field === "is_unsubscribed").toBe(true);
});
