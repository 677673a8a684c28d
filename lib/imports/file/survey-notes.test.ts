import { describe, expect, it } from "vitest";
import { cpuMs } from "@/lib/testing/cpu";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { RowSurvey } from "./survey";

const SAID = [
  "unsubscribed",
  "opted out",
  "unsubscribe me",
  "please unsubscribe",
  "Opt-Out",
  "keine Mails",
  "désabonné",
  "отписался",
  "退订",
  "请勿联系",
  "配信停止",
  "メール不要",
  "수신거부",
  "ไม่ต้องการรับอีเมล",
  "ยกเลิกการรับข่าวสาร",
  "לא לשלוח",
  "Suppressed",
  "bounced",
  "VIP; gesperrt",
  "de baja",
  "退会",
];

/** This many different notes, one of them late. */
const notes = (count: number, late: string) =>
  Array.from({ length: count }, (_, n) => (n === 900 ? late : `note ${n} of the fair in Bonn`));

describe("a note among a thousand different ones that says to leave", () => {
  it.each(SAID)("is found: %s", (said) => {
    const survey = new RowSurvey(2, []);
    survey.add(notes(1000, said).map((note, n) => [`p${n}@example.com`, note]));
    expect(survey.rows).toContainEqual(["p900@example.com", said]);
  });

  it.each(["keine Mails", "退订"])("is asked about: %s", async (said) => {
    const lines = notes(1000, said).map((note, n) => `p${n}@example.com,${note}`);
    const { body } = await uploadText(await newWorkspace(), ["email,Notes", ...lines, ""].join("\n"));
    expect(body.suggestions[1]).toMatchObject({ field: "notes", question: "consent" });
  });
});

it("long stories in one column leave the others read", () => {
  const survey = new RowSurvey(2, []);
  const story = "A long story about how we met at the fair. ".repeat(50);
  for (let row = 0; row < 3000; row++) survey.add([[`${row} ${story}`, `short ${row}`]]);
  survey.add([["", "please unsubscribe"]]);
  expect(survey.rows.at(-1)).toEqual(["", "please unsubscribe"]);
});

it("a note behind more of a file than is read completely is asked about", async () => {
  const lines = Array.from({ length: 180_000 }, (_, n) =>
    n === 150_500
      ? `p${n}@example.com,unsubscribed by phone`
      : `p${n}@example.com,met ${n} at the fair in Bonn`,
  );
  const { body } = await uploadText(await newWorkspace(), ["email,Notes", ...lines, ""].join("\n"));
  expect(body.suggestions[1]).toMatchObject({ field: "notes", question: "consent" });
});

it("what is read of a hundred columns of stories takes no more than a moment", async () => {
  const survey = new RowSurvey(100, []);
  const story = "A long story about how we met at the fair. ".repeat(50);
  const tookMs = await cpuMs(() => {
    // 215 MB, more than a file may have.
    for (let row = 0; row < 1000; row++)
      survey.add([Array.from({ length: 100 }, (_, c) => `${row} ${c} ${story}`)]);
  });
  expect(tookMs).toBeLessThan(8000);
});
