import { expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function person(acme: Workspace, email: string, more: object = {}): Promise<string> {
  return (await acme.call(create, { body: { email, first_name: "Ada", ...more } })).body.id;
}

const read = async (acme: Workspace, id: string, query: object = {}) =>
  (await acme.call(readChange, { params: { id }, query: query as Record<string, string> })).body;

it("lists what an import changed, from which values, and what it created", async () => {
  const acme = await newWorkspace();
  const ada = await person(acme, "ada@example.com", { company: "Looms" });
  const bob = await person(acme, "bob@example.com");
  const { id } = await importText(
    acme,
    "email,first_name,company\nada@example.com,Ada,Engines\nbob@example.com,Bob,\nnew@example.com,New,\nada@example.com,Ada,Mills\n",
  );
  await acme.call(patch, { params: { id: ada }, body: { company: "Later" } });
  const body = await read(acme, id);
  expect(body).toMatchObject({ way: "import", created: 1, changed: 2, nextCursor: null });
  expect(body.entries).toMatchObject([
    {
      ...{ contact_id: ada, kind: "changed", email: "ada@example.com" },
      fields: [{ field: "company", old: "Looms", new: "Mills" }],
    },
    { contact_id: bob, kind: "changed", fields: [{ field: "first_name", old: "Ada", new: "Bob" }] },
    { kind: "created", email: "new@example.com", fields: [] },
  ]);
});

it("pages, and still knows whom somebody deleted since", async () => {
  const acme = await newWorkspace();
  for (const name of ["a", "b", "c"]) await person(acme, `${name}@example.com`);
  const { id } = await importText(
    acme,
    "email,first_name\nd@example.com,D\na@example.com,A\nb@example.com,B\ne@example.com,E\nc@example.com,C\n",
  );
  const whole = (await read(acme, id)).entries;
  expect(whole.map(({ email }: { email: string }) => email[0]).sort()).toEqual(["a", "b", "c", "d", "e"]);
  const gone = whole.find(({ email }: { email: string }) => email === "d@example.com").contact_id;
  await acme.call(deleteContact, { params: { id: gone } });
  const paged: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(acme, id, { limit: "2", ...(cursor ? { cursor } : {}) });
    paged.push(...page.entries);
    cursor = page.nextCursor;
  }
  const now = ({ contact_id, ...entry }: { contact_id: string }) => ({
    ...{ contact_id, ...entry },
    exists: contact_id !== gone,
  });
  expect(whole.every(({ exists }: { exists: boolean }) => exists)).toBe(true);
  expect(paged).toEqual(whole.map(now));
  await acme.call(deleteContact, { params: { id: gone }, query: { erase: "true" } });
  expect(JSON.stringify(await read(acme, id))).not.toContain('"d@example');
});

it("offers no undo of an import that changed nothing", async () => {
  const acme = await newWorkspace();
  const file = "email,first_name\nada@example.com,Ada\n";
  const { id: first } = await importText(acme, file);
  const { id: again } = await importText(acme, file);
  expect(await read(acme, first)).toMatchObject({ created: 1, undoable_until: expect.any(String) });
  expect(await read(acme, again)).toMatchObject({ created: 0, changed: 0, undoable_until: null });
});
