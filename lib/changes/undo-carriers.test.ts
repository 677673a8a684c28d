import { describe, expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as deleteContact, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as tagAll, DELETE as untagAll } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { operationNamed } from "@/lib/testing/api-document";
import { sendBatch } from "@/lib/testing/batches";
import { contactsOf, importText } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

/**
 * Contacts that are restored while their tag is deleted get the tag back when its deletion is undone, in either order.
 */

async function start() {
  const acme = await newWorkspace();
  const idOf = async (handler: typeof create, body: object): Promise<string> =>
    (await acme.call(handler, { body })).body.id;
  const latest = async (): Promise<string> => (await acme.call(listChanges)).body.data[0].id;
  const act = async (handler: typeof create, id: string, body?: object): Promise<string> => {
    await acme.call(handler, { params: { id }, ...(body && { body }) });
    await settleBackground();
    return latest();
  };
  const take = async (id: string) => (await acme.call(undo, { params: { id } })).body;
  const tagsOf = async (id: string): Promise<string[]> =>
    (await acme.call(readContact, { params: { id } })).body.tags.map((tag: { name: string }) => tag.name);
  const a = await idOf(create, { email: "a@example.com", first_name: "A" });
  const b = await idOf(create, { email: "b@example.com", first_name: "B" });
  const red = await idOf(createTag, { name: "Red" });
  return { acme, act, take, tagsOf, latest, a, b, red };
}

it("a deleted tag's contacts are counted nowhere, as the document says, and get it back", async () => {
  const { acme, act, take, tagsOf, latest, a, red } = await start();
  await act(tagAll, red, { ids: [a] });
  const deletion = await act(deleteTag, red);
  const { body } = await acme.call(readChange, { params: { id: deletion } });
  expect(body).toMatchObject({ way: "tag_deleted", created: 0, changed: 0, deleted: 0, entries: [] });
  expect(operationNamed("getChange")?.operation.description).toContain("deletion of a tag has no entries");
  await take(deletion);
  expect(await tagsOf(a)).toEqual(["Red"]);
  expect((await acme.call(readChange, { params: { id: await latest() } })).body.entries).toEqual([]);
});

it.each([
  ["an untagging", ({ act, red, a }) => act(untagAll, red, { ids: [a] })],
  ["a deletion", ({ act, a }) => act(deleteContact, a)],
  ["a merge", ({ act, a, b }) => act(merge, b, { with: a })],
] satisfies [string, (given: Awaited<ReturnType<typeof start>>) => Promise<string>][])(
  "%s that is undone before the deletion of its tag loses nothing",
  async (_, remove) => {
    const given = await start();
    const { act, take, tagsOf, a, b, red } = given;
    await act(tagAll, red, { ids: [a, b] });
    const first = await remove(given);
    const second = await act(deleteTag, red);
    await take(first);
    await take(second);
    expect([await tagsOf(a), await tagsOf(b)]).toEqual([["Red"], ["Red"]]);
  },
);

it.each([
  ["tagged", tagAll, []],
  ["untagged", untagAll, ["Red"]],
] as const)(
  "who was %s is not, or is, when that and the tag's deletion are undone",
  async (_, change, before) => {
    const { act, take, tagsOf, a, b, red } = await start();
    await act(tagAll, red, { ids: before.length > 0 ? [a, b] : [b] });
    const first = await act(change, red, { ids: [a] });
    const after = await tagsOf(a);
    for (const [isRedone, wanted] of [
      [false, before],
      [true, after],
    ] as const) {
      const second = await act(deleteTag, red);
      const { undo_id } = await take(first);
      if (isRedone) await take(undo_id);
      await take(second);
      expect([await tagsOf(a), await tagsOf(b)]).toEqual([wanted, ["Red"]]);
      if (!isRedone) await take(undo_id);
    }
  },
);

describe.each(["merge", "batch", "import", "batch that created it"])(
  "a tag that was given by a(n) %s",
  (by) => {
    /** Gives Red to A by it. */
    async function give({ acme, act, latest, a, b, red }: Awaited<ReturnType<typeof start>>) {
      if (by === "merge") {
        await act(tagAll, red, { ids: [b] });
        return act(merge, a, { with: b });
      }
      if (by === "import") return (await importText(acme, "email,tags\na@example.com,Red\n")).id as string;
      if (by === "batch that created it") await act(deleteTag, red);
      await sendBatch(acme, [{ email: "a@example.com", tags: ["Red"] }]);
      return latest();
    }

    it.each([
      ["the tag first", [1, 0], 0],
      ["the tag last", [0, 1], 0],
      ["the undo of that and the tag, the tag first", [1, 0, 2], 1],
      ["the undo of that and the tag, the tag last", [0, 2, 1], 1],
      ["the undo of that and the tag, the tag in between", [0, 1, 2], 1],
    ] as const)("is not on its contact, or is: undone is %s", async (_, order, wanted) => {
      const given = await start();
      const { acme, act, take, latest, tagsOf, a } = given;
      const sets = [await give(given)];
      const [tag] = (await acme.call(listTags)).body.data;
      sets.push(await act(deleteTag, tag.id));
      for (const n of order) {
        await take(sets[n] ?? "");
        if (n === 0) sets[2] = await latest();
      }
      expect(await tagsOf(a)).toHaveLength(wanted);
    });
  },
);

it("a tag that was deleted before a change, and is brought back before the change is undone, stays", async () => {
  for (const change of ["tag", "delete", "merge"]) {
    const { act, take, tagsOf, acme, a, b, red } = await start();
    const blue = (await acme.call(createTag, { body: { name: "Blue" } })).body.id;
    await act(tagAll, red, { ids: [a] });
    const first = await act(deleteTag, red);
    const second =
      change === "tag"
        ? await act(tagAll, blue, { ids: [a] })
        : change === "delete"
          ? await act(deleteContact, a)
          : await act(merge, b, { with: a });
    await take(first);
    await take(second);
    expect(await tagsOf(a), change).toEqual(["Red"]);
  }
});

it("the history of an undo shows no tag that did not exist at that time", async () => {
  const { acme, act, take, a, red } = await start();
  const fields = async (id: string) =>
    (await acme.call(readChange, { params: { id } })).body.entries.map(
      (one: { fields: unknown }) => one.fields,
    );
  const blue = (await acme.call(createTag, { body: { name: "Blue" } })).body.id;
  const first = await act(tagAll, red, { ids: [a] });
  const gone = await act(deleteTag, red);
  const second = await act(tagAll, blue, { ids: [a] });
  const undos = [(await take(second)).undo_id, (await take(first)).undo_id];
  for (const isBack of [false, true]) {
    if (isBack) await take(gone);
    expect(await fields(undos[0])).toEqual([[{ field: "tags", old: ["Blue"], new: [] }]]);
    expect(await fields(undos[1])).toEqual([[]]);
  }
});

it("undoes are undone in whatever order, when one import created the tag that another one used", async () => {
  const { acme, take, latest, tagsOf } = await start();
  for (const run of [
    (text: string) => importText(acme, text).then(({ id }) => id as string),
    async (text: string) => {
      const [email = "", tag = ""] = text.split("\n")[1]?.split(",") ?? [];
      return (await sendBatch(acme, [{ email, tags: [tag] }])).change_id;
    },
  ]) {
    const one = await run("email,tags\na@example.com,Blue\n");
    const other = await run("email,tags\nb@example.com,Blue\n");
    await take(other);
    const otherUndo = await latest();
    await take(one);
    const oneUndo = await latest();
    await take(otherUndo);
    await take(oneUndo);
    const tags = async (email: string) => tagsOf(String((await contactsOf(acme)).get(email)?.id));
    expect([await tags("a@example.com"), await tags("b@example.com")]).toEqual([["Blue"], ["Blue"]]);
    await take(one);
    await take(other);
  }
});

it.each([
  ["deleted", ({ acme, b }) => acme.call(deleteContact, { params: { id: b } })],
  ["untagged", ({ acme, blue, b }) => acme.call(untagAll, { params: { id: blue }, body: { ids: [b] } })],
] satisfies [string, (given: Awaited<ReturnType<typeof start>> & { blue: string }) => Promise<unknown>][])(
  "a contact that is %s while its tag's return waits for another one has the tag after both undos",
  async (_, write) => {
    const given = await start();
    const { acme, act, take, tagsOf, latest, a, b, red } = given;
    const blue = (await acme.call(createTag, { body: { name: "Blue" } })).body.id;
    await act(tagAll, red, { ids: [a, b] });
    await act(tagAll, blue, { ids: [b] });
    const deletion = await act(deleteTag, red);
    let returning: Promise<unknown> = Promise.resolve();
    let change = "";
    await pg().begin(async (tx) => {
      const [own] = await tx`select pg_backend_pid() as pid`;
      await tx`select from contacts where workspace_id = ${acme.id} and id = ${a} for update`;
      returning = take(deletion);
      await untilSomeoneWaitsFor(own?.pid);
      await write({ ...given, blue });
      change = await latest();
    });
    expect(await returning).toMatchObject({ restored: 1, kept: 0 });
    await settleBackground();
    expect(await take(change)).toMatchObject({ restored: 1, kept: 0 });
    expect([await tagsOf(a), await tagsOf(b)]).toEqual([["Red"], ["Blue", "Red"]]);
  },
);
