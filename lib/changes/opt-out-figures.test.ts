import { expect, it } from "vitest";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { GET as previewImportUndo, POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { sendBatch, undoAsPredicted } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** Exact counts of the opt-outs without a contact that a change set recorded and that its undo withdraws. */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const person = async (acme: Workspace, name: string): Promise<string> =>
  (await acme.call(create, { body: { email: `${name}@example.com`, first_name: name } })).body.id;

const MAPPING = { email: "email", id: "external_id", out: "is_unsubscribed" };

/** Opts these people out by a file or a batch that creates no contacts. */
const WAYS: Record<string, (acme: Workspace, names: string[]) => Promise<string>> = {
  import: async (acme, names) => {
    const rows = names.map((name) => `${name}@example.com,yes`).join("\n");
    const { email, out } = MAPPING;
    const options = { columnMapping: { email, out }, duplicateStrategy: "update_only" };
    return (await importText(acme, `email,out\n${rows}\n`, options)).id;
  },
  batch: async (acme, names) => {
    const rows = names.map((name) => ({ email: `${name}@example.com`, is_unsubscribed: true }));
    return (await sendBatch(acme, rows, { duplicate_strategy: "update_only" })).change_id;
  },
};
const ways = Object.keys(WAYS);
const say = (way: string, acme: Workspace, ...names: string[]): Promise<string> =>
  WAYS[way]?.(acme, names) ?? Promise.reject(new Error(way));

async function listed(acme: Workspace, id: string) {
  const { data } = (await acme.call(listChanges, { query: { limit: "50" } })).body;
  const { created, changed, deleted, opt_outs_remembered, opt_outs_withdrawn } = data.find(
    (one: { id: string }) => one.id === id,
  );
  return [created, changed, deleted, opt_outs_remembered, opt_outs_withdrawn];
}

it.each(ways)("of an %s, its undo, and the undo of that", async (way) => {
  const acme = await newWorkspace();
  await person(acme, "known");
  const id = await say(way, acme, "known", "gone", "new", "gone");
  expect(await listed(acme, id)).toEqual([0, 1, 0, 2, 0]);
  const undone = await undoAsPredicted(acme, id);
  const counts = { removed: 0, kept: 0, restored: 1 };
  expect(undone).toMatchObject({ ...counts, opt_outs_withdrawn: 2, opt_outs_remembered: 0 });
  expect(await listed(acme, undone.undo_id)).toEqual([0, 1, 0, 0, 2]);
  const redone = await undoAsPredicted(acme, undone.undo_id);
  expect(redone).toMatchObject({ ...counts, opt_outs_withdrawn: 0, opt_outs_remembered: 2 });
  expect(await listed(acme, redone.undo_id)).toEqual([0, 1, 0, 2, 0]);
  expect(await undoAsPredicted(acme, redone.undo_id)).toMatchObject({ ...counts, opt_outs_withdrawn: 2 });
});

it("of an import, by its own undo", async () => {
  const acme = await newWorkspace();
  const params = { id: await say("import", acme, "gone", "new") };
  const predicted = (await acme.call(previewImportUndo, { params })).body;
  const done = (await acme.call(undoImport, { params })).body;
  expect([predicted, done].map((one) => one.opt_outs_withdrawn)).toEqual([2, 2]);
  expect((await acme.call(previewImportUndo, { params })).body).toMatchObject({ opt_outs_withdrawn: 2 });
  expect((await acme.call(getImport, { params })).body.undo_result).toMatchObject({ opt_outs_withdrawn: 2 });
});

it.each(ways)(
  "of an %s, but for those that others said too, and for who is a contact by now",
  async (way) => {
    const acme = await newWorkspace();
    const id = await say(way, acme, "gone", "new", "twice", "deleted");
    await person(acme, "new");
    await acme.call(deleteContact, { params: { id: await person(acme, "deleted") } });
    const second = await say(way, acme, "twice", "late");
    expect(await listed(acme, second)).toEqual([0, 0, 0, 1, 0]);
    expect(await undoAsPredicted(acme, id)).toMatchObject({ opt_outs_withdrawn: 1 });
    expect(await undoAsPredicted(acme, second)).toMatchObject({ opt_outs_withdrawn: 1 });
  },
);

it.each(ways)("of an %s that changes an address, opts out and remembers", async (way) => {
  const acme = await newWorkspace();
  await sendBatch(acme, [{ email: "old@example.com", external_id: "7" }]);
  const rows = [
    { email: "new@example.com", external_id: "7", is_unsubscribed: true },
    { email: "gone@example.com", is_unsubscribed: true },
  ];
  const csv = "email,id,out\nnew@example.com,7,yes\ngone@example.com,,yes\n";
  const options = { columnMapping: MAPPING, duplicateStrategy: "update_only" };
  const id =
    way === "import"
      ? (await importText(acme, csv, options)).id
      : (await sendBatch(acme, rows, { duplicate_strategy: "update_only" })).change_id;
  const done = await undoAsPredicted(acme, id);
  expect(done).toMatchObject({ restored: 1, opt_outs_withdrawn: 1 });
  const redone = await undoAsPredicted(acme, done.undo_id);
  expect(redone).toMatchObject({ restored: 1, opt_outs_remembered: 1 });
  expect(await undoAsPredicted(acme, redone.undo_id)).toMatchObject({ restored: 1, opt_outs_withdrawn: 1 });
});
