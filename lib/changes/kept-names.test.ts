import { expect, it } from "vitest";
import { GET as preview, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { DELETE as deleteTag, PUT as editTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const person = async (acme: Workspace, email: string): Promise<string> =>
  (await acme.call(create, { body: { email, first_name: "Ada" } })).body.id;
const last = async (acme: Workspace): Promise<string> => (await acme.call(listChanges)).body.data[0].id;

/** What the undo keeps, as its preview announced. */
async function kept(acme: Workspace, id: string) {
  const said = (await acme.call(preview, { params: { id } })).body.kept_items;
  const { kept_items } = (await acme.call(undo, { params: { id } })).body;
  const named = ({ id, name, email }: { id: string; name: unknown; email: unknown }) => [id, name, email];
  expect(said.map(named)).toEqual(kept_items.map(named));
  return kept_items;
}

it("names a contact that is gone by its last address, until it is erased", async () => {
  const acme = await newWorkspace();
  const gone = await person(acme, "gone@example.org");
  await acme.call(deleteContact, { params: { id: gone } });
  const deletion = await last(acme);
  await person(acme, "gone@example.org");
  expect(await kept(acme, deletion)).toMatchObject([
    { id: gone, email: "gone@example.org", name: null, reason: "email_taken" },
  ]);
  const edited = await person(acme, "edited@example.org");
  await acme.call(patch, { params: { id: edited }, body: { company: "Looms" } });
  const edit = await last(acme);
  await acme.call(deleteContact, { params: { id: edited } });
  expect(await kept(acme, edit)).toMatchObject([{ email: "edited@example.org", reason: "deleted" }]);
  await acme.call(deleteContact, { params: { id: edited }, query: { erase: "true" } });
  expect((await acme.call(preview, { params: { id: edit } })).body.kept_items).toMatchObject([
    { email: null },
  ]);
});

it("names a tag: by what it is called, or by the name that another one has now", async () => {
  const acme = await newWorkspace();
  const { body } = await acme.call(createTag, { body: { name: "vip" } });
  await acme.call(editTag, { params: { id: body.id }, body: { name: "gold" } });
  const renamed = await last(acme);
  await acme.call(createTag, { body: { name: "vip" } });
  expect(await kept(acme, renamed)).toMatchObject([
    { id: body.id, of: "tag", email: null, name: "vip", reason: "name_taken" },
  ]);
  await acme.call(editTag, { params: { id: body.id }, body: { name: "silver" } });
  const again = await last(acme);
  await acme.call(deleteTag, { params: { id: body.id } });
  expect(await kept(acme, again)).toMatchObject([{ of: "tag", name: "silver", reason: "deleted" }]);
});
