import { expect, it } from "vitest";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as tagOne, DELETE as untag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as tagAll, DELETE as untagAll } from "@/app/api/tags/[id]/contacts/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { LIMITS } from "@/lib/limits";
import { importText } from "@/lib/testing/imports";
import { fillTags } from "@/lib/testing/tags";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const { max } = LIMITS.tags_per_contact;

async function people(acme: Workspace, n: number): Promise<string[]> {
  const text = `email\n${Array.from({ length: n }, (_, i) => `p${i}@example.com\n`).join("")}`;
  await importText(acme, text, { columnMapping: { email: "email" } });
  const rows = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${acme.id} order by email`;
  return rows.map(({ id }) => id);
}

async function newTag(acme: Workspace, name: string): Promise<string> {
  return (await acme.call(createTag, { body: { name } })).body.id;
}

/** Puts the first n of the workspace's tags t1… on a contact, without any check. */
async function carry(acme: Workspace, contactId: string, n: number): Promise<void> {
  await pg()`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select ${acme.id}, id, ${contactId} from tags where workspace_id = ${acme.id} and name like 't%'
    order by length(name), name limit ${n}`;
}

const carriers = async (acme: Workspace, tag: string): Promise<number> =>
  (await acme.call(listContacts, { query: { tag_ids: tag } })).body.total;

it("tags and untags up to 500 contacts in one call, counting those that changed", async () => {
  const acme = await newWorkspace();
  const ids = await people(acme, 500);
  const tag = await newTag(acme, "Board");
  const params = { id: tag };
  await acme.call(tagOne, { params: { id: tag, contactId: ids[0] ?? "" } });
  const added = await acme.call(tagAll, { params, body: { ids } });
  expect([added.status, added.body]).toMatchObject([200, { tagged: 499, refused: [] }]);
  expect((await acme.call(tagAll, { params, body: { ids } })).body).toMatchObject({ tagged: 0, refused: [] });
  expect(await carriers(acme, tag)).toBe(500);
  const removed = await acme.call(untagAll, { params, body: { ids: [...ids.slice(0, 300), newId()] } });
  expect([removed.status, removed.body]).toMatchObject([200, { untagged: 300 }]);
  expect(await carriers(acme, tag)).toBe(200);
});

it("leaves alone what is not the workspace's, repeated and unknown", async () => {
  const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
  const [[mine = ""], [theirs = ""]] = [await people(acme, 1), await people(other, 1)];
  const [tag, foreign] = [await newTag(acme, "Board"), await newTag(other, "Board")];
  const body = { ids: [mine, mine.toUpperCase(), theirs, newId()] };
  expect((await acme.call(tagAll, { params: { id: tag }, body })).body).toMatchObject({
    tagged: 1,
    refused: [],
  });
  for (const handler of [tagAll, untagAll]) {
    expect((await acme.call(handler, { params: { id: foreign }, body })).status).toBe(404);
    expect((await acme.call(handler, { params: { id: newId() }, body })).status).toBe(404);
    for (const ids of [[], ["x"], Array.from({ length: 501 }, () => newId())])
      expect((await acme.call(handler, { params: { id: tag }, body: { ids } })).status).toBe(400);
  }
  expect(await carriers(other, foreign)).toBe(0);
});

it("refuses tag 101 of a contact, names the contact, and tags the others", async () => {
  const acme = await newWorkspace();
  const [full = "", free = ""] = await people(acme, 2);
  await fillTags(acme.id, max);
  const tag = await newTag(acme, "Board");
  await carry(acme, full, max);
  const one = await acme.call(tagOne, { params: { id: tag, contactId: full } });
  expect([one.status, one.body.code]).toEqual([409, "CONFLICT"]);
  expect(one.body.details).toEqual({ reason: "tags_per_contact", limit: max });
  const many = await acme.call(tagAll, { params: { id: tag }, body: { ids: [full, free] } });
  expect(many.body).toMatchObject({ tagged: 1, refused: [full] });
  expect(
    (await acme.call(untagAll, { params: { id: tag }, body: { ids: [full, free] } })).body,
  ).toMatchObject({
    untagged: 1,
  });
});

it("does not pass 100 tags by calls at once", async () => {
  const acme = await newWorkspace();
  const [ada = ""] = await people(acme, 1);
  await fillTags(acme.id, max - 3);
  await carry(acme, ada, max - 3);
  const tags = await Promise.all(Array.from({ length: 8 }, (_, n) => newTag(acme, `x${n}`)));
  const answers = await Promise.all(
    tags.map((id, n) =>
      n % 2
        ? acme.call(tagOne, { params: { id, contactId: ada } })
        : acme.call(tagAll, { params: { id }, body: { ids: [ada] } }),
    ),
  );
  const taken = answers.filter(({ status, body }) => status === 200 && body.refused?.length !== 1);
  expect(taken).toHaveLength(3);
  const [row] = await pg()`select count(*)::int as n from contact_tags where workspace_id = ${acme.id}`;
  expect(row?.n).toBe(max);
});

it("refuses tag 2 001 of a workspace, also of calls at once, and keeps what is beyond deletable", async () => {
  const acme = await newWorkspace();
  const { max: most } = LIMITS.tags_per_workspace;
  await fillTags(acme.id, most - 2);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => acme.call(createTag, { body: { name: `x${n}` } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "CONFLICT",
    details: { reason: "tags_per_workspace", limit: most },
  });
  const taken = await acme.call(createTag, { body: { name: "T1" } });
  expect(taken.body.details).toHaveProperty("tag_id");
});

it("counts as an edit, which an undo will respect", async () => {
  const acme = await newWorkspace();
  const ids = await people(acme, 2);
  const tag = await newTag(acme, "Board");
  await acme.call(tagAll, { params: { id: tag }, body: { ids } });
  const [set] = await pg()`
    select id, way, changed, tag_id from change_sets where workspace_id = ${acme.id} and way = 'contacts_tagged'`;
  expect(set).toMatchObject({ changed: 2, tag_id: tag });
  const written = await pg()`
    select from contacts where workspace_id = ${acme.id} and written_by = ${set?.id}`;
  expect(written).toHaveLength(2);
  await acme.call(createContact, { body: { email: "x@example.com", first_name: "X" } });
  await acme.call(untag, { params: { id: tag, contactId: ids[0] ?? "" } });
  expect(await carriers(acme, tag)).toBe(1);
});
