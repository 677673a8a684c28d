import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as previewChange, POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { PATCH as edit } from "@/app/api/contacts/[id]/route";
import { GET as timeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as erase } from "@/app/api/contacts/bulk-delete/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { DELETE as deleteImport, GET as getImport } from "@/app/api/imports/[id]/route";
import { GET as preview, POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { changeUndoJob } from "@/lib/changes/undo";
import { settleBackground } from "@/lib/http/background";
import { runJob } from "@/lib/jobs/run";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { undoJob } from "./undo";
import { requestUndo } from "./undo-request";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const OLD = "email,first_name,tags\nold@example.com,Old,mine\nout@example.com,Out,mine\n";
const NEW =
  "email,first_name,company,out,tags\nold@example.com,Ada,Acme,,vip\nout@example.com,Out,,yes,\n" +
  "new@example.com,New,,,vip\ngone@example.com,Gone,,yes,\n";

let acme: Workspace;
let id: string;

beforeEach(async () => {
  acme = await newWorkspace("again");
  await importText(acme, OLD);
  await pg()`update contacts set phone = '+49 30 1' where workspace_id = ${acme.id} and email = 'old@example.com'`;
  ({ id } = await importText(acme, NEW, { columnMapping: MAPPING }));
});
afterEach(async () => {
  await pg()`delete from rate_limits`;
});
const MAPPING = {
  email: "email",
  first_name: "first_name",
  company: "company",
  out: "is_unsubscribed",
  tags: "tags",
};

/** Every column and tag, and every tag's own columns. */
async function everything() {
  const contacts = await pg()`
    select to_jsonb(c) - 'search_doc' as c, array(
      select jsonb_build_array(t.tag_id, t.created_at) from contact_tags t
      where t.workspace_id = c.workspace_id and t.contact_id = c.id order by 1) as tags
    from contacts c where workspace_id = ${acme.id} order by id`;
  const tags = await pg()`select to_jsonb(t) as t from tags t where workspace_id = ${acme.id} order by id`;
  const outs = await pg()`
    select encode(hash, 'hex') as hash from opt_outs where workspace_id = ${acme.id} order by 1`;
  return { contacts: [...contacts], tags: [...tags], outs: [...outs] };
}
const take = async (change: string) => (await acme.call(undoChange, { params: { id: change } })).body;
const takeImport = async () => (await acme.call(undo, { params: { id } })).body;
const record = async () => (await acme.call(getImport, { params: { id } })).body;
/** Read without the API, which would resume the undo. */
async function undoneBy(): Promise<string> {
  const [row] = await pg()`select undo_change_id from imports where workspace_id = ${acme.id} and id = ${id}`;
  return row?.undo_change_id;
}
const change = async (change: string) =>
  (await acme.call(listChanges, { query: { limit: "50" } })).body.data.find(
    (one: { id: string }) => one.id === change,
  );

it("takes the undo of an import back, and the import stands again and can be undone again", async () => {
  const after = await everything();
  const undone = await takeImport();
  expect(undone).toMatchObject({ removed: 2, restored: 2, kept: 0 });
  const before = await everything();
  const { undone_by: first } = await change(id);
  expect(await change(first)).toMatchObject({
    way: "undo",
    undoes: id,
    filename: expect.any(String),
    changed: 2,
    deleted: 2,
    status: "completed",
  });
  const predicted = (await acme.call(previewChange, { params: { id: first } })).body;
  const again = await take(first);
  expect(again).toMatchObject({ removed: 0, restored: 5, kept: 0, undo_status: "completed" });
  expect(predicted).toMatchObject({ removed: 0, restored: 5, kept: 0 });
  expect(await everything()).toEqual(after);
  expect(await record()).toMatchObject({ undo_status: null, undo_result: null });
  expect(await change(id)).toMatchObject({ undone_by: null, undoable_until: expect.any(String) });
  expect((await acme.call(preview, { params: { id } })).body).toMatchObject({ removed: 2, restored: 2 });

  expect(await takeImport()).toMatchObject({ removed: 2, restored: 2, kept: 0 });
  const { contacts, tags } = await everything();
  expect({ contacts, tags }).toEqual({ contacts: before.contacts, tags: before.tags });
  const { undone_by: second } = await change(id);
  expect(second).not.toBe(first);
  // The undo of the first one is undone with the import.
  expect(await change(again.undo_id)).toMatchObject({ undone_by: second, undoable_until: null });
  expect(await take(again.undo_id)).toMatchObject({ undo_id: second, removed: 2, restored: 2 });
  expect(await take(second)).toMatchObject({ restored: 5, kept: 0 });
});

it("can be undone again by any of its undos, as often as somebody likes", async () => {
  const after = await everything();
  const { removed, restored } = await takeImport();
  const { undone_by: first } = await change(id);
  const before = await everything();
  for (let round = 0; round < 2; round++) {
    const redo = await take(first);
    expect(await everything()).toEqual(after);
    expect(await change(id)).toMatchObject({ undone_by: null, undoable_until: expect.any(String) });
    await take(redo.undo_id);
    expect((await everything()).contacts).toEqual(before.contacts);
    expect((await change(id)).undone_by).toBe(first);
    expect(await record()).toMatchObject({
      undo_status: "completed",
      undo_result: { removed, restored },
      undone_by: first,
    });
  }
});

it("goes on with what its undo had kept after the undo of its undo's undo", async () => {
  const one = String((await contactsOf(acme)).get("old@example.com")?.id);
  await acme.call(edit, { params: { id: one }, body: { notes: "later" } });
  const { id: edited } = (await acme.call(listChanges)).body.data[0];
  expect(await takeImport()).toMatchObject({ kept: 1 });
  const redo = await take((await change(id)).undone_by);
  await take(redo.undo_id);
  await take(edited);
  expect((await acme.call(preview, { params: { id } })).body.again).toEqual({ removed: 0, restored: 1 });
  expect(await takeImport()).toMatchObject({ restored: 1, kept: 0 });
  expect((await contactsOf(acme)).get("old@example.com")).toMatchObject({ first_name: "Old", notes: null });
});

it("leaves alone what was changed after the undo, and names who did", async () => {
  await takeImport();
  const { undone_by } = await change(id);
  const old = (await contactsOf(acme)).get("old@example.com");
  await acme.call(edit, { params: { id: String(old?.id) }, body: { notes: "later" } });
  await importText(acme, "email,first_name\nnew@example.com,Another\n");
  const again = await take(undone_by);
  expect(again).toMatchObject({ restored: 3, kept: 2 });
  const reasons = again.kept_items.map(({ reason }: { reason: string }) => reason);
  expect(reasons.toSorted()).toEqual(["edited", "email_taken"]);
  const now = await contactsOf(acme);
  expect(now.get("old@example.com")).toMatchObject({ first_name: "Old", notes: "later" });
  expect(now.get("new@example.com")).toMatchObject({ first_name: "Another" });
  // The import is in effect as far as it was restored; undone again, exactly that is removed.
  expect(await takeImport()).toMatchObject({ removed: 1, restored: 1, kept: 1 });
});

it("unsubscribes again whom the import unsubscribed, and an opt-out said in between stays through everything", async () => {
  await takeImport();
  const isOut = async (email: string) => (await contactsOf(acme)).get(email)?.is_unsubscribed;
  expect(await isOut("out@example.com")).toBe(false);
  const { undone_by } = await change(id);
  await take(undone_by);
  expect([await isOut("out@example.com"), await isOut("gone@example.com")]).toEqual([true, true]);
  const out = String((await contactsOf(acme)).get("out@example.com")?.id);
  await acme.call(bulkUnsubscribe, { body: { ids: [out] } });
  await takeImport();
  expect(await isOut("out@example.com")).toBe(true);
  await take((await change(id)).undone_by);
  expect([await isOut("out@example.com"), await isOut("gone@example.com")]).toEqual([true, true]);
});

it("is undone once when the import and what took its undo back are undone at the same time", async () => {
  const before = await everything();
  await takeImport();
  const { undone_by } = await change(id);
  const { undo_id } = await take(undone_by);
  const replies = await Promise.all([
    acme.call(undo, { params: { id } }),
    acme.call(undoChange, { params: { id: undo_id } }),
    acme.call(undo, { params: { id } }),
  ]);
  const others = replies.filter(({ status }) => ![200, 202, 409].includes(status));
  expect(others).toEqual([]);
  await settleBackground();
  expect(await record()).toMatchObject({ undo_status: "completed" });
  expect((await contactsOf(acme)).size).toBe(2);
  const sets = (await acme.call(listChanges, { query: { limit: "50", way: "undo" } })).body.data;
  expect(sets).toHaveLength(3);
  const { undone_by: last } = await change(id);
  expect(sets.find((one: { id: string }) => one.id === last)).toMatchObject({ undone_by: null });
  await take((await change(id)).undone_by);
  expect((await everything()).contacts).toEqual(before.contacts);
});

it("cannot be asked for while the undo runs, nor after 30 days, nor by another workspace", async () => {
  await requestUndo(acme.id, id);
  const undone_by = await undoneBy();
  expect((await acme.call(undoChange, { params: { id: undone_by } })).status).toBe(409);
  await runJob(changeUndoJob, { workspaceId: acme.id, id: undone_by });
  expect(await change(undone_by)).toMatchObject({ status: "processing", deleted: 0 });
  await runJob(undoJob, { workspaceId: acme.id, id });
  const other = await newWorkspace("stranger");
  expect((await other.call(undoChange, { params: { id: undone_by } })).status).toBe(404);
  await pg()`update change_sets set created_at = created_at - interval '31 days' where id = ${undone_by}`;
  expect((await acme.call(undoChange, { params: { id: undone_by } })).status).toBe(410);
});

it("ends with its import, and brings nobody back who was erased since", async () => {
  const { body } = await acme.call(timeline, {
    params: { id: String((await contactsOf(acme)).get("old@example.com")?.id) },
  });
  expect(body.data[0].kind).toBe("import_changed");
  const gone = (await contactsOf(acme)).get("gone@example.com");
  await takeImport();
  const { undone_by } = await change(id);
  await acme.call(erase, { body: { ids: [gone?.id], erase: true } });
  const [left] = await pg()`
    select count(*)::int as n from contact_changes where workspace_id = ${acme.id} and contact_id = ${String(gone?.id)}`;
  expect(left).toEqual({ n: 0 });
  await acme.call(deleteImport, { params: { id } });
  expect(await take(undone_by)).toMatchObject({ restored: 4, kept: 0 });
  expect([...(await contactsOf(acme)).keys()].toSorted()).toEqual([
    "new@example.com",
    "old@example.com",
    "out@example.com",
  ]);
});

it("closes the change set of an undo whose import is deleted meanwhile", async () => {
  await requestUndo(acme.id, id);
  const undone_by = await undoneBy();
  await acme.call(deleteImport, { params: { id } });
  expect(await change(undone_by)).toMatchObject({ status: "completed" });
  expect(await take(undone_by)).toMatchObject({ removed: 0, restored: 0, kept: 0 });
});

it("shows the import's change and its undo in a contact's timeline", async () => {
  await takeImport();
  const params = { id: String((await contactsOf(acme)).get("old@example.com")?.id) };
  const { body } = await acme.call(timeline, { params });
  const told = body.data
    .filter(({ kind }: { kind: string }) => kind.endsWith("changed"))
    .map(({ kind, fields }: { kind: string; fields: { field: string; new: unknown }[] }) => [
      kind,
      Object.fromEntries(fields.map((one) => [one.field, one.new])),
    ]);
  expect(told.slice(0, 2)).toEqual([
    ["changed", expect.objectContaining({ first_name: "Old", company: null })],
    ["import_changed", expect.objectContaining({ first_name: "Ada", company: "Acme" })],
  ]);
});
