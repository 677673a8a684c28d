import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { endOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import type { DiffRow } from "./schemas";

const ROWS: [email: string, company: string, kind: DiffRow["kind"]][] = [
  ["back@example.com", "Other", "unchanged"],
  ["back@example.com", "Acme", "unchanged"], // as stored
  ["stays@example.com", "Acme", "unchanged"],
  ["stays@example.com", "Other", "unchanged"],
  ["stays@example.com", "Acme", "unchanged"],
  ["moves@example.com", "Other", "update"],
  ["moves@example.com", "Third", "update"],
  ["again@example.com", "Other", "update"],
  ["again@example.com", "Third", "unchanged"],
  ["again@example.com", "Other", "unchanged"], // as the first one says
  ["new@example.com", "Other", "create"],
  ["new@example.com", "Third", "unchanged"],
  ["new@example.com", "Other", "unchanged"],
  ["newer@example.com", "Other", "create"],
  ["newer@example.com", "Third", "update"],
];

it.each([
  { tags: "", bound: false },
  { tags: "", bound: true },
  { tags: "vip", bound: false },
])("tells no change where rows of one address cancel out, %o", async ({ tags, bound }) => {
  const acme = await newWorkspace();
  for (const name of ["back", "stays", "moves", "again"])
    await acme.call(createContact, {
      body: { email: `${name}@example.com`, first_name: "Ada", company: "Acme" },
    });
  const tagged = (email: string) => (tags && email === "newer@example.com" ? tags : "");
  const lines = ROWS.map(([email, company]) => `${email},${company},${tagged(email)}`);
  const params = { id: (await uploadText(acme, `email,company,x\n${lines.join("\n")}\n`)).body.importId };
  await acme.call(patch, { params, body: { columnMapping: { x: tags ? "tags" : "skip" } } });
  const predicted = (await acme.call(dryRun, { params })).body;
  const { data } = (await acme.call(listChanges, { params, query: { limit: "100" } })).body;
  expect(data.map(({ email, kind }: DiffRow) => [email, kind])).toEqual(
    ROWS.map(([email, , kind]) => [email, kind]),
  );
  expect(predicted).toMatchObject({ create: 2, update: 4, unchanged: 9, changed: 2, repeated: 9 });
  expect((await acme.call(confirm, { params, query: bound ? { etag: predicted.etag } : {} })).status).toBe(
    202,
  );
  expect(await endOf(acme, params)).toMatchObject({
    ...{ status: "completed", created_rows: 2, updated_rows: 13, unchanged_rows: 9 },
    ...{ changed_contacts: 2, repeated_rows: 9 },
  });
});
