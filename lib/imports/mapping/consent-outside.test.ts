import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { settleBackground } from "@/lib/http/background";
import { compileMapping } from "@/lib/imports/rows/compile";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { suggestMapping } from "./suggest";

interface Case {
  language: string;
  header: string;
  cells: string[];
  /** The rows whose people opted out. */
  out: number[];
}
const corpus: Case[] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/consent-outside.json", import.meta.url), "utf8"),
);

/** The result for a file with this column when every suggestion is accepted. */
function outcome({ header, cells }: Case) {
  const headers = ["email", header];
  const rows = cells.map((cell, n) => [`p${n}@example.com`, cell]);
  const [, suggested] = suggestMapping(headers, rows);
  const { read } = compileMapping(headers, { email: "email", [header]: suggested?.field ?? "skip" }, {});
  const out = rows.flatMap((row, n) => {
    const result = read(n + 1, row);
    return "staged" in result && result.staged.is_unsubscribed ? [n] : [];
  });
  return { out, asks: suggested?.question === "consent" };
}

describe("columns of consent in many languages, made by somebody who did not write the lists", () => {
  it.each(corpus)("$language: $header, $cells", (column) => {
    const { out, asks } = outcome(column);
    // The user is asked, or it is read right: nobody is subscribed again, and nobody unsubscribed, by oversight.
    if (!asks) expect(out).toEqual(column.out);
  });
});

const suggestion = (header: string, cells: string[], ...more: string[]) =>
  suggestMapping(
    ["email", header, ...more],
    cells.map((cell, n) => [`p${n}@example.com`, cell, ...more.map(() => "")]),
  )[1];

describe("what is asked", () => {
  it.each([
    [["1"]],
    [["1", "1", "1"]],
    [["granted", "withdrawn", "granted"]],
    [["erteilt", "widersprochen", "erteilt"]],
    [["同意", "不同意", "同意"]],
  ])("whether %s is about consent, without a header too", (cells) => {
    expect(suggestion("Column 2", cells)).toMatchObject({ question: "consent" });
  });

  it("of days below no header, which only some have", () => {
    expect(suggestion("Column 2", ["2024-03-05", "", "2023-11-30"])).toMatchObject({ question: "consent" });
    expect(suggestion("Column 2", ["2024-03-05", "2021-01-01"])?.question).toBeUndefined();
  });

  it.each([
    ["Tags", "tags", ["vip", "unsubscribed;vip"]],
    ["Notes", "notes", ["good customer", "do not mail any more"]],
    ["Newsletter", "is_unsubscribed", ["wöchentlich", "monatlich", "gar nicht"]],
  ])("%s keeps its field, with a question", (header, field, cells) => {
    expect(suggestion(header, cells)).toMatchObject({ field, question: "consent" });
  });

  const beside = (header: string, cells: string[], flags: string[]) =>
    suggestMapping(
      ["email", "Email Opt Out", header],
      cells.map((cell, n) => [`p${n}@example.com`, flags[n] ?? "", cell]),
    )[2]?.question;

  it.each([
    ["Opt-Out Date", ["", "05.03.2023"]],
    ["UNSUB_TIME", ["", "2020-05-06 10:11:12"]],
    ["Notes", ["", "do not mail any more"]],
    ["Tags", ["vip", "unsubscribed;vip"]],
  ])("%s beside a flag that leaves somebody subscribed", (header, cells) => {
    const asked = [
      ["no", "no"],
      ["no", "yes"],
    ].map((flags) => beside(header, cells, flags));
    expect(asked).toEqual(["consent", undefined]);
  });

  it.each([
    ["emailable", ["Y", "N"]],
    ["Contact permission", ["email", "none"]],
    ["Mailing frequency", ["weekly", "never"]],
    ["配信可否", ["可", "不可"]],
    ["Column 3", ["yes", "no"]],
  ])("%s beside any flag: it may say something else", (header, cells) => {
    const asked = [
      ["no", "no"],
      ["no", "yes"],
    ].map((flags) => beside(header, cells, flags));
    expect(asked).toEqual(["consent", "consent"]);
  });

  it.each([
    ["Kein Newsletter", "consent", "ja"],
    ["GDPR consent", "Do not email", "no"],
    ["Werbesperre", "status", "ja"],
    ["Opposition", "consent", "oui"],
  ])("%s above %s", async (upper, lower, cell) => {
    const acme = await newWorkspace();
    const lines = [upper, lower].map((head) => `Email,First name,${head}`);
    const { body } = await uploadText(acme, [...lines, `a@example.com,Ada,${cell}`, ""].join("\n"));
    expect(body.draft.questions).toContain(lower);
  });

  it.each([
    ["Unsubscribed", "yes"],
    ["Newsletter", "no"],
    ["Opt-out date", "2024-02-01"],
    ["Abgemeldet", "x"],
  ])("nothing about somebody without an address in the first row: %s, %s", async (header, cell) => {
    const acme = await newWorkspace();
    const text = `Email,First name,${header}\n,Ada,${cell}\na@example.com,Bo,${cell}\nb@example.com,Cy,\n`;
    expect((await uploadText(acme, text)).body.draft.questions).toEqual([]);
  });

  it("nothing about two rows of headers that say the same", async () => {
    const acme = await newWorkspace();
    const text = "E-Mail,Vorname,Abgemeldet\nEmail,First name,Unsubscribed\na@example.com,Ada,yes\n";
    expect((await uploadText(acme, text)).body.draft.questions).toEqual([]);
  });

  it.each([
    ["是否退订", ["是", "未退订", "已退订"], [0, 2]],
    ["配信停止", ["はい", "停止していない", "配信停止"], [0, 2]],
    ["수신거부", ["예", "수신거부 안 함", "수신거부"], [0, 2]],
    ["Opt-out", ["yes", "not unsubscribed", "opted out"], [0, 2]],
  ])("nothing about %s, and who stayed has stayed", (header, cells, out) => {
    expect(outcome({ language: "", header, cells, out })).toEqual({ out, asks: false });
  });

  it.each([
    ["Tags", ["vip", "berlin"]],
    ["Notes", ["not unsubscribed, called twice", "asked for a newsletter sample"]],
    ["Email verified", ["yes", "no"]],
    ["Score", ["1", "0"]],
    ["Orders", ["1", "0"]],
    ["Anzahl Kinder", ["0", "1"]],
    ["State", ["CA", "NY"]],
    ["Status", ["lead", "customer"]],
  ])("nothing about %s", (header, cells) => {
    expect(suggestion(header, cells)?.question).toBeUndefined();
  });

  it("nothing about a yes and no beside a column that says who opted out", () => {
    const rows = [["a@example.com", "yes", "yes"]];
    expect(suggestMapping(["email", "VIP", "Unsubscribed"], rows)[1]?.question).toBeUndefined();
    expect(suggestMapping(["email", "Mark", "City"], rows)[1]?.question).toBe("consent");
  });
});

describe("a column told to say who opted out", () => {
  const optedOut = (cells: string[]) =>
    cells.filter((cell) => {
      const headers = ["email", "Remark"];
      const { read } = compileMapping(headers, { email: "email", Remark: "is_unsubscribed" }, {});
      const result = read(1, ["a@example.com", cell]);
      return "staged" in result && result.staged.is_unsubscribed;
    });

  it("is read as a list, as a sentence and as a day that programs count", () => {
    const out = [
      "vip;unsubscribed",
      "abgemeldet am 3.5.2021",
      "bitte keine Mails mehr",
      "44319",
      "1620036000",
    ];
    expect(optedOut(out)).toEqual(out);
    expect(optedOut(["vip;berlin", "nicht abgemeldet", "never unsubscribed", "42", "no"])).toEqual([]);
  });
});

it("programs hear the question about a vague column, too", async () => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, "email,Статус\na@example.com,1\nb@example.com,0\n");
  expect(body.draft).toMatchObject({ columnMapping: { Статус: "skip" }, questions: ["Статус"] });
});

it("asks again about a remembered flag when it has words that nobody knows", async () => {
  const acme = await newWorkspace();
  const first = await uploadText(acme, "email,Newsletter\na@example.com,yes\n");
  await acme.call(confirm, {
    params: { id: first.body.importId },
    body: { columnMapping: { email: "email", Newsletter: "is_unsubscribed" } },
  });
  await settleBackground();
  const same = await uploadText(acme, "email,Newsletter\nb@example.com,no\n");
  expect([same.body.remembered, same.body.draft.questions]).toEqual([true, []]);
  const next = await uploadText(acme, "email,Newsletter\nb@example.com,yes\nc@example.com,rather not\n");
  expect([next.body.remembered, next.body.draft.questions]).toEqual([true, ["Newsletter"]]);
});

it("asks again about a column that was left out when it names people who left by now", async () => {
  const acme = await newWorkspace();
  const first = await uploadText(acme, "email,Wave\na@example.com,north\n");
  await acme.call(confirm, {
    params: { id: first.body.importId },
    body: { columnMapping: { email: "email", Wave: "skip" } },
  });
  await settleBackground();
  const same = await uploadText(acme, "email,Wave\nb@example.com,south\n");
  expect([same.body.remembered, same.body.draft.questions]).toEqual([true, []]);
  const next = await uploadText(
    acme,
    "email,Wave\nb@example.com,north\nc@example.com,unsubscribed\nd@example.com,west\n",
  );
  expect([next.body.remembered, next.body.draft.questions]).toEqual([true, ["Wave"]]);
});
