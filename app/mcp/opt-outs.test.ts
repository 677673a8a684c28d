import { expect, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as updateContact } from "@/app/api/contacts/[id]/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { sendBatch } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { call, confirmed, keyOf, questionOf, type Workspace, YES } from "@/lib/testing/mcp";
import { newWorkspace } from "@/lib/testing/workspace";

/** An undo through an assistant subscribes nobody who opted out. */

const person = async (acme: Workspace, fields: object = {}): Promise<string> =>
  (await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada", ...fields } })).body
    .id;
const lastOf = async (acme: Workspace): Promise<string> =>
  (await acme.call(listChanges, { query: { limit: "1" } })).body.data[0].id;

const mapping = { email: "email", out: "is_unsubscribed" };
const FILE = "email,out\nada@example.com,yes\n";

/** Everything that opts somebody out, and the change set of it. */
const WAYS: Record<string, (acme: Workspace) => Promise<string>> = {
  "an edit": async (acme) => {
    const id = await person(acme);
    await acme.call(updateContact, { params: { id }, body: { is_unsubscribed: true } });
    return lastOf(acme);
  },
  "a creation": async (acme) => {
    await person(acme, { is_unsubscribed: true });
    return lastOf(acme);
  },
  "a bulk change": async (acme) => {
    const id = await person(acme);
    await acme.call(bulkUnsubscribe, { body: { ids: [id] } });
    return lastOf(acme);
  },
  "a batch": async (acme) => {
    await person(acme);
    return (await sendBatch(acme, [{ email: "ada@example.com", is_unsubscribed: true }])).change_id;
  },
  "an import": async (acme) => {
    await person(acme);
    return (await importText(acme, FILE, { columnMapping: mapping })).id;
  },
  "an import that creates": async (acme) => (await importText(acme, FILE, { columnMapping: mapping })).id,
  "an import of an address without a contact": async (acme) =>
    (await importText(acme, FILE, { columnMapping: mapping, duplicateStrategy: "update_only" })).id,
};

async function expectRefusal(key: string, tool: string, id: string): Promise<void> {
  const { result } = (await call(key, tool, { id })).json;
  expect([tool, result.isError, result.structuredContent?.data?.details]).toEqual([
    tool,
    true,
    { reason: "opt_outs" },
  ]);
}

it.each(Object.keys(WAYS))("that %s recorded, also once an undo was undone", async (way) => {
  const acme = await newWorkspace("mcpout");
  const key = await keyOf(acme);
  const id = (await WAYS[way]?.(acme)) ?? "";
  await expectRefusal(key, "undoChange", id);
  if (way.includes("import")) await expectRefusal(key, "undoImport", id);
  const undone = await acme.call(undoChange, { params: { id } });
  await expectRefusal(key, "undoChange", id);
  const redone = await acme.call(undoChange, { params: { id: undone.body.undo_id } });
  await expectRefusal(key, "undoChange", redone.body.undo_id);
});

it("all else is undone, also for those who opted out before", async () => {
  const acme = await newWorkspace("mcpundo");
  const key = await keyOf(acme);
  const id = await person(acme, { is_unsubscribed: true });
  await acme.call(updateContact, { params: { id }, body: { first_name: "Augusta" } });
  expect((await confirmed(key, "undoChange", { id: await lastOf(acme) })).isError).toBe(false);
  await acme.call(deleteContact, { params: { id } });
  expect((await confirmed(key, "undoChange", { id: await lastOf(acme) })).isError).toBe(false);
  const file = "email,first_name\nada@example.com,Ada L\nbo@example.com,Bo\n";
  const columnMapping = { email: "email", first_name: "first_name" };
  const made = await importText(acme, file, { columnMapping });
  expect((await confirmed(key, "undoImport", { id: made.id })).isError).toBe(false);
});

it("what becomes one while a person reads the question", async () => {
  const acme = await newWorkspace("mcpwhile");
  const key = await keyOf(acme);
  const id = await person(acme, { is_unsubscribed: true });
  await acme.call(updateContact, { params: { id }, body: { first_name: "Augusta" } });
  const args = { id: await lastOf(acme) };
  const { requestState } = await questionOf(key, "undoChange", args);
  await pg()`update opt_outs set import_id = ${args.id} where workspace_id = ${acme.id}`;
  const { result } = (await call(key, "undoChange", args, { requestState, inputResponses: YES })).json;
  expect(result.structuredContent?.data.details).toEqual({ reason: "opt_outs" });
});
