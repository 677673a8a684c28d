import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { fixAddress, tidyAddress } from "@/lib/imports/rows/address-fixes";
import { importText, rejectedOf } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

async function workspaceOf(names: string[]) {
  const acme = await newWorkspace();
  for (const name of names) {
    const body = { email: `${name}@example.com`, first_name: name };
    expect((await acme.call(createContact, { body })).status).toBe(201);
  }
  return acme;
}

it("an opt-out beside the address in its cell counts, however the address is written", async () => {
  const acme = await workspaceOf(["a", "b", "c", "d", "e", "f"]);
  const done = await importText(
    acme,
    "Name,Email\nAnn,a@example.com\nBob,b@example.com (unsubscribed)\nCy,c@example.com - opted out\n" +
      "Di,d@example.com abgemeldet\nEd,e@example.com (work)\nFay,f@example.com (not unsubscribed)\n",
  );
  expect(done).toMatchObject({ failed_rows: 5 });
  const rows = await pg()`
    select split_part(email, '@', 1) as name from contacts
    where workspace_id = ${acme.id} and is_unsubscribed order by email`;
  expect(rows.map(({ name }) => name)).toEqual(["b", "c", "d"]);
});

it("an opt-out beyond the columns of a row that fails counts", async () => {
  const acme = await workspaceOf(["a", "b", "c"]);
  const text = "Email,Name\na@example.com,Ann\nb@example.com,Bob,unsubscribed\nc@example.com,Cy,Berlin\n";
  expect(await importText(acme, text)).toMatchObject({ failed_rows: 2 });
  const rows = await pg()`select email from contacts where workspace_id = ${acme.id} and is_unsubscribed`;
  expect(rows.map(({ email }) => email)).toEqual(["b@example.com"]);
});

it("an opt-out in the name before an address counts, and is not corrected away", async () => {
  const acme = await workspaceOf(["bob", "ed"]);
  const cell = "Bob (unsubscribed) <bob@example.com>";
  const done = await importText(acme, `Email\n${cell}\nEd (work) <ed@example.com>\n`);
  expect(done).toMatchObject({ failed_rows: 1, updated_rows: 1 });
  const rows = await pg()`select email from contacts where workspace_id = ${acme.id} and is_unsubscribed`;
  expect(rows.map(({ email }) => email)).toEqual(["bob@example.com"]);
  for (const fix of ["bare_address", "first_address"] as const) expect(fixAddress(fix, cell)).toBeNull();
  expect(tidyAddress(cell)).toBeNull();
});

it("an opt-out counts for an address in a link, and with an ideographic full stop", async () => {
  const acme = await workspaceOf(["link", "coded", "wide"]);
  await importText(
    acme,
    "email,unsubscribed\nmailto:link@example.com?subject=Hi,yes\nmailto:coded%40example.com,yes\nwide@example。com,yes\n",
  );
  const rows = await pg()`
    select email from contacts where workspace_id = ${acme.id} and is_unsubscribed order by email`;
  expect(rows.map(({ email }) => email)).toEqual([
    "coded@example.com",
    "link@example.com",
    "wide@example.com",
  ]);
});

it("no address is made of an address and a word behind it", () => {
  expect(fixAddress("no_spaces", "d@example.com abgemeldet")).toBeNull();
  expect(fixAddress("no_spaces", "ada @ example.com")).toBe("ada@example.com");
});

it.each([
  ["zero-width space", "ada\u200b@example.com", "U+200B"],
  ["soft hyphen", "ada@exam\u00adple.com", "U+00AD"],
])("a %s in an address is named", async (_, address, sign) => {
  const done = await rejectedOf(await newWorkspace(), `Mail\n${address}\n`, { Mail: "email" });
  expect(done).toContain(sign);
  expect(await rejectedOf(await newWorkspace(), `Mail\n${address}\n`, { Mail: "email" }, "de")).toContain(
    `unsichtbares Zeichen (${sign})`,
  );
});

it("an opt-out counts for an address that a spreadsheet marks as text", async () => {
  const acme = await workspaceOf(["ada", "o'neil"]);
  await importText(acme, "email,unsubscribed\n'ada@example.com,yes\n'o'neil@example.com,yes\n");
  const rows = await pg()`select email from contacts where workspace_id = ${acme.id} and is_unsubscribed`;
  expect(rows.map(({ email }) => email).toSorted()).toEqual(["ada@example.com", "o'neil@example.com"]);
});
