import { expect, it } from "vitest";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create } from "@/app/api/contacts/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { GET as previewImportUndo, POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { sendBatch, undoAsPredicted } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** An undo names the contacts that it restores except for the opt-out, and its preview agrees. */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function person(acme: Workspace, name: string): Promise<string> {
  const body = { email: `${name}@example.com`, first_name: name };
  return (await acme.call(create, { body })).body.id;
}

const isOut = async (acme: Workspace, id: string) =>
  (await acme.call(readContact, { params: { id } })).body.is_unsubscribed;

/** Ways in which a contact is deleted and comes back. */
const BETWEEN: Record<string, (acme: Workspace, id: string) => Promise<unknown>> = {
  deleted: async (acme, id) => {
    const { change_id } = (await acme.call(bulkDelete, { body: { ids: [id] } })).body;
    return undoAsPredicted(acme, change_id);
  },
  merged: async (acme, id) => {
    const other = await person(acme, "other");
    const { change_id } = (await acme.call(merge, { params: { id: other }, body: { with: id } })).body;
    return undoAsPredicted(acme, change_id);
  },
};

it.each(Object.keys(BETWEEN))("of whom was %s in between", async (how) => {
  const acme = await newWorkspace();
  const ids = [await person(acme, "ada"), await person(acme, "bob")] as [string, string];
  const { change_id } = (await acme.call(bulkUnsubscribe, { body: { ids } })).body;
  await BETWEEN[how]?.(acme, ids[0]);
  const done = await undoAsPredicted(acme, change_id);
  expect(done).toMatchObject({ removed: 0, restored: 2, kept: 0, still_unsubscribed: 1 });
  expect(done.kept_items).toEqual([
    { id: ids[0], of: "contact", email: "ada@example.com", name: null, reason: "opted_out", by: null },
  ]);
  expect([await isOut(acme, ids[0]), await isOut(acme, ids[1])]).toEqual([true, false]);
  expect(await undoAsPredicted(acme, done.undo_id)).toMatchObject({ restored: 2, still_unsubscribed: 0 });
});

it.each(Object.keys(BETWEEN))("of whom was %s since an import, by either way", async (how) => {
  for (const isByChange of [true, false]) {
    const acme = await newWorkspace();
    const ids = [await person(acme, "ada"), await person(acme, "bob")] as [string, string];
    const csv = "email,company,out\nada@example.com,A,yes\nbob@example.com,B,yes\n";
    const columnMapping = { email: "email", company: "company", out: "is_unsubscribed" };
    const { id } = await importText(acme, csv, { columnMapping });
    await BETWEEN[how]?.(acme, ids[0]);
    const counts = { removed: 0, restored: 2, kept: 0, still_unsubscribed: 1, opt_outs_withdrawn: 0 };
    const params = { id };
    if (isByChange) expect(await undoAsPredicted(acme, id)).toMatchObject(counts);
    else {
      expect((await acme.call(previewImportUndo, { params })).body).toMatchObject(counts);
      await acme.call(undoImport, { params });
      await settleBackground();
      expect((await acme.call(previewImportUndo, { params })).body).toMatchObject(counts);
    }
    expect((await acme.call(getImport, { params })).body.undo_result).toEqual(counts);
    const { body } = await acme.call(readContact, { params: { id: ids[0] } });
    expect(body).toMatchObject({ company: null, is_unsubscribed: true });
    expect(await isOut(acme, ids[1])).toBe(false);
  }
});

it("of whom comes back, or gets an address back, that opted out since", async () => {
  const acme = await newWorkspace();
  const [gone, moved] = [await person(acme, "gone"), await person(acme, "moved")];
  const deletion = (await acme.call(bulkDelete, { body: { ids: [gone] } })).body.change_id;
  await acme.call(patch, { params: { id: moved }, body: { email: "new@example.com" } });
  const out = ["gone", "moved"].map((name) => ({ email: `${name}@example.com`, is_unsubscribed: true }));
  await sendBatch(acme, out, { duplicate_strategy: "update_only" });
  expect(await undoAsPredicted(acme, deletion)).toMatchObject({
    restored: 1,
    still_unsubscribed: 1,
    kept_items: [{ id: gone, reason: "opted_out" }],
  });
  expect(await isOut(acme, gone)).toBe(true);
  const [set] = await pg()<{ by: string }[]>`
    select written_by as by from contacts where workspace_id = ${acme.id} and id = ${moved}`;
  expect(await undoAsPredicted(acme, set?.by ?? "")).toMatchObject({ restored: 1, still_unsubscribed: 1 });
  expect(await isOut(acme, moved)).toBe(true);
});
