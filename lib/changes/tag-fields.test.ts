import { expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteTag, PUT as editTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { newWorkspace } from "@/lib/testing/workspace";

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
  expect((await read(created)).tag).toEqual({ id, name: "gold" });
});

it("names the ways when it is asked for another one", async () => {
  const acme = await newWorkspace();
  const { status, body } = await acme.call(listChanges, { query: { way: "nope" } });
  expect([status, body.details[0].message]).toEqual([
    400,
    expect.stringMatching(/^must be one of .*merge.*/),
  ]);
});
