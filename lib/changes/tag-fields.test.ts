import { expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as tagAll } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag, PUT as editTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { newWorkspace } from "@/lib/testing/workspace";

type Tag = { name: string } | null;

it("shows what a tag was before it was edited, and its name once it is deleted", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(createTag, { body: { name: "vip", color: "#00ff00" } })).body;
  const last = async () => (await acme.call(listChanges)).body.data[0].id as string;
  const read = async (set: string) => (await acme.call(readChange, { params: { id: set } })).body;
  const created = await last();
  await acme.call(editTag, { params: { id }, body: { name: "gold", color: "#ff0000" } });
  const edited = await last();
  await acme.call(editTag, { params: { id }, body: { name: "silver" } });
  const again = await last();
  const both = [
    { field: "name", old: "vip", new: "gold" },
    { field: "color", old: "#00ff00", new: "#ff0000" },
  ];
  expect((await read(edited)).tag_fields).toEqual(both);
  expect((await read(again)).tag_fields).toEqual([{ field: "name", old: "gold", new: "silver" }]);
  const { undo_id } = (await acme.call(undo, { params: { id: again } })).body;
  expect((await read(undo_id)).tag_fields).toEqual([{ field: "name", old: "silver", new: "gold" }]);
  await acme.call(deleteTag, { params: { id } });
  expect((await read(edited)).tag_fields).toEqual(both);
  expect((await read(created)).tag).toEqual({ id, name: "vip" });
});

it("names the tag in each change set as that left it, while it lives and afterwards", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(createTag, { body: { name: "n-one" } })).body;
  const person = (await acme.call(createContact, { body: { email: "ann@example.com", first_name: "Ann" } }))
    .body;
  await acme.call(tagAll, { params: { id }, body: { ids: [person.id] } });
  await acme.call(editTag, { params: { id }, body: { name: "n-two" } });
  await acme.call(editTag, { params: { id }, body: { name: "n-three" } });
  const sets = async () =>
    (await acme.call(listChanges)).body.data as { id: string; way: string; tag: Tag }[];
  const names = async () =>
    (await sets()).flatMap(({ way, tag }) => (tag ? [`${way} ${tag.name}`] : [])).toReversed();
  const before = ["tag_created n-one", "contacts_tagged n-one", "tag_edited n-two", "tag_edited n-three"];
  expect(await names()).toEqual(before);
  await acme.call(deleteTag, { params: { id } });
  const after = [...before, "tag_deleted n-three"];
  expect(await names()).toEqual(after);
  await acme.call(undo, { params: { id: (await sets())[0]?.id ?? "" } });
  await acme.call(editTag, { params: { id }, body: { name: "n-four" } });
  expect(await names()).toEqual([...after, "undo n-three", "tag_edited n-four"]);
});

it("names the ways when it is asked for another one", async () => {
  const acme = await newWorkspace();
  const { status, body } = await acme.call(listChanges, { query: { way: "nope" } });
  expect([status, body.details[0].message]).toEqual([
    400,
    expect.stringMatching(/^must be one of .*merge.*/),
  ]);
});
