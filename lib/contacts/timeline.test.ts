import { expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as readChanges } from "@/app/api/changes/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { PATCH, DELETE as remove } from "@/app/api/contacts/[id]/route";
import { GET as readTimeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { POST as tagOne, DELETE as untag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { DELETE as deleteTag, PUT as editTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

async function newHome() {
  const acme = await newWorkspace();
  const add = async (email: string) =>
    (await acme.call(createContact, { body: { email, first_name: "A" } })).body.id as string;
  const tag = async (name: string) => (await acme.call(createTag, { body: { name } })).body.id as string;
  const ada = await add("ada@example.com");
  /** The events, newest first: kind, and each field with its values. */
  const told = async (id = ada) => {
    const { body } = await acme.call(readTimeline, { params: { id } });
    return body.data.map(
      ({ kind, fields }: { kind: string; fields: { field: string; old: unknown; new: unknown }[] }) => [
        kind,
        ...fields.map((one) => [one.field, one.old, one.new]),
      ],
    );
  };
  return { acme, add, tag, ada, told };
}

it("tags are named as they were named then, even when they are deleted", async () => {
  const { acme, tag, ada, told } = await newHome();
  const [board, press] = [await tag("Board"), await tag("Press")];
  for (const id of [board, press]) await acme.call(tagOne, { params: { id, contactId: ada } });
  await acme.call(untag, { params: { id: board, contactId: ada } });
  await acme.call(editTag, { params: { id: board }, body: { name: "Directors" } });
  const renamed = await told();
  expect(renamed).toEqual([
    ["changed", ["tags", ["Board", "Press"], ["Press"]]],
    ["tagged"],
    ["changed", ["tags", [], ["Board"]]],
    ["created"],
  ]);
  await acme.call(deleteTag, { params: { id: board } });
  expect(await told()).toEqual(renamed);
});

it("a tag that is deleted or brought back later is no part of the changes before", async () => {
  const { acme, tag, ada, told } = await newHome();
  const [board, press] = [await tag("Board"), await tag("Press")];
  await acme.call(tagOne, { params: { id: board, contactId: ada } });
  await acme.call(tagOne, { params: { id: press, contactId: ada } });
  await acme.call(untag, { params: { id: press, contactId: ada } });
  const gone = [
    ["changed", ["tags", ["Board", "Press"], ["Board"]]],
    ["changed", ["tags", ["Board"], ["Board", "Press"]]],
  ];
  const { body } = await acme.call(deleteTag, { params: { id: board } });
  expect(await told()).toEqual([...gone, ["changed", ["tags", [], ["Board"]]], ["created"]]);
  const [{ id }] = (await acme.call(readChanges)).body.data;
  expect(body).toBeNull();
  await acme.call(undo, { params: { id } });
  await settleBackground();
  expect(await told()).toEqual([...gone, ["tagged"], ["created"]]);
});

it("nor is a tag that an import added since", async () => {
  const { acme, tag, ada, told } = await newHome();
  const board = await tag("Board");
  await acme.call(tagOne, { params: { id: board, contactId: ada } });
  await acme.call(untag, { params: { id: board, contactId: ada } });
  await importText(acme, "email,tags\nada@example.com,Press\n");
  expect(await told()).toContainEqual(["changed", ["tags", ["Board"], []]]);
});

it("an opt-out stays told after its reversal, and each act once", async () => {
  const { acme, ada, told } = await newHome();
  const out = ["is_unsubscribed", false, true];
  await acme.call(bulkUnsubscribe, { body: { ids: [ada] } });
  expect(await told()).toEqual([["unsubscribed", out], ["created"]]);
  await acme.call(PATCH, { params: { id: ada }, body: { is_unsubscribed: false } });
  const back = ["resubscribed", ["is_unsubscribed", true, false]];
  expect(await told()).toEqual([back, ["changed", out], ["created"]]);
  await acme.call(PATCH, { params: { id: ada }, body: { is_unsubscribed: true } });
  expect(await told()).toEqual([["unsubscribed", out], back, ["changed", out], ["created"]]);
});

/** Undoes the newest change set, and returns the undo's id. */
async function undoLast(acme: Awaited<ReturnType<typeof newHome>>["acme"], way: string) {
  const { data } = (await acme.call(readChanges, { query: { way } })).body;
  await acme.call(undo, { params: { id: data[0].id } });
  await settleBackground();
}

it("tells who deleted a contact and who restored it, each time", async () => {
  const { acme, ada, told } = await newHome();
  for (const way of ["contact_deleted", "undo"]) {
    if (way === "contact_deleted") await acme.call(remove, { params: { id: ada } });
    else await undoLast(acme, way);
    expect((await acme.call(readTimeline, { params: { id: ada } })).status).toBe(404);
    await undoLast(acme, way);
  }
  expect(await told()).toEqual([["restored"], ["deleted"], ["restored"], ["deleted"], ["created"]]);
  const { data } = (await acme.call(readTimeline, { params: { id: ada } })).body;
  for (const event of data.slice(0, 4))
    expect(event).toMatchObject({
      change_id: expect.any(String),
      by: { name: expect.any(String) },
      of: null,
    });
});

it("tells that an import's undo deleted a contact, and that it was restored", async () => {
  const { acme, told } = await newHome();
  const { id } = await importText(acme, "email,first_name\ngrace@example.com,Grace\n");
  const [{ id: grace }] = await pg()<[{ id: string }]>`
    select id from contacts where workspace_id = ${acme.id} and email = 'grace@example.com'`;
  await acme.call(undoImport, { params: { id } });
  await settleBackground();
  await undoLast(acme, "undo");
  expect((await told(grace)).map(([kind]: string[]) => kind)).toEqual(["restored", "deleted", "imported"]);
});

it("tells of a contact that was merged and came back, and of what had happened to one that was merged", async () => {
  const { acme, add, ada, told } = await newHome();
  const grace = await add("grace@example.com");
  await acme.call(remove, { params: { id: grace } });
  await undoLast(acme, "contact_deleted");
  await acme.call(merge, { params: { id: ada }, body: { with: grace } });
  const kinds = async (id: string) => (await told(id)).map(([kind]: string[]) => kind);
  expect((await kinds(ada)).filter((kind: string) => kind !== "created")).toEqual([
    "merged",
    "restored",
    "deleted",
  ]);
  await undoLast(acme, "merge");
  expect(await kinds(grace)).toEqual(["restored", "deleted", "restored", "deleted", "created"]);
});

it("an import's line is numbered as a spreadsheet does, and not told where blank lines make it uncertain", async () => {
  const { acme } = await newHome();
  const lineOf = async (text: string) => {
    await importText(acme, text);
    const [row] = await pg()`
      select id from contacts where workspace_id = ${acme.id} and import_row is not null order by id desc limit 1`;
    const { body } = await acme.call(readTimeline, { params: { id: row?.id } });
    return body.data.at(-1).import;
  };
  expect(await lineOf("email\nbob@example.com\ncarl@example.com\n")).toMatchObject({ row: 2, line: 3 });
  expect(await lineOf("email\ndora@example.com\n\n\nemil@example.com\n")).toMatchObject({
    row: 2,
    line: null,
  });
});
