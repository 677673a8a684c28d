import { expect, it } from "vitest";
import { PATCH as patch } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { sendBatch, stateOf, takeBack } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { undoWhole } from "@/lib/testing/undo";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** The change set that last wrote a contact. */
async function writerOf(acme: Workspace, id: string): Promise<string> {
  const [row] = await pg()<{ by: string }[]>`
    select written_by as by from contacts where workspace_id = ${acme.id} and id = ${id}`;
  return row?.by ?? "";
}

const body = { email: "new@example.com", is_unsubscribed: true };
const mapping = {
  email: "email",
  first_name: "first_name",
  external_id: "external_id",
  out: "is_unsubscribed",
};

/** Changes the contact's address and opts it out in one request; returns a function that undoes it. */
const WAYS: Record<string, (acme: Workspace, id: string) => Promise<() => Promise<unknown>>> = {
  "an edit": async (acme, id) => {
    expect((await acme.call(patch, { params: { id }, body })).status).toBe(200);
    const set = await writerOf(acme, id);
    return () => takeBack(acme, set);
  },
  "a batch": async (acme) => {
    const { change_id } = await sendBatch(acme, [{ ...body, external_id: "1" }]);
    return () => takeBack(acme, change_id);
  },
  "an import": async (acme) => {
    const csv = "email,first_name,external_id,out\nnew@example.com,Ada,1,yes\n";
    const { id } = await importText(acme, csv, { columnMapping: mapping });
    return async () => {
      await acme.call(undo, { params: { id } });
      await settleBackground();
    };
  },
};

it.each(Object.keys(WAYS))(
  "who moves and opts out at once by %s has opted out under both addresses",
  async (way) => {
    const acme = await newWorkspace();
    const person = { email: "old@example.com", first_name: "Ada", external_id: "1" };
    const { id } = (await acme.call(createContact, { body: person })).body;
    const before = await stateOf(acme);
    const takeItBack = await WAYS[way]?.(acme, id);
    const { rows } = await sendBatch(acme, [{ email: "old@example.com" }], { dry_run: "true" });
    expect(rows).toMatchObject([{ status: "created" }]);
    const isOut = async (email: string) =>
      (await pg()`select is_opted_out(${acme.id}, ${email}) as is`)[0]?.is === true;
    expect(await Promise.all([isOut("old@example.com"), isOut("new@example.com")])).toEqual([true, true]);
    await takeItBack?.();
    expect(await stateOf(acme)).toBe(before);
    // Once it is undone, nobody is opted out.
    await acme.call(patch, { params: { id }, body: { email: "new@example.com" } });
    const again = (await acme.call(createContact, { body: { ...person, external_id: "2" } })).body;
    expect(again).toMatchObject({ email: "old@example.com", is_unsubscribed: false });
  },
);

it("an old file does not bring back under the former address who moved and opted out", async () => {
  const acme = await newWorkspace();
  const person = { email: "old@example.com", first_name: "Ada" };
  const { id } = (await acme.call(createContact, { body: person })).body;
  await acme.call(patch, { params: { id }, body });
  const csv = "email,first_name\nold@example.com,Ada\n";
  const columnMapping = { email: "email", first_name: "first_name" };
  const done = await importText(acme, csv, { columnMapping });
  expect(done).toMatchObject({ created_rows: 1, opted_out: 1 });
});

it("what is said again of who moved is taken back by the undo of the undo", async () => {
  const acme = await newWorkspace();
  const person = { email: "old@example.com", first_name: "Ada", external_id: "1" };
  const { id } = (await acme.call(createContact, { body: person })).body;
  const takeItBack = await WAYS["an edit"]?.(acme, id);
  const after = await stateOf(acme);
  await takeItBack?.();
  const [set] = await pg()<{ id: string }[]>`
    select id from change_sets where workspace_id = ${acme.id} and way = 'undo'`;
  await takeBack(acme, set?.id ?? "");
  expect(await stateOf(acme)).toBe(after);
});

/** The most recently requested undo. */
async function lastUndo(acme: Workspace): Promise<string> {
  const [set] = await pg()<{ id: string }[]>`
    select id from change_sets where workspace_id = ${acme.id} and way = 'undo' order by created_at desc, id desc limit 1`;
  return set?.id ?? "";
}

/** Gives the contact an address that had opted out before; returns a function that undoes it. */
const MOVES: Record<string, (acme: Workspace, id: string) => Promise<() => Promise<unknown>>> = {
  "an edit": async (acme, id) => {
    await acme.call(patch, { params: { id }, body: { email: "new@example.com" } });
    const set = await writerOf(acme, id);
    return () => takeBack(acme, set);
  },
  "a batch": async (acme) => {
    const { change_id } = await sendBatch(acme, [{ email: "new@example.com", external_id: "1" }]);
    return () => takeBack(acme, change_id);
  },
  "an import": async (acme) => {
    const csv = "email,first_name,external_id,out\nnew@example.com,Ada,1,no\n";
    const { id } = await importText(acme, csv, { columnMapping: mapping });
    return () => undoWhole(acme, id);
  },
};

it.each(["an edit", "a batch", "an import"])(
  "the undo of the undo of %s that moves somebody to an address that had opted out says what was said",
  async (way) => {
    for (const saysIt of [false, true]) {
      const acme = await newWorkspace();
      await sendBatch(acme, [body], { duplicate_strategy: "update_only" });
      const person = { email: "old@example.com", first_name: "Ada", external_id: "1" };
      const { id } = (await acme.call(createContact, { body: person })).body;
      const before = await stateOf(acme);
      const takeItBack = await (saysIt ? WAYS : MOVES)[way]?.(acme, id);
      const after = await stateOf(acme);
      expect(JSON.parse(after)[0]).toMatchObject([{ email: "new@example.com", is_unsubscribed: true }]);
      expect(JSON.parse(after)[2].length).toBe(saysIt ? 2 : 1);
      await takeItBack?.();
      expect(await stateOf(acme)).toBe(before);
      for (const state of [after, before, after]) {
        await takeBack(acme, await lastUndo(acme));
        expect(await stateOf(acme)).toBe(state);
      }
    }
  },
);
