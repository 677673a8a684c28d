import { expect, it } from "vitest";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const text = "email,constructor,__proto__,toString,hasOwnProperty,valueOf\nada@example.com,1,2,3,4,5\n";

/** The choice for each header, as the file's preview shows it. */
const choices: [string, (header: string) => string | null | undefined][] = [
  ["not mentioned", () => undefined],
  ["skipped", () => null],
  ["custom fields", (header) => `custom_fields.${header}`],
];

it.each(choices)(
  "remembers a mapping in which headers named like an object's own are %s",
  async (_, choose) => {
    const acme = await newWorkspace();
    const [email = "", ...headers]: string[] = (await uploadText(acme, text)).body.preview.headers;
    const chosen = headers.map((header): [string, unknown] => [header, choose(header)]);
    const columnMapping = Object.fromEntries([[email, "email"], ...chosen]);
    expect(await importText(acme, text, { columnMapping })).toMatchObject({
      created_rows: 1,
      failed_rows: 0,
    });
    const again = await uploadText(acme, text);
    expect([again.status, again.body.remembered]).toEqual([201, true]);
    const suggested = again.body.suggestions.map((one: { header: string; field: string }) => [
      one.header,
      one.field,
    ]);
    expect(suggested).toEqual([
      [email, "email"],
      ...headers.map((header) => [header, suggestedAfter(choose(header), header)]),
    ]);
    const stored = (await contactsOf(acme)).get("ada@example.com")?.custom_fields ?? {};
    expect(Object.keys(stored).toSorted()).toEqual(headers.filter((header) => choose(header)).toSorted());
  },
);

/** Given choices are remembered; a column that was not mentioned is suggested to be kept. */
function suggestedAfter(said: string | null | undefined, header: string): string {
  return said === undefined ? `custom_fields.${header}` : (said ?? "skip");
}
