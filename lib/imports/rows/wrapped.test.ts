import { expect, it } from "vitest";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** As a spreadsheet saves a file that it opened as a single column: rows with quotation marks become one cell. */
const FILE = `E-mail,Name,Notes,Unsubscribed
ada@example.com,Ada King,first,no
"bob@example.com,""Ray, Bob"",""says """"hi"""""",yes"
"cid@example.com,""Hall, Cid"",,no",,,
"dan@example.com, Esq.",,,yes
"eve(at)example.com,Eve,,yes"
`;

it("a row that is a single cell of as many cells as there are columns is read as these", async () => {
  const acme = await newWorkspace();
  const done = await importText(acme, FILE);
  expect(done).toMatchObject({ created_rows: 3, failed_rows: 2, failed_opt_outs: 2 });
  const people = await contactsOf(acme);
  expect(people.get("bob@example.com")).toMatchObject({
    first_name: "Bob",
    last_name: "Ray",
    notes: 'says "hi"',
    is_unsubscribed: true,
  });
  expect(people.get("cid@example.com")).toMatchObject({ last_name: "Hall", is_unsubscribed: false });
  const { body } = await acme.call(listErrors, { params: { id: done.id } });
  expect(body.data.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
    [5, "email_invalid"],
    [6, "email_invalid"],
  ]);
});
