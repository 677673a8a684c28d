import { beforeEach, describe, expect, it } from "vitest";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { POST as create, GET as listContacts } from "@/app/api/contacts/route";
import { POST as merge } from "@/app/api/fields/[id]/merge/route";
import { DELETE as deleteField } from "@/app/api/fields/[id]/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { POST as tagAll, DELETE as untagAll } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** Undoes that would remove a field or tag that contacts use. */

let acme: Awaited<ReturnType<typeof newWorkspace>>;
beforeEach(async () => {
  acme = await newWorkspace();
});

const idOf = async (handler: typeof create, body: object): Promise<string> =>
  (await acme.call(handler, { body })).body.id;
const person = (name: string, custom_fields: object | null = null) =>
  idOf(create, { email: `${name}@example.com`, first_name: name, custom_fields });
const edit = async (id: string, custom_fields: object) =>
  expect((await acme.call(patch, { params: { id }, body: { custom_fields } })).status).toBe(200);
const latest = async (): Promise<string> => (await acme.call(listChanges)).body.data[0].id;
/** Changes something, and returns the change set. */
const act = async (handler: typeof create, id: string, body?: object): Promise<string> => {
  const { status } = await acme.call(handler, { params: { id }, ...(body && { body }) });
  expect(status).toBeLessThan(300);
  await settleBackground();
  return latest();
};
/** Undoes a change set, and compares the result with the preview. */
const take = async (id: string) => {
  const { body: predicted } = await acme.call(previewUndo, { params: { id } });
  await acme.call(undo, { params: { id } });
  await settleBackground();
  const { body } = await acme.call(previewUndo, { params: { id } });
  const { undo_status, removed, restored, kept, kept_items } = body;
  expect(undo_status).toBe("completed");
  // A second preview covers only the rest.
  if (predicted.undo_status) expect(predicted.again).toEqual({ removed, restored });
  else expect(predicted).toMatchObject({ removed, restored, kept, kept_items });
  return body;
};
const fields = async () => {
  const { data } = (await acme.call(listFields)).body;
  return Object.fromEntries(data.map(({ key, type }: { key: string; type: string }) => [key, type]));
};
const fieldIdOf = async (key: string): Promise<string> =>
  (await acme.call(listFields)).body.data.find((field: { key: string }) => field.key === key).id;
const values = async () =>
  [...(await contactsOf(acme)).values()]
    .map(({ custom_fields }) => custom_fields)
    .filter(Boolean)
    .reverse();
const sorted = async (key: string) =>
  (await acme.call(listContacts, { query: { sort: `custom_fields.${key}` } })).status;

/** A number field with values in two contacts, and the ways to remove it. */
const deletion = async () => {
  const id = await idOf(createField, { name: "k", type: "number" });
  await person("a", { k: 0 });
  await person("b", { k: 1 });
  return { gone: await act(deleteField, id), restored: 3 };
};
const merging = async () => {
  const id = await idOf(createField, { name: "k", type: "number" });
  const into = await idOf(createField, { name: "into", type: "number" });
  await person("a", { k: 0 });
  await person("b", { k: 1 });
  return { gone: await act(merge, id, { into }), restored: 3 };
};

describe.each([
  ["deletion", deletion],
  ["merge", merging],
])("after the %s of a field", (_, remove) => {
  it("its undo keeps the field of what was written since and does not fit", async () => {
    const { gone, restored } = await remove();
    const id = await person("c");
    await edit(id, { k: "abc" });
    const text = await fieldIdOf("k");
    const before = await values();
    expect(await take(gone)).toMatchObject({
      restored: 0,
      kept: 1,
      kept_items: [{ of: "field", reason: "name_taken" }],
    });
    expect([await values(), await fieldIdOf("k")]).toEqual([before, text]);
    await edit(id, { k: null });
    expect(await take(gone)).toMatchObject({ restored, kept: 0 });
    expect(await fields()).toMatchObject({ k: "number" });
  });

  it.each([
    ["the undo", 0],
    ["before it", 1],
  ])("an undo of its undo keeps the field for what was written since %s", async (_when, before) => {
    const { gone, restored } = await remove();
    const id = await person("c");
    if (before) await edit(id, { k: 7 });
    const back = await take(gone);
    expect(back).toMatchObject({ restored, kept: 0 });
    if (!before) await edit(id, { k: 7 });
    const field = await fieldIdOf("k");
    const again = await take(back.undo_id);
    expect(again).toMatchObject({
      removed: 0,
      restored: 2,
      kept: 1,
      kept_items: [{ id: field, of: "field", reason: "in_use" }],
    });
    expect(await values()).toContainEqual({ k: 7 });
    expect([await fieldIdOf("k"), (await fields()).k, await sorted("k")]).toEqual([field, "number", 200]);
    // Once nothing uses it, what was kept is removed, and a redo restores everything.
    await edit(id, { k: null });
    expect(await take(back.undo_id)).toMatchObject({ removed: 1, kept: 0 });
    expect(await fields()).not.toHaveProperty("k");
  });

  it("an undo of its undo takes the field away that nobody else uses, and its undo brings all back", async () => {
    const { gone, restored } = await remove();
    const back = await take(gone);
    const before = await values();
    const again = await take(back.undo_id);
    expect(again).toMatchObject({ removed: 1, restored: 2, kept: 0 });
    expect(await fields()).not.toHaveProperty("k");
    expect(await take(again.undo_id)).toMatchObject({ restored, kept: 0 });
    expect([await values(), (await fields()).k]).toEqual([before, "number"]);
  });
});

it("of two deleted fields of one key, the second stays away while contacts use the first", async () => {
  await person("t0", { k: "x" });
  await person("t1", { k: "y" });
  const first = await act(deleteField, await fieldIdOf("k"));
  await idOf(createField, { name: "k", type: "number" });
  await person("n", { k: 99 });
  const second = await act(deleteField, await fieldIdOf("k"));
  await take(first);
  expect(await take(second)).toMatchObject({ restored: 0, kept: 1, kept_items: [{ reason: "name_taken" }] });
  expect([await fields(), await values()]).toEqual([{ k: "text" }, [{ k: "x" }, { k: "y" }]]);
});

it("a text field that was deleted takes over what was written since", async () => {
  await person("a", { k: "x" });
  const field = await fieldIdOf("k");
  const gone = await act(deleteField, field);
  await person("b", { k: 5 });
  expect(await take(gone)).toMatchObject({ restored: 2, kept: 0 });
  expect([await fieldIdOf("k"), await values()]).toEqual([field, [{ k: "x" }, { k: 5 }]]);
});

describe("the undo of a deleted tag's undo", () => {
  const tags = async () =>
    (await acme.call(listTags)).body.data.map((tag: { id: string; contacts: number }) => tag.id);
  const tagsOf = async () =>
    [...(await contactsOf(acme)).values()].map((one) => (one.tags as { name: string }[]).length);
  const used = async () => {
    const [id, a] = [await idOf(createTag, { name: "Used" }), await person("a")];
    await act(tagAll, id, { ids: [a] });
    const gone = await act(deleteTag, id);
    return { id, a, back: await take(gone) };
  };

  it("takes it off the contacts that got it back, as often as somebody likes", async () => {
    const { id, back } = await used();
    for (let round = 0, last = back; round < 2; round++) {
      const again = await take(last.undo_id);
      expect(again).toMatchObject({ removed: 1, kept: 0 });
      expect([await tags(), await tagsOf()]).toEqual([[], [0]]);
      last = await take(again.undo_id);
      expect(last).toMatchObject({ restored: 1, kept: 0 });
      expect([await tags(), await tagsOf()]).toEqual([[id], [1]]);
    }
  });

  it.each([
    ["another contact", true],
    ["such a contact anew", false],
  ])("keeps it when %s got it since", async (_, isOther) => {
    const { id, a, back } = await used();
    if (!isOther) await act(untagAll, id, { ids: [a] });
    await act(tagAll, id, { ids: [isOther ? await person("b") : a] });
    expect(await take(back.undo_id)).toMatchObject({
      removed: 0,
      kept: 1,
      kept_items: [{ reason: "in_use" }],
    });
    expect(await tags()).toEqual([id]);
  });

  it("takes it away although one of them lost it and another one was deleted since", async () => {
    const [id, ids] = [await idOf(createTag, { name: "Used" }), [await person("a"), await person("b")]];
    const [a, b] = [ids[0] ?? "", ids[1] ?? ""];
    await act(tagAll, id, { ids: [...ids, await person("c")] });
    const back = await take(await act(deleteTag, id));
    await act(untagAll, id, { ids: [a] });
    await act(deleteContact, b);
    expect(await take(back.undo_id)).toMatchObject({ removed: 1, kept: 0 });
  });
});
