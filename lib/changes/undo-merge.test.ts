import { expect, it } from "vitest";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as deleteContact, PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

/** Neither undoing a merge nor undoing that undo loses a value that only one of the two contacts has. */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const person = async (acme: Workspace, name: string, more: object = {}): Promise<string> =>
  (await acme.call(create, { body: { email: `${name}@example.com`, first_name: name, ...more } })).body.id;
const read = (acme: Workspace, id: string) => acme.call(readContact, { params: { id } });
const look = async (acme: Workspace, id: string) => (await acme.call(previewUndo, { params: { id } })).body;
const take = async (acme: Workspace, id: string) => (await acme.call(undo, { params: { id } })).body;
const latest = async (acme: Workspace): Promise<string> => (await acme.call(listChanges)).body.data[0].id;
const edit = async (acme: Workspace, id: string, body: object) => {
  await acme.call(patch, { params: { id }, body });
  return latest(acme);
};

/** The other contact was merged into the survivor, and the merge was undone. */
async function unmerged() {
  const acme = await newWorkspace();
  const other = await person(acme, "other", { notes: "only here" });
  const survivor = await person(acme, "survivor");
  const { body } = await acme.call(merge, { params: { id: survivor }, body: { with: other } });
  const { undo_id } = await take(acme, body.change_id);
  return { acme, other, survivor, undoId: undo_id as string };
}

async function expectKept({ acme, other, undoId }: Awaited<ReturnType<typeof unmerged>>, more: object[]) {
  const kept = {
    ...{ removed: 0, restored: 0, kept: 1 + more.length },
    kept_items: expect.arrayContaining([
      expect.objectContaining({
        ...{ id: other, of: "contact", email: "other@example.com", reason: "not_merged" },
      }),
      ...more.map((one) => expect.objectContaining(one)),
    ]),
  };
  expect(await look(acme, undoId)).toMatchObject(kept);
  expect(await take(acme, undoId)).toMatchObject(kept);
  expect((await read(acme, other)).body).toMatchObject({ id: other, notes: "only here" });
}

it("keeps the other one when the survivor was deleted, until that is undone", async () => {
  const its = await unmerged();
  const { acme, other, survivor, undoId } = its;
  await acme.call(deleteContact, { params: { id: survivor } });
  const deletion = await latest(acme);
  await expectKept(its, [{ id: survivor, reason: "deleted" }]);
  expect((await look(acme, undoId)).kept_items.map((one: { by: { id: string } }) => one.by.id)).toEqual([
    deletion,
    deletion,
  ]);
  await take(acme, deletion);
  expect(await look(acme, undoId)).toMatchObject({ again: { removed: 1, restored: 1 } });
  expect(await take(acme, undoId)).toMatchObject({ removed: 1, restored: 1, kept: 0 });
  expect((await read(acme, other)).status).toBe(404);
  expect((await read(acme, survivor)).body).toMatchObject({ notes: "only here" });
});

it("keeps the other one when the survivor was erased", async () => {
  const its = await unmerged();
  await its.acme.call(deleteContact, { params: { id: its.survivor }, query: { erase: "true" } });
  await expectKept(its, []);
});

it("keeps the other one when the survivor was edited", async () => {
  const its = await unmerged();
  await edit(its.acme, its.survivor, { company: "X" });
  await expectKept(its, [{ id: its.survivor, reason: "edited" }]);
});

it("deletes the other one later when the survivor has the merged values by then, and only then", async () => {
  for (const isGone of [false, true]) {
    const { acme, other, survivor, undoId } = await unmerged();
    const change = await edit(acme, other, { company: "X" });
    expect(await take(acme, undoId)).toMatchObject({ removed: 0, restored: 1, kept: 1 });
    await take(acme, change);
    if (isGone) await acme.call(deleteContact, { params: { id: survivor } });
    const again = isGone ? { removed: 0, restored: 0 } : { removed: 1, restored: 0 };
    expect(await look(acme, undoId)).toMatchObject({ again });
    await take(acme, undoId);
    expect((await read(acme, other)).status).toBe(isGone ? 200 : 404);
  }
});

it.each(["address", "id"])(
  "keeps the survivor's merged values while the other one's %s is taken",
  async (key) => {
    const acme = await newWorkspace();
    const other = await person(acme, "other", { notes: "only here", external_id: "7" });
    const survivor = await person(acme, "survivor");
    const { body } = await acme.call(merge, {
      params: { id: survivor },
      body: { with: other, fields: { external_id: "this" } },
    });
    const taker = await person(
      acme,
      key === "id" ? "taker" : "other",
      key === "id" ? { external_id: "7" } : {},
    );
    const kept = {
      ...{ removed: 0, restored: 0, kept: 2 },
      kept_items: expect.arrayContaining([
        expect.objectContaining({ id: other, reason: key === "id" ? "external_id_taken" : "email_taken" }),
        expect.objectContaining({ id: survivor, reason: "not_separated" }),
      ]),
    };
    expect(await look(acme, body.change_id)).toMatchObject(kept);
    const undone = await take(acme, body.change_id);
    expect(undone).toMatchObject(kept);
    expect((await read(acme, survivor)).body).toMatchObject({ notes: "only here" });
    await acme.call(deleteContact, { params: { id: taker } });
    expect(await look(acme, body.change_id)).toMatchObject({ again: { removed: 0, restored: 2 } });
    await take(acme, body.change_id);
    expect((await read(acme, survivor)).body).toMatchObject({ notes: null });
    expect((await read(acme, other)).body).toMatchObject({ notes: "only here", external_id: "7" });
  },
);

it("keeps them, too, when the address is taken while the undo runs", async () => {
  const acme = await newWorkspace();
  const other = await person(acme, "other", { notes: "only here" });
  const survivor = await person(acme, "survivor");
  const { body } = await acme.call(merge, { params: { id: survivor }, body: { with: other } });
  const begun = await pg().begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid`;
    await tx`
      insert into contacts (workspace_id, id, email, first_name)
      values (${acme.id}, ${newId()}, 'other@example.com', 'X')`;
    const undoing = take(acme, body.change_id);
    await untilSomeoneWaitsFor(own?.pid);
    return { undoing };
  });
  expect(await begun.undoing).toMatchObject({ removed: 0, restored: 0, kept: 2 });
  expect((await read(acme, survivor)).body).toMatchObject({ notes: "only here" });
});
