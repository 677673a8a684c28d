import { expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as readChanges } from "@/app/api/changes/route";
import { PATCH } from "@/app/api/contacts/[id]/route";
import { GET as readTimeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as tagOne, DELETE as untag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { DELETE as deleteTag, PUT as editTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { settleBackground } from "@/lib/http/background";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

async function newHome() {
  const acme = await newWorkspace();
  const add = async (email: string) =>
    (await acme.call(createContact, { body: { email, first_name: "A" } })).body.id as string;
  const tag = async (name: string) => (await acme.call(createTag, { body: { name } })).body.id as string;
  const ada = await add("ada@example.com");
  /** Newest first: kind, and each field with its values. */
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
