import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create } from "@/app/api/contacts/route";
import { GET as readStats } from "@/app/api/stats/route";
import { pg } from "@/db/client";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const list = async (acme: Workspace) => (await acme.call(listChanges)).body.data;
const erase = (acme: Workspace, id: string) =>
  acme.call(deleteContact, { params: { id }, query: { erase: "true" } });

it("says that contacts were erased instead of undoing nothing", async () => {
  const acme = await newWorkspace();
  const people = ["ada", "bob"].map(async (first_name) => {
    const body = { email: `${first_name}@example.com`, first_name };
    return (await acme.call(create, { body })).body.id as string;
  });
  const [ada = "", bob = ""] = await Promise.all(people);
  await acme.call(patch, { params: { id: ada }, body: { company: "X" } });
  const [{ id: edit }] = await list(acme);
  await acme.call(bulkUnsubscribe, { body: { ids: [ada, bob] } });
  const [{ id: both }] = await list(acme);
  const { undo_id } = (await acme.call(undo, { params: { id: both } })).body;
  await erase(acme, ada);
  const before = await list(acme);
  expect(before.find(({ id }: { id: string }) => id === edit)).toMatchObject({
    ...{ changed: 1, erased: true, undoable_until: null },
  });
  for (const handler of [previewUndo, undo]) {
    const { status, body } = await acme.call(handler, { params: { id: edit } });
    expect([status, body.code, body.details]).toEqual([409, "CONFLICT", { reason: "erased" }]);
  }
  expect(await list(acme)).toEqual(before);
  // One of two contacts is left, and it is undone.
  expect(before.find(({ id }: { id: string }) => id === undo_id)).toMatchObject({
    ...{ erased: false, undoable_until: expect.any(String) },
  });
  expect((await acme.call(undo, { params: { id: undo_id } })).body).toMatchObject({ restored: 1, kept: 0 });
  await erase(acme, bob);
  const told = (await list(acme)).filter(({ way }: { way: string }) => way !== "contacts_erased");
  const open = told.filter(({ erased, undone_by }: Record<string, unknown>) => !erased && !undone_by);
  expect(open).toEqual([]);
});

it("brings nobody back who is erased at this moment", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(create, { body: { email: "ada@example.com", first_name: "Ada" } })).body;
  await acme.call(deleteContact, { params: { id } });
  const [{ id: deletion }] = await list(acme);
  await acme.call(readStats);
  let ended: Promise<{ status: number }[]> | undefined;
  await pg().begin(async (tx) => {
    const [mine] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await tx`select from stats_cache where workspace_id = ${acme.id} for update`;
    // It has restored the contact and is about to commit.
    const undoing = acme.call(undo, { params: { id: deletion } });
    await untilSomeoneWaitsFor(mine?.pid ?? 0);
    const erasing = erase(acme, id);
    await Promise.race([erasing, sleep(1000)]);
    ended = Promise.all([undoing, erasing]);
  });
  expect((await ended)?.map(({ status }) => status)).toEqual([200, 204]);
  expect(await pg()`select email from contacts where workspace_id = ${acme.id}`).toHaveLength(0);
});
