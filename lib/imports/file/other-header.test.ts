import { describe, expect, it } from "vitest";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { inChunks } from "@/lib/testing/corpus/streams";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { countAndSurvey, readHead } from "./file";
import { isOtherHeader } from "./other-header";

const HEAD = ["email", "first_name", "last_name", "unsubscribed"];

describe("a row of headers in the middle of a file", () => {
  it.each([
    ["in another order", ["email", "last_name", "first_name", "unsubscribed"], true],
    ["with another name at a place", ["email", "first_name", "last_name", "subscribed"], true],
    ["with signs that nobody sees", ["e\u200bmail", "last_name", "first_name", "unsubscribed"], true],
    ["in another language and order", ["Nachname", "E-Mail", "Vorname", "Ort"], true],
    ["that repeats the head", [...HEAD], false],
    ["that is the head in capitals", HEAD.map((name) => name.toUpperCase()), false],
    ["that is a row", ["a@example.com", "Email", "Name", "no"], false],
    ["that is a total", ["Total", "12", "", ""], false],
  ])("%s", (_, cells, isOther) => {
    expect(isOtherHeader(cells, HEAD)).toBe(isOther);
  });

  it("rejects what stands below it, by name, and imports what stands above", async () => {
    const acme = await newWorkspace();
    const text = `${HEAD.join()}\na@example.com,Ada,King,no\nemail,last_name,first_name,unsubscribed\nb@example.com,Berg,Bo,yes\n`;
    const done = await importText(acme, text);
    expect(done).toMatchObject({ total_rows: 3, failed_rows: 2 });
    const errors = await acme.call(listErrors, { params: { id: done.id } });
    expect(errors.body.data.map(({ code }: { code: string }) => code)).toEqual([
      "other_header",
      "other_header",
    ]);
  });

  // One of the two is in a part of the file whose values are not sampled.
  it.each([60_000, 60_070])("is found below %i rows of a large file, too", async (above) => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `p${from + n}@example.com,Max,${"x".repeat(200)},no`);
    const other = "email,last_name,first_name,unsubscribed";
    const file = Buffer.from([HEAD.join(), ...rows(0, above), other, ...rows(above, 1000), ""].join("\n"));
    const head = await readHead(file.subarray(0, 65_536), false);
    expect(await countAndSurvey(inChunks(file, 65_536), head)).toBe(above + 1001);
    expect(head.dialect.otherHeader).toBe(above + 1);
  });
});
