import { beforeAll, expect, it } from "vitest";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { PATCH as correct } from "@/app/api/imports/[id]/corrections/route";
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
  ["link%40example.com", ["link@example.com"]],
  ["page&#64;example.com", ["page@example.com"]],
  ['""quoted""@example.com', ["quoted@example.com"]],
  ["work@example.com (work)", ["work@example.com"]],
  ["Ann <ann@example.com>; Lee, Bo <bo@example.com>", ["ann@example.com", "bo@example.com"]],
  ["plain@example.com, Cy <cy@example.com>", ["plain@example.com", "cy@example.com"]],
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

const KEEP_FIRST = { rules: [{ column: "email", code: "email_invalid", proposal: "first_address" }] };
const BY_HAND = { rows: [{ row: 1, cells: { 0: "first@example.com" } }] };

it.each<[string, string, object]>([
  ["a correction drops", "First@example.com; Second@example.com", KEEP_FIRST],
  ["somebody drops by hand", "first@example.com; second@example.com", BY_HAND],
  ["a correction drops from Google's form", "first@example.com ::: second@example.com", KEEP_FIRST],
])("never subscribes the second address that %s", async (_what, cell, corrections) => {
  const beta = await newWorkspace();
  const load = async (text: string) => {
    const params = { id: (await uploadText(beta, text)).body.importId };
    if (text.includes(cell))
      expect((await beta.call(correct, { params, body: corrections })).status).toBe(200);
    expect((await beta.call(confirm, { params, body })).status).toBe(202);
    await settleBackground();
  };
  await load(`email,out\n${row(cell, "yes")}`);
  await load("email,out\nsecond@example.com,no\nthird@example.com,no\n");
  const { data } = (await beta.call(listContacts, { query: { is_unsubscribed: "true" } })).body;
  expect(data.map(({ email }: { email: string }) => email).sort()).toEqual([
    "first@example.com",
    "second@example.com",
  ]);
});
