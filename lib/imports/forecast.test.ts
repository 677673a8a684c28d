import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { endOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const TEXT = "email,first_name\nada@example.com,Ada\nbob@example.com,Bob\nADA@example.com,Ada\nnobody,No\n";
const PREDICTED = { rows: 4, create: 2, update: 0, unchanged: 1, skip: 0, fail: 1, changed: 0, repeated: 1 };

/** A pending import that was checked, and the functions to work with it. */
async function checked() {
  const acme = await newWorkspace();
  const params = { id: (await uploadText(acme, TEXT)).body.importId as string };
  expect((await acme.call(dryRun, { params })).status).toBe(200);
  const run = async (body?: object) => {
    expect((await acme.call(confirm, { params, ...(body && { body }) })).status).toBe(202);
    return endOf(acme, params);
  };
  return { acme, params, run };
}

it("keeps what the check predicted beside what came of it", async () => {
  const { run } = await checked();
  const done = await run();
  expect(done.forecast).toEqual(PREDICTED);
  expect([done.processed_rows, done.created_rows, done.updated_rows, done.failed_rows]).toEqual([4, 2, 1, 1]);
});

it("keeps it when others have written in between, so that both can be told apart", async () => {
  const { acme, run } = await checked();
  await acme.call(createContact, { body: { email: "bob@example.com", first_name: "Robert" } });
  const done = await run();
  expect(done.forecast).toEqual(PREDICTED);
  expect([done.created_rows, done.changed_contacts]).toEqual([1, 1]);
});

it("keeps none of another mapping, of an older draft, or of no check at all", async () => {
  const other = await checked();
  const columnMapping = { email: "email", first_name: "last_name" };
  expect((await other.run({ columnMapping })).forecast).toBeNull();

  const older = await checked();
  await older.acme.call(patch, { params: older.params, body: { columnMapping } });
  expect((await older.run()).forecast).toBeNull();

  const acme = await newWorkspace();
  const params = { id: (await uploadText(acme, TEXT)).body.importId as string };
  await acme.call(confirm, { params });
  expect((await endOf(acme, params)).forecast).toBeNull();
});
