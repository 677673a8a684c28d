import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { GET as getImport, PATCH as patchImport } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { compileMapping } from "@/lib/imports/rows/compile";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { suggestMapping } from "./suggest";

interface Case {
  language: string;
  header: string;
  field: string;
  cells: string[];
  /** The rows whose people opted out. */
  out: number[];
}
const corpus: Case[] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/consent.json", import.meta.url), "utf8"),
);

const rowsOf = (cells: string[]) => cells.map((cell, n) => [`p${n}@example.com`, cell]);

/** Rows whose person is unsubscribed by a file with these cells under this header, as suggested or as given. */
function optedOut(header: string, cells: string[], told?: string): number[] {
  const headers = ["email", header];
  const [, suggested] = suggestMapping(headers, rowsOf(cells));
  const mapping = { email: "email", [header]: told ?? suggested?.field ?? "skip" };
  const { read } = compileMapping(headers, mapping, {});
  return rowsOf(cells).flatMap((row, n) => {
    const result = read(n + 1, row);
    return "staged" in result && result.staged.is_unsubscribed ? [n] : [];
  });
}

const suggestion = (header: string, cells: string[]) => suggestMapping(["email", header], rowsOf(cells))[1];

describe("columns that say who wants no mail", () => {
  it.each(corpus)("$language: $header", ({ header, field, cells, out }) => {
    expect(suggestion(header, cells)?.field).toBe(field);
    expect(optedOut(header, cells)).toEqual(out);
  });

  it("are of eleven languages", () => {
    expect(new Set(corpus.map(({ language }) => language)).size).toBe(11);
  });

  it("are recognised beside each other, one for each direction", () => {
    const fields = suggestMapping(
      ["email", "Newsletter", "Abgemeldet"],
      [["a@example.com", "ja", "nein"]],
    ).map(({ field }) => field);
    expect(fields).toEqual(["email", "is_subscribed", "is_unsubscribed"]);
  });
});

describe("a column that is left out although it may say so", () => {
  it.each([
    ["Mailing preference", ["all", "unsubscribed", "weekly"]],
    ["Consent level", ["full", "partial"]],
    ["Newsletter-Kategorie", ["Angebote", "keine"]],
    ["Zgoda marketing", ["pełna", "brak"]],
    ["x1", ["désinscrit", "vip", "prospect"]],
    ["Estado", ["suscrito", "cancelado"]],
    ["Status", ["subscribed", "gone"]],
    ["Stav", ["přihlášen", "zrušen"]],
    ["deactivated", ["0", "0", "1624574020", "0"]],
    ["Deaktiviert am", ["", "0000-00-00", "2024-05-03"]],
    ["Departed", ["1900-01-01", ""]],
    ["Désactivé le", ["03/05/2024"]],
    ["Inactive since", ["2024-05-03"]],
  ])("makes the wizard ask: %s", (header, cells) => {
    expect(suggestion(header, cells)).toMatchObject({ field: "skip", question: "consent" });
  });

  it.each([
    ["a row whose cells slipped", ["c@example.com", "Ada", "no"]],
    ["a second line of headers", ["E-mail", "Newsletter"]],
    ["a row without an address", ["c(at)example.com", "Ada"]],
  ])("makes the wizard ask in spite of %s", (_, row) => {
    const [, second] = suggestMapping(["email", "x1"], [row, ...rowsOf(["no", "yes"])]);
    expect(second).toMatchObject({ field: "skip", question: "consent" });
  });

  it.each([
    ["Canceló suscripción de todos los correos", ["true", ""]],
    ["Newsletter gekündigt", ["ja", "nein"]],
    ["Iscrizione annullata", ["sì", "no"]],
    ["Подписка отменена", ["да", "нет"]],
  ])("says who left by a verb: %s", (header, cells) => {
    expect(optedOut(header, cells)).toEqual([0]);
  });

  it.each([
    ["Odjava", ["da", "ne"]],
    ["Naujienlaiškis", ["taip", "ne"]],
    ["Uudiskiri", ["jah", "ei"]],
  ])("is known in more languages than names are: %s", (header, cells) => {
    expect(optedOut(header, cells)).toHaveLength(1);
  });

  it("makes the wizard ask when its field is taken", () => {
    const rows = [["yes", "yes", "no", "a@example.com"]];
    const suggestions = suggestMapping(["Newsletter", "Newsletter 2", "Newsletter 3", "email"], rows);
    expect(suggestions.filter(({ question }) => question)).toMatchObject([{ field: "skip" }]);
  });

  it.each([
    ["OPTIN_TIME", ["2024-01-02 10:00:00"]],
    ["OPTIN_IP", ["198.51.100.1"]],
    ["Unsubscribe link", ["https://example.com/u/1"]],
    ["City", ["Baja California", "Berlin"]],
    ["SMS consent", ["yes", "no"]],
    ["Score", ["1", "0"]],
    ["Order status", ["shipped", "open"]],
    ["deactivated", ["0", "0"]],
    ["activated", ["1501800903", "0"]],
  ])("asks nothing about %s", (header, cells) => {
    const [, second] = suggestMapping(["email", header], rowsOf(cells));
    expect([second?.field, second?.question]).toEqual(["skip", undefined]);
  });

  it("is read as the answer says", () => {
    expect(optedOut("Stufe", ["ja", "nein", "abgemeldet"], "is_unsubscribed")).toEqual([0, 2]);
    expect(optedOut("Stufe", ["ja", "nein", "abgemeldet"], "is_subscribed")).toEqual([1, 2]);
    expect(optedOut("Estado", ["suscrito", "cancelado"], "is_unsubscribed")).toEqual([1]);
    expect(optedOut("deactivated", ["0", "1624574020"], "is_unsubscribed")).toEqual([1]);
  });
});

it("keeps the question until somebody decided, in any tab; programs may confirm without", async () => {
  const acme = await newWorkspace();
  const text =
    "email,Mailing preference\na@example.com,weekly\nb@example.com,unsubscribed\nc@example.com,vip\n";
  const received = await uploadText(acme, text);
  const params = { id: received.body.importId };
  expect(received.body.draft.questions).toEqual(["Mailing preference"]);
  const change = (field: string | null) =>
    acme.call(patchImport, { params, body: { columnMapping: { "Mailing preference": field } } });
  expect((await change("skip")).body.draft.questions).toEqual([]);
  expect((await acme.call(getImport, { params })).body.draft.questions).toEqual([]);
  expect((await change("is_unsubscribed")).body.draft.questions).toEqual([]);
  const other = await uploadText(acme, text);
  const columnMapping = { email: "email" };
  const confirmed = await acme.call(confirm, {
    params: { id: other.body.importId },
    body: { columnMapping },
  });
  expect(confirmed.status).toBe(202);
  await settleBackground();
});
