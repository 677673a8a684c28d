import { describe, expect, it } from "vitest";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { POST as tellApart } from "@/app/api/contacts/duplicates/distinct/route";
import { GET as listDuplicates, POST as searchAnew } from "@/app/api/contacts/duplicates/route";
import { POST as create } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { findContacts } from "@/lib/contacts/queries";
import { settleBackground } from "@/lib/http/background";
import { sweep } from "@/lib/server/sweep";
import { newWorkspace } from "@/lib/testing/workspace";
import { distance } from "./distance";
import { mailboxOf } from "./likeness";
import { findSearch, listDuplicates as listPairs } from "./queries";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function person(
  acme: Workspace,
  email: string,
  first_name: string,
  more: object = {},
): Promise<string> {
  return (await acme.call(create, { body: { email, first_name, ...more } })).body.id;
}

/** The pairs found when the search is over. */
async function found(acme: Workspace, query: Record<string, string> = {}) {
  await acme.call(listDuplicates);
  await settleBackground();
  const { body } = await acme.call(listDuplicates, { query });
  expect(body.search.status).toBe("completed");
  return body;
}

const idsOf = (pair: { contacts: { id: string }[] }) => pair.contacts.map(({ id }) => id);
const at = { last_name: "Lovelace", company: "Engines" };

it("finds who is there twice, with the reason and a score, the most likely first", async () => {
  const acme = await newWorkspace();
  const ids = [
    ...[
      await person(acme, "ada.lovelace@gmail.com", "Ada", { last_name: "Lovelace" }),
      await person(acme, "adalovelace+x@googlemail.com", "Ada", { last_name: "Lovelace" }),
    ],
    ...[await person(acme, "klara@example.com", "Klara", { last_name: "Müller", company: "Engines GmbH" })],
    ...[
      await person(acme, "klara.mueller@example.org", "Mueller", { last_name: "Klara", company: "Engines" }),
    ],
    ...[await person(acme, "mei@example.com", "美咲", { last_name: "田中", phone: "+81 3 1234 5678" })],
    ...[await person(acme, "tanaka@example.org", "田中美咲", { phone: "03-1234-5678" })],
  ];
  await person(acme, "info@engines.example", "Engines", { company: "Engines" });
  const begun = (await acme.call(listDuplicates)).body;
  expect(begun).toMatchObject({ search: { contacts: 7 }, total: begun.data.length });
  const { data, total, search } = await found(acme);
  expect(search).toMatchObject({ progress: 100, is_whole: true });
  expect(total).toBe(3);
  expect(data.map((pair: { score: number; reasons: string[] }) => [pair.score, pair.reasons])).toEqual([
    [0.99, ["same_mailbox", "same_name"]],
    [0.98, ["same_name", "same_domain", "same_phone"]],
    [0.94, ["same_name", "same_company", "same_domain"]],
  ]);
  expect(data.map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(4), ids.slice(2, 4)]);
  const first = await found(acme, { limit: "1" });
  const rest = await found(acme, { limit: "2", cursor: first.nextCursor });
  expect([...first.data, ...rest.data]).toEqual(data);
});

it("leaves out who was merged or told apart, and remembers it in the next search", async () => {
  const [acme, other] = [await newWorkspace(), await newWorkspace()];
  const names = ["Ada", "Klara", "Grace"];
  const ids: string[][] = [];
  for (const name of names)
    ids.push([
      await person(acme, `${name}@example.com`, name, at),
      await person(acme, `${name}.lovelace@example.org`, name, at),
    ]);
  expect((await found(acme)).total).toBe(3);
  const [ada = [], klara = [], grace = []] = ids;
  await acme.call(merge, { params: { id: ada[0] ?? "" }, body: { with: ada[1] } });
  expect((await acme.call(tellApart, { body: { contacts: klara.toReversed() } })).status).toBe(200);
  expect((await other.call(tellApart, { body: { contacts: grace } })).status).toBe(404);
  expect((await acme.call(tellApart, { body: { contacts: [grace[0], grace[0]] } })).status).toBe(400);
  expect((await found(acme)).data.map(idsOf)).toEqual([grace]);
  expect((await acme.call(searchAnew)).status).toBe(202);
  await settleBackground();
  expect((await found(acme)).data.map(idsOf)).toEqual([grace]);
  await acme.call(tellApart, { body: { contacts: klara, distinct: false } });
  await acme.call(searchAnew);
  await settleBackground();
  expect((await found(acme)).total).toBe(2);
  expect((await found(other)).total).toBe(0);
});

it("forgets the result after a day, and then looks anew", async () => {
  const acme = await newWorkspace();
  const before = (await found(acme)).search.id;
  await pg()`update duplicate_searches set expires_at = now() - interval '1 second' where workspace_id = ${acme.id}`;
  await sweep({ thorough: false });
  expect(await pg()`select from duplicate_searches where workspace_id = ${acme.id}`).toHaveLength(0);
  expect((await found(acme)).search.id).not.toBe(before);
});

describe("a mailbox", () => {
  it.each([
    ["a.d.a+x@googlemail.com", "ada@gmail.com"],
    ["ada+x@outlook.com", "ada@outlook.com"],
    ["a.da+x@outlook.com", "a.da@outlook.com"],
    ["ada@me.com", "ada@icloud.com"],
    ["ada+x@example.com", "ada+x@example.com"],
  ])("%s is %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
});

it.each([
  ["", "abc", 3],
  ["lovelace", "lovlace", 1],
  ["lovelace", "lovealce", 1],
  ["kitten", "sitting", 3],
])("from %s to %s it takes %i edits", (a, b, edits) => expect(distance(a, b)).toBe(edits));

it("shows every pair once, page by page, when a contact is deleted while a page is read", async () => {
  const acme = await newWorkspace();
  for (const name of ["Ada", "Klara", "Grace", "Mei"])
    for (const host of ["gmail.com", "googlemail.com"]) await person(acme, `${name}.x@${host}`, name, at);
  const all = (await found(acme)).data;
  const search = await findSearch(acme.id);
  if (!search) throw new Error("no search");
  const without = (pairs: { contacts: { id: string }[] }[]): typeof findContacts => {
    const gone = pairs.map((pair) => idsOf(pair)[0] ?? "");
    return async (id, ids) =>
      findContacts(
        id,
        ids.filter((one) => !gone.includes(one)),
      );
  };
  const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  const rest = all.slice(2).map(({ id }: { id: string }) => id);
  for (const gone of [1, 2]) {
    const page = await listPairs(acme.id, search, { limit: 2 }, without(all.slice(0, gone)));
    expect(ids(page)).toEqual(ids({ data: all.slice(gone, 2) }));
    const next = await listPairs(acme.id, search, { limit: 5, cursor: page.nextCursor ?? "" });
    expect(ids(next)).toEqual(rest);
  }
});
