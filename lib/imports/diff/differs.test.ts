import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { DELETE as deleteContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { PATCH as patchDraft } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import type { DiffRow } from "./schemas";

const FIRST = 700;
const LAST = 702;

/** A file longer than two blocks, about one stored contact near its end. */
async function reviewed() {
  const acme = await newWorkspace();
  const body = { email: `p${FIRST}@example.com`, first_name: "P", company: "Old" };
  const { id } = (await acme.call(createContact, { body })).body;
  const rows = Array.from({ length: LAST }, (_, n) => `p${n + 1}@example.com,New,+1`);
  const params = { id: (await uploadText(acme, `email,company,phone\n${rows.join("\n")}\n`)).body.importId };
  const read = async () => (await acme.call(listChanges, { params, query: { limit: "1" } })).body;
  const { etag, counts, draft_version } = await read();
  const refused = async (request: { body?: object; etag?: string } = {}) => {
    const { etag: asked = etag, ...rest } = request;
    const { status, body: answer } = await acme.call(confirm, { params, query: { etag: asked }, ...rest });
    expect([status, answer.details.reason]).toEqual([409, "changes_differ"]);
    return answer.details;
  };
  return { acme, params, contact: { id }, read, refused, etag, counts, draft_version };
}

it("names the rows whose contact has changed, with what they would change now, where no figure differs", async () => {
  const { acme, contact, counts, refused } = await reviewed();
  await acme.call(patchContact, { params: contact, body: { company: "New", phone: "+9" } });
  const first = await refused();
  expect(first).toMatchObject({ changed: "contacts", counts });
  expect(first.rows.map((row: DiffRow) => [row.row, row.email, row.changes])).toEqual([
    [FIRST, `p${FIRST}@example.com`, [{ field: "phone", old: "+9", new: "+1" }]],
  ]);
  await acme.call(patchContact, { params: contact, body: { phone: "+8" } });
  const again = await refused({ etag: first.etag });
  expect(again.rows[0].changes).toEqual([{ field: "phone", old: "+8", new: "+1" }]);
  // The same once more: the rows cannot be compared any more, but the draft was never another one.
  expect(await refused()).toMatchObject({ changed: "contacts", rows: null });
});

it("says that the draft was changed, and what its rows do by now", async () => {
  const { acme, params, contact, refused, draft_version } = await reviewed();
  const change = { columnMapping: { phone: "skip" }, options: { leaveOut: { kinds: ["create"] } } };
  await acme.call(patchDraft, { params, body: change });
  const { changed, rows } = await refused();
  expect([changed, rows.length]).toEqual(["draft", 10]);
  expect(rows[0]).toMatchObject({ row: 1, kind: "skip", changes: [] });
  // The rows that were reviewed are not stored any more.
  const body = { columnMapping: { email: "email" }, draftVersion: draft_version };
  expect(await refused({ body })).toMatchObject({ changed: "draft", rows: null });
  const now = await refused();
  expect(now).toMatchObject({ changed: "draft", rows: null });
  await acme.call(patchContact, { params: contact, body: { company: "Other" } });
  await acme.call(patchDraft, { params, body: { options: { leaveOut: { kinds: [] } } } });
  expect(await refused({ etag: now.etag })).toMatchObject({ changed: "draft" });
  expect(await refused({ etag: now.etag })).toMatchObject({ changed: "draft", rows: null });
  expect(await refused({ etag: "x" })).toMatchObject({ changed: null, rows: null });
});

it("says that contacts have changed although somebody had the changes made anew since", async () => {
  const { acme, params, contact, refused, draft_version, etag, read } = await reviewed();
  await acme.call(patchContact, { params: contact, body: { phone: "+9" } });
  await acme.call(dryRun, { params });
  expect((await read()).etag).not.toBe(etag);
  const columnMapping = { email: "email", company: "company", phone: "phone" };
  const body = { columnMapping, draftVersion: draft_version };
  expect(await refused({ body })).toMatchObject({ changed: "contacts", rows: null });
});

it("accepts what another version of the draft does just the same", async () => {
  const { acme, params, etag, read } = await reviewed();
  await acme.call(patchDraft, { params, body: { options: { emptyCells: "clear" } } });
  expect((await read()).etag).not.toBe(etag);
  expect((await acme.call(confirm, { params, query: { etag } })).status).toBe(202);
  await settleBackground();
});

it("quotes nobody who was deleted since", async () => {
  const { acme, contact, refused } = await reviewed();
  await acme.call(deleteContact, { params: contact });
  expect(await refused()).toMatchObject({ changed: "contacts", rows: null });
});

it("is not blamed for a confirmation that comes after another one", async () => {
  const { acme, params, etag } = await reviewed();
  const answers = await Promise.all([1, 2, 3].map(() => acme.call(confirm, { params, query: { etag } })));
  const told = answers.map(({ status, body }) => [status, body.code ?? body.status]).sort();
  expect(told).toEqual([[202, "processing"], ...Array(2).fill([409, "IMPORT_NOT_PENDING"])]);
  await settleBackground();
});

it("is not blamed for the deletion of somebody who is not in the file", async () => {
  const { acme, params, etag } = await reviewed();
  const others = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      acme.call(createContact, { body: { email: `other${n}@example.com`, first_name: "O" } }),
    ),
  );
  const confirmed = acme.call(confirm, { params, query: { etag } });
  for (const { body } of others) {
    await sleep(60);
    await acme.call(deleteContact, { params: { id: body.id } });
  }
  const { status, body } = await confirmed;
  expect([status, body]).toEqual([202, { importId: params.id, status: "processing" }]);
  await settleBackground();
});

it("is refused for an etag that no database can store", async () => {
  const { acme, params } = await reviewed();
  const { status, body } = await acme.call(confirm, { params, query: { etag: "\0" } });
  expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
});
