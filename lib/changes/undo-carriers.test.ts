import { expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as deleteContact, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as tagAll, DELETE as untagAll } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { settleBackground } from "@/lib/http/background";
import { sendBatch } from "@/lib/testing/batches";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** Tags of contacts that are restored while the tag is deleted: they come back with the tag, in whatever order. */

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
