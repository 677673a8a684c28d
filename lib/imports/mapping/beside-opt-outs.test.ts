import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { suggestMapping } from "./suggest";

/** Columns of yes and no: language, header, and the two words. */
type Column = [language: string, header: string, words: [yes: string, no: string]];
const corpus: Record<"consent" | "ordinary", Column[]> = JSON.parse(
  readFileSync(new URL("../../testing/corpus/beside-opt-outs.json", import.meta.url), "utf8"),
);

/** How many columns a contact has room for. */
const MOST = 40;

function fileOf(columns: Column[], cellOf: (words: Column[2], row: number) => string): string {
  const lines = [0, 1, 2].map((row) =>
    [
      `p${row}@example.com`,
      "Ada",
      row === 0 ? "yes" : "no",
      ...columns.map(([, , words]) => cellOf(words, row)),
    ].join(),
  );
  const head = ["email", "first_name", "unsubscribed", ...columns.map(([, header]) => header)];
  return [head.join(), ...lines, ""].join("\n");
}

const WRITTEN: [string, (words: Column[2], row: number) => string][] = [
  ["words", ([yes, no], row) => (row === 1 ? no : yes)],
  ["TRUE and FALSE", (_, row) => (row === 1 ? "FALSE" : "TRUE")],
  ["one and zero", (_, row) => (row === 1 ? "0" : "1")],
  ["a cross", (_, row) => (row === 1 ? "" : "x")],
];

describe.each(WRITTEN)("beside a column that says who opted out, a column of %s", (_, cellOf) => {
  it("is asked about, or read, if its header may be about mail", async () => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, fileOf(corpus.consent, cellOf));
    const missed = corpus.consent.filter(([, header]) => {
      const isRead = body.draft.columnMapping[header].startsWith("is_");
      return !isRead && !body.draft.questions.includes(header);
    });
    expect(missed).toEqual([]);
  });

  it("is kept, without a question, if its header has nothing to do with it", async () => {
    for (let at = 0; at < corpus.ordinary.length; at += MOST) {
      const acme = await newWorkspace();
      const columns = corpus.ordinary.slice(at, at + MOST);
      const { body } = await uploadText(acme, fileOf(columns, cellOf));
      expect(body.draft.questions).toEqual([]);
      for (const [, header] of columns)
        expect([header, body.draft.columnMapping[header]]).toEqual([header, `custom_fields.${header}`]);
    }
  });
});

it("ordinary columns of yes and no are stored as such by continuing", async () => {
  const acme = await newWorkspace();
  const head = "email,first_name,unsubscribed,VIP,Has account,Attended";
  const people = "a@example.com,Ada,yes,no,TRUE,x\nb@example.com,Bob,no,yes,FALSE,\n";
  const { body } = await uploadText(acme, `${head}\n${people}`);
  expect((await acme.call(confirm, { params: { id: body.importId } })).status).toBe(202);
  await settleBackground();
  const contacts = await contactsOf(acme);
  expect(contacts.get("a@example.com")).toMatchObject({
    is_unsubscribed: true,
    custom_fields: { VIP: false, "Has account": true, Attended: "x" },
  });
  expect(contacts.get("b@example.com")).toMatchObject({
    is_unsubscribed: false,
    custom_fields: { VIP: true, "Has account": false },
  });
});

it("a no in a second column of consent is asked about, and counts once it is said what it means", async () => {
  const acme = await newWorkspace();
  const text = "email,first_name,newsletter ok,darf Mail\na@example.com,Ada,1,nein\nb@example.com,Bob,1,ja\n";
  const { body } = await uploadText(acme, text);
  expect(body.draft.questions).toEqual(["darf Mail"]);
  const columnMapping = { ...body.draft.columnMapping, "darf Mail": "is_subscribed" };
  const params = { id: body.importId };
  expect((await acme.call(confirm, { params, body: { columnMapping } })).status).toBe(202);
  await settleBackground();
  const contacts = await contactsOf(acme);
  expect([...contacts].map(([email, one]) => [email, one.is_unsubscribed]).sort()).toEqual([
    ["a@example.com", true],
    ["b@example.com", false],
  ]);
});

describe("as soon as one column says who opted out", () => {
  it.each([
    ["Email and SMS consent", ["yes", "no"], "consent"],
    ["Kontakt", ["yes", "no", "yes"], "consent"],
    ["Primary contact", ["yes", "no"], undefined],
    ["SMS consent", ["yes", "no"], undefined],
    ["Unsubscribe reason", ["too many", "moved"], undefined],
  ])("%s", (header, cells, question) => {
    const rows = cells.map((cell, n) => [`p${n}@example.com`, n === 0 ? "yes" : "no", cell]);
    expect(suggestMapping(["email", "unsubscribed", header], rows)[2]?.question).toBe(question);
  });
});
