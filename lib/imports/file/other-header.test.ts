import { describe, expect, it } from "vitest";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
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
});
