import { expect, it } from "vitest";
import { GET as get, PATCH as patch, DELETE as remove } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { sendBatch, takeBack } from "@/lib/testing/batches";
import { newWorkspace } from "@/lib/testing/workspace";

/** A contact is subscribed again, and that decision is undone: the opt-out is back, and no other undo ends it. */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
const email = "ada@example.com";

async function writerOf(acme: Workspace, id: string): Promise<string> {
  const [row] = await pg()<{ by: string }[]>`
    select written_by as by from contacts where workspace_id = ${acme.id} and id = ${id}`;
  return row?.by ?? "";
}

async function isOut(acme: Workspace, id: string): Promise<boolean> {
  return (await acme.call(get, { params: { id } })).body.is_unsubscribed;
}

/**
 * A deleted contact that had opted out is added again, unsubscribed. Returns the contact and the set that created it.
 */
const WAYS: Record<string, (acme: Workspace) => Promise<{ id: string; set: string }>> = {
  "a request": async (acme) => {
    const { id } = (await acme.call(create, { body: { email, first_name: "Ada" } })).body;
    return { id, set: await writerOf(acme, id) };
  },
  "a batch": async (acme) => {
    const { rows, change_id } = await sendBatch(acme, [{ email }]);
    return { id: rows[0]?.id ?? "", set: change_id };
  },
};

it.each(Object.keys(WAYS))("keeps it when the set that found it is undone afterwards (%s)", async (way) => {
  const acme = await newWorkspace();
  const gone = (await acme.call(create, { body: { email, first_name: "Ada", is_unsubscribed: true } })).body;
  await acme.call(remove, { params: { id: gone.id } });
  const made = await WAYS[way]?.(acme);
  const params = { id: made?.id ?? "" };
  expect(await isOut(acme, params.id)).toBe(true);
  await acme.call(patch, { params, body: { is_unsubscribed: false } });
  const decision = await writerOf(acme, params.id);
  const undone = await takeBack(acme, decision);
  expect(await isOut(acme, params.id)).toBe(true);

  // Undoing the undo makes the decision effective again; undoing that reverses it once more.
  const redone = await takeBack(acme, undone.undo_id);
  expect([redone.restored, redone.still_unsubscribed]).toEqual([1, 0]);
  expect(await isOut(acme, params.id)).toBe(false);
  await takeBack(acme, redone.undo_id);
  expect(await isOut(acme, params.id)).toBe(true);

  expect(await takeBack(acme, made?.set ?? "")).toMatchObject({ removed: 1 });
  const again = (await acme.call(create, { body: { email, first_name: "Ada" } })).body;
  expect(again.is_unsubscribed).toBe(true);
});

it("a batch that skips known contacts remembers the other address of a row that opts out", async () => {
  const acme = await newWorkspace();
  await acme.call(create, { body: { email: "old@example.com", first_name: "Ada", external_id: "1" } });
  await sendBatch(acme, [{ email, external_id: "1", is_unsubscribed: true }], { duplicate_strategy: "skip" });
  const { rows } = await sendBatch(acme, [{ email }]);
  expect(rows).toMatchObject([{ status: "created" }]);
  expect(await isOut(acme, rows[0]?.id ?? "")).toBe(true);
});
