import { describe, expect, it } from "vitest";
import { DELETE as deleteContact, PATCH as updateContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { DELETE as removeImport } from "@/app/api/imports/[id]/route";
import { GET as preview, POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as addTag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

describe("the undo of an import", () => {
  it("keeps and names contacts that somebody edited since, when it is undone", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, { body: { email: "old@example.com", first_name: "Old" } });
    const done = await importText(
      acme,
      "email,first_name\nold@example.com,New\na@example.com,A\nb@example.com,B\nc@example.com,C\n",
    );
    const contacts = await contactsOf(acme);
    const edit = (email: string, body: object) =>
      acme.call(updateContact, { params: { id: String(contacts.get(email)?.id) }, body });
    await edit("old@example.com", { phone: "1" });
    await edit("b@example.com", { phone: "2" });
    const tag = await acme.call(createTag, { body: { name: "vip" } });
    await acme.call(addTag, {
      params: { id: tag.body.id, contactId: String(contacts.get("c@example.com")?.id) },
    });
    const undone = await acme.call(undo, { params: { id: done.id } });
    expect(undone.body).toMatchObject({ undo_status: "completed", removed: 1, restored: 0, kept: 3 });
    expect(undone.body.kept_contacts.map((one: { email: string }) => one.email).sort()).toEqual([
      "b@example.com",
      "c@example.com",
      "old@example.com",
    ]);
    expect([...(await contactsOf(acme)).keys()].sort()).toEqual([
      "b@example.com",
      "c@example.com",
      "old@example.com",
    ]);
    const again = await acme.call(undo, { params: { id: done.id } });
    expect(again.body).toEqual(undone.body);
  });

  it("answers everybody who asks at once alike, and undoes once", async () => {
    const acme = await newWorkspace();
    const done = await importText(acme, "email\na@example.com\nb@example.com\n");
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => acme.call(undo, { params: { id: done.id } })),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    await settleBackground();
    const last = await acme.call(undo, { params: { id: done.id } });
    expect([last.status, last.body]).toMatchObject([200, { undo_status: "completed", removed: 2, kept: 0 }]);
  });

  it("undoes imports one after the other, the last one first", async () => {
    const acme = await newWorkspace();
    const first = await importText(acme, "email,first_name\na@example.com,One\n");
    const afterFirst = await contactsOf(acme);
    const second = await importText(acme, "email,first_name\na@example.com,Two\n");
    expect((await acme.call(undo, { params: { id: second.id } })).body).toMatchObject({
      restored: 1,
      kept: 0,
    });
    expect(await contactsOf(acme)).toEqual(afterFirst);
    expect((await acme.call(undo, { params: { id: first.id } })).body).toMatchObject({ removed: 1, kept: 0 });
    expect((await contactsOf(acme)).size).toBe(0);
  });

  it("deletes the record and the file, and leaves the contacts", async () => {
    const acme = await newWorkspace();
    const done = await importText(acme, "email\na@example.com\nbad\n");
    expect((await acme.call(removeImport, { params: { id: done.id } })).status).toBe(204);
    expect((await acme.call(removeImport, { params: { id: done.id } })).status).toBe(404);
    expect(await blobStore().head(String(done.blob_url))).toBeNull();
    expect((await contactsOf(acme)).size).toBe(1);
    const [left] = await pg()`select count(*)::int as n from import_errors where import_id = ${done.id}`;
    expect(left?.n).toBe(0);
  });

  it("says before what it will do: the same numbers, names and tags, and changes nothing", async () => {
    const acme = await newWorkspace();
    const ask = (id: string) => acme.call(preview, { params: { id } });
    for (const name of ["old", "same", "edited", "gone"])
      await acme.call(createContact, { body: { email: `${name}@example.com`, first_name: "Old" } });
    const rows = [
      "old,New,x",
      "same,Old,",
      "edited,New,x;y",
      "gone,New,x",
      "a,A,new",
      "b,B,new;y",
      "c,C,new",
    ];
    const file = rows.map((row) => row.replace(",", "@example.com,")).join("\n");
    const done = await importText(acme, `email,first_name,tags\n${file}\n`);
    expect((await ask(done.id)).body).toMatchObject({ removed: 3, restored: 3, kept: 0, removed_tags: 3 });
    const contacts = await contactsOf(acme);
    const params = (email: string) => ({ id: String(contacts.get(`${email}@example.com`)?.id) });
    await acme.call(updateContact, { params: params("edited"), body: { phone: "1" } });
    await acme.call(updateContact, { params: params("b"), body: { phone: "2" } });
    await acme.call(deleteContact, { params: params("gone") });
    await acme.call(deleteContact, { params: params("c") });
    const before = await contactsOf(acme);
    const said = (await ask(done.id)).body;
    expect(said).toMatchObject({ undo_status: null, removed: 1, restored: 1, kept: 3, removed_tags: 0 });
    expect(Date.parse(said.undoable_until) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect(await contactsOf(acme)).toEqual(before);
    const tagsBefore = await tagCount(acme.id);
    const undone = (await acme.call(undo, { params: { id: done.id } })).body;
    for (const part of ["removed", "restored", "kept", "kept_contacts"] as const)
      expect(said[part], part).toEqual(undone[part]);
    expect(tagsBefore - (await tagCount(acme.id))).toBe(said.removed_tags);
    expect((await ask(done.id)).body).toMatchObject({ ...undone, removed_tags: null });
  });

  it("says before which tags will go", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, { body: { email: "old@example.com", first_name: "Old" } });
    const done = await importText(acme, "email,tags\nold@example.com,mine;shared\na@example.com,mine\n");
    const contacts = await contactsOf(acme);
    const [shared] = await pg()<{ id: string }[]>`
      select id from tags where workspace_id = ${acme.id} and name = 'shared'`;
    await acme.call(createContact, { body: { email: "other@example.com", first_name: "Other" } });
    const other = (await contactsOf(acme)).get("other@example.com");
    expect(contacts.size).toBe(2);
    await acme.call(addTag, { params: { id: String(shared?.id), contactId: String(other?.id) } });
    const said = (await acme.call(preview, { params: { id: done.id } })).body;
    expect(said).toMatchObject({ removed: 1, restored: 1, kept: 0, removed_tags: 1 });
    const before = await tagCount(acme.id);
    await acme.call(undo, { params: { id: done.id } });
    expect(before - (await tagCount(acme.id))).toBe(said.removed_tags);
  });

  it("says nothing before of what cannot be undone", async () => {
    const acme = await newWorkspace();
    const other = await newWorkspace();
    const { body } = await uploadText(acme, "email\na@example.com\n");
    expect((await acme.call(preview, { params: { id: body.importId } })).status).toBe(409);
    const done = await importText(acme, "email\na@example.com\n");
    expect((await other.call(preview, { params: { id: done.id } })).status).toBe(404);
    await pg()`update imports set completed_at = now() - interval '31 days' where id = ${done.id}`;
    expect((await acme.call(preview, { params: { id: done.id } })).status).toBe(410);
  });
});

async function tagCount(workspaceId: string): Promise<number> {
  const [row] = await pg()<
    { n: number }[]
  >`select count(*)::int as n from tags where workspace_id = ${workspaceId}`;
  return row?.n ?? 0;
}
