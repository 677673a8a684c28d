import { describe, expect, it } from "vitest";
import { PATCH as updateContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { DELETE as removeImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as addTag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { sql } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText } from "@/lib/testing/imports";
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
    const [left] = await sql()`select count(*)::int as n from import_errors where import_id = ${done.id}`;
    expect(left?.n).toBe(0);
  });
});
