import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PATCH as updateContact } from "@/app/api/contacts/[id]/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as addTag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { runJob } from "@/lib/jobs/run";
import { importState } from "@/lib/testing/fixtures/workspace";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { importJob } from "./job";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
const job = globalThis as typeof globalThis & { kithStopping?: boolean };

beforeEach(() => {
  process.env.IMPORT_BATCH_ROWS = "2";
  resetEnv();
});
afterEach(() => {
  delete process.env.IMPORT_BATCH_ROWS;
  job.kithStopping = false;
  resetEnv();
});

/** Imports a file, and runs something between its first batch of two rows and the others. Returns the import's id. */
async function importWithBreak(acme: Workspace, text: string, between: () => Promise<unknown>) {
  const { body } = await uploadText(acme, text);
  const columnMapping = Object.fromEntries(
    body.suggestions.map((one: { header: string; field: string }) => [one.header, one.field]),
  );
  job.kithStopping = true;
  await acme.call(confirm, { params: { id: body.importId }, body: { columnMapping } });
  await settleBackground();
  job.kithStopping = false;
  expect((await importState(acme.id, body.importId)).processed_rows).toBe(2);
  await between();
  await runJob(importJob, { workspaceId: acme.id, id: body.importId });
  expect((await importState(acme.id, body.importId)).status).toBe("completed");
  return String(body.importId);
}

async function idOf(acme: Workspace, email: string): Promise<string> {
  return String((await contactsOf(acme)).get(email)?.id);
}

async function unsubscribe(acme: Workspace, ...emails: string[]) {
  const ids = await Promise.all(emails.map((email) => idOf(acme, email)));
  return (await acme.call(bulkUnsubscribe, { body: { ids } })).body.unsubscribed;
}

async function edit(acme: Workspace, email: string, body: object) {
  return acme.call(updateContact, { params: { id: await idOf(acme, email) }, body });
}

async function undone(acme: Workspace, id: string) {
  const { body } = await acme.call(undo, { params: { id } });
  expect(body.undo_status).toBe("completed");
  return { ...body, names: body.kept_contacts.map((one: { email: string }) => one.email).sort() };
}

/** All data of a workspace's contacts, without search. */
async function wholeContacts(acme: Workspace) {
  return pg()`select to_jsonb(c) - 'search_doc' as whole from contacts c where workspace_id = ${acme.id} order by id`;
}

describe("the undo of an import that names a contact in two batches", () => {
  const file =
    "email,first_name\nold@example.com,One\nnew@example.com,One\n" +
    "other@example.com,O\nold@example.com,Two\nnew@example.com,Two\n";

  it("keeps and names whom somebody edited in between, created or not", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, { body: { email: "old@example.com", first_name: "Old" } });
    const id = await importWithBreak(acme, file, async () => {
      expect(await unsubscribe(acme, "old@example.com", "new@example.com")).toBe(2);
      await edit(acme, "new@example.com", { notes: "important" });
    });
    const before = await contactsOf(acme);
    expect(await undone(acme, id)).toMatchObject({
      removed: 1,
      restored: 0,
      kept: 2,
      names: ["new@example.com", "old@example.com"],
    });
    before.delete("other@example.com");
    expect(await contactsOf(acme)).toEqual(before);
    expect([...before.values()]).toMatchObject([
      { first_name: "Two", is_unsubscribed: true, notes: "important" },
      { first_name: "Two", is_unsubscribed: true },
    ]);
  });

  it("restores and removes whom nobody edited in between, with all tags of both batches", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, { body: { email: "old@example.com", first_name: "Old" } });
    const tag = await acme.call(createTag, { body: { name: "mine" } });
    await acme.call(addTag, {
      params: { id: tag.body.id, contactId: await idOf(acme, "old@example.com") },
    });
    const before = await wholeContacts(acme);
    const tagged = file
      .replaceAll(/(One|O)\n/g, "$1,a\n")
      .replaceAll("Two\n", "Two,b\n")
      .replace("first_name\n", "first_name,tags\n");
    const id = await importWithBreak(acme, tagged, async () => undefined);
    expect((await contactsOf(acme)).get("old@example.com")?.tags).toHaveLength(3);
    expect(await undone(acme, id)).toMatchObject({ removed: 2, restored: 1, kept: 0 });
    expect(await wholeContacts(acme)).toEqual(before);
    expect((await contactsOf(acme)).get("old@example.com")?.tags).toMatchObject([{ name: "mine" }]);
  });
});

describe("the undo of an import that unsubscribed people", () => {
  const people = (flag: string) =>
    `email,first_name,is_unsubscribed\n${["a", "b", "c", "d"].map((one) => `${one}@example.com,X,${flag}\n`).join("")}`;

  it("subscribes only those of whom nobody else has said it since", async () => {
    const acme = await newWorkspace();
    await importText(acme, people(""));
    const first = await importText(acme, people("yes"));
    const dates =
      await pg()`select unsubscribed_at from contacts where workspace_id = ${acme.id} order by email`;
    const list = await importText(acme, "email,is_unsubscribed\na@example.com,yes\n");
    expect(list).toMatchObject({ status: "completed", processed_rows: 1, updated_rows: 1 });
    expect((await importState(acme.id, list.id)).unchanged_rows).toBe(1);
    expect(await unsubscribe(acme, "b@example.com")).toBe(0);
    await edit(acme, "c@example.com", { is_unsubscribed: true });
    expect(
      await pg()`select unsubscribed_at from contacts where workspace_id = ${acme.id} order by email`,
    ).toEqual(dates);
    expect(await undone(acme, first.id)).toMatchObject({
      removed: 0,
      restored: 1,
      names: ["a@example.com", "b@example.com", "c@example.com"],
    });
    const contacts = await contactsOf(acme);
    const flags = ["a", "b", "c", "d"].map((one) => contacts.get(`${one}@example.com`)?.is_unsubscribed);
    expect(flags).toEqual([true, true, true, false]);
  });

  it("counts those whom the bulk endpoint really unsubscribed, and only notes who said it of the others", async () => {
    const acme = await newWorkspace();
    await importText(acme, people(""));
    await importText(acme, "email,is_unsubscribed\na@example.com,yes\n");
    expect(await unsubscribe(acme, "a@example.com", "b@example.com")).toBe(1);
    const visible = async () =>
      (await wholeContacts(acme)).map(({ whole }) => ({
        ...JSON.parse(JSON.stringify(whole)),
        written_by: null,
      }));
    const before = await visible();
    expect(await unsubscribe(acme, "a@example.com", "b@example.com")).toBe(0);
    expect(await visible()).toEqual(before);
  });

  it("keeps contacts it created of whom a later import said the same, until that one is undone", async () => {
    const acme = await newWorkspace();
    const first = await importText(acme, people("yes"));
    const afterFirst = await wholeContacts(acme);
    const second = await importText(acme, people("yes"));
    expect(await importState(acme.id, second.id)).toMatchObject({ updated_rows: 4, unchanged_rows: 4 });
    expect(await undone(acme, second.id)).toMatchObject({ removed: 0, restored: 0, kept: 0 });
    expect(await wholeContacts(acme)).toEqual(afterFirst);
    const third = await importText(acme, people("yes"));
    expect(await undone(acme, first.id)).toMatchObject({ removed: 0, restored: 0, kept: 4 });
    expect(await undone(acme, third.id)).toMatchObject({ removed: 0, restored: 0, kept: 0 });
    const contacts = [...(await contactsOf(acme)).values()];
    expect(contacts.map((one) => one.is_unsubscribed)).toEqual([true, true, true, true]);
  });

  it("is not handed on by rows that say nothing, or of people who are subscribed", async () => {
    const acme = await newWorkspace();
    const first = await importText(acme, people("yes"));
    await importText(acme, people(""));
    await importText(acme, "email,first_name\na@example.com,X\n");
    await importText(acme, people(""), { duplicateStrategy: "skip" });
    const [row] = await pg()`
      select count(*)::int as n from contacts where workspace_id = ${acme.id} and written_by = ${first.id}`;
    expect(row?.n).toBe(4);
    expect(await undone(acme, first.id)).toMatchObject({ removed: 4, kept: 0 });
  });
});
