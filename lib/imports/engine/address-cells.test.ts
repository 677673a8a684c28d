import { beforeAll, expect, it } from "vitest";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const body = { columnMapping: { email: "email", out: "is_unsubscribed" } };
/** Cells that are no address, and the people whom they name all the same. */
const CELLS: [string, string[]][] = [
  ["two@example.com; deux@example.com", ["two@example.com", "deux@example.com"]],
  ["line@example.com\nbreak@example.com", ["line@example.com", "break@example.com"]],
  ["slash@example.com / or@example.com", ["slash@example.com", "or@example.com"]],
  ["sign(at)example.com", ["sign@example.com"]],
  ["end@example.com.", ["end@example.com"]],
  ["work@example.com (work)", ["work@example.com"]],
  ["title@example.com, Esq.", ["title@example.com"]],
];
const people = CELLS.flatMap(([, named]) => named);
const row = (cell: string, out: string) => `"${cell}",${out}\n`;

let acme: Awaited<ReturnType<typeof newWorkspace>>;
beforeAll(async () => {
  acme = await newWorkspace();
  for (const email of [...people, "stays@example.com", "also@example.com"])
    await acme.call(createContact, { body: { email, first_name: "Before" } });
});

it("unsubscribes everybody whom the address cell of a rejected row names", async () => {
  const rows = CELLS.map(([cell]) => row(cell, "yes")).join("");
  const text = `email,out\n${rows}${row("stays@example.com; also@example.com", "no")}`;
  const params = { id: (await uploadText(acme, text)).body.importId };
  const expected = { failed_opt_outs: CELLS.length };
  expect((await acme.call(dryRun, { params, body })).body).toMatchObject({
    ...expected,
    fail: CELLS.length + 1,
    changed: people.length,
  });
  expect((await acme.call(confirm, { params, body })).status).toBe(202);
  await settleBackground();
  expect((await acme.call(getImport, { params })).body).toMatchObject(expected);
  const { data } = (await acme.call(listContacts, { query: { is_unsubscribed: "true" } })).body;
  expect(data.map(({ email }: { email: string }) => email).sort()).toEqual([...people].sort());
});
