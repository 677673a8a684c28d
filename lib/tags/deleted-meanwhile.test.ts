import { expect, it } from "vitest";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as deleteContact, GET as getContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as addTag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { sendBatch, takeBack } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

/** A tag is deleted after a writer has read it, and before the writer gives it to a contact. */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const add = async (acme: Workspace, name: string): Promise<string> =>
  (await acme.call(createContact, { body: { email: `${name}@example.com`, first_name: name } })).body.id;

async function tagged() {
  const acme = await newWorkspace();
  const tag: string = (await acme.call(createTag, { body: { name: "vip" } })).body.id;
  const [ada, bob] = [await add(acme, "ada"), await add(acme, "bob")];
  await acme.call(addTag, { params: { id: tag, contactId: bob } });
  return { acme, tag, ada, bob };
}

/** Runs `work` while the tag is being deleted, which it waits for. */
async function whileDeleting<T>(tag: string, work: () => Promise<T>): Promise<T> {
  let working: Promise<T> | undefined;
  await pg().begin(async (tx) => {
    const [mine] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await tx`delete from tags where id = ${tag}`;
    working = work();
    await untilSomeoneWaitsFor(mine?.pid ?? 0);
  });
  if (!working) throw new Error("nothing was done");
  return working;
}

const tagsOf = async (acme: Workspace, id: string): Promise<string[]> =>
  (await acme.call(getContact, { params: { id } })).body.tags.map(({ name }: { name: string }) => name);

it("a merge goes on without it", async () => {
  const { acme, tag, ada, bob } = await tagged();
  const answer = await whileDeleting(tag, () =>
    acme.call(merge, { params: { id: ada }, body: { with: bob } }),
  );
  expect(answer.status).toBe(200);
  expect(await tagsOf(acme, ada)).toEqual([]);
});

it("an import that names it makes it anew", async () => {
  const { acme, tag, ada } = await tagged();
  const text = "email,first_name,tags\nada@example.com,Ada,vip\n";
  const done = await whileDeleting(tag, () => importText(acme, text));
  expect(done).toMatchObject({ status: "completed", updated_rows: 1, failed_rows: 0 });
  expect(await tagsOf(acme, ada)).toEqual(["vip"]);
});

it("a batch that names it makes it anew", async () => {
  const { acme, tag, ada } = await tagged();
  const done = await whileDeleting(tag, () => sendBatch(acme, [{ email: "ada@example.com", tags: ["vip"] }]));
  expect(done).toMatchObject({ updated: 1, failed: 0 });
  expect(await tagsOf(acme, ada)).toEqual(["vip"]);
});

it("an undo puts the contact back without it, at once", async () => {
  const { acme, tag, bob } = await tagged();
  await acme.call(deleteContact, { params: { id: bob } });
  const [set] = await pg()<{ id: string }[]>`
    select id from change_sets where workspace_id = ${acme.id} and way = 'contact_deleted'`;
  const done = await whileDeleting(tag, () => takeBack(acme, set?.id ?? ""));
  expect(done).toMatchObject({ undo_status: "completed", restored: 1 });
  expect(await tagsOf(acme, bob)).toEqual([]);
});
