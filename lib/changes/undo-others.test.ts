import { expect, it } from "vitest";
import { DELETE as deleteField } from "@/app/api/fields/[id]/route";
import { GET as listFields } from "@/app/api/fields/route";
import { settleBackground } from "@/lib/http/background";
import { sendBatch, takeBack, undoAsPredicted } from "@/lib/testing/batches";
import { newWorkspace } from "@/lib/testing/workspace";

const people = ["ann", "bob", "eve"].map((name) => ({
  email: `${name}@example.com`,
  tags: ["VIP", "Press"],
  custom_fields: { city: "Rome" },
}));

it("says how many of those removed and restored are tags and fields, before and afterwards", async () => {
  const acme = await newWorkspace();
  const { change_id } = await sendBatch(acme, people);
  const undone = await undoAsPredicted(acme, change_id);
  const created = undone.removed - undone.removed_others;
  expect([created, undone.removed_others > 1]).toEqual([3, true]);
  const redone = await undoAsPredicted(acme, undone.undo_id);
  expect([redone.restored - redone.restored_others, redone.restored_others]).toEqual([
    created,
    undone.removed_others,
  ]);
});

it("counts a field that comes back apart from the contacts that have its values again", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, people);
  const [field] = (await acme.call(listFields)).body.data;
  const { body } = await acme.call(deleteField, { params: { id: field.id } });
  await settleBackground();
  const set = body?.change_id ?? body?.id;
  expect(await takeBack(acme, set)).toMatchObject({ restored: 4, restored_others: 1, removed_others: 0 });
});
