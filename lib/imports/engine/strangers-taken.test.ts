import { expect, it } from "vitest";
import { DELETE as deleteContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { sendBatch, stateOf, takeBack } from "@/lib/testing/batches";
import { batchesOf, importText, uploadText } from "@/lib/testing/imports";
import { undoWhole } from "@/lib/testing/undo";
import { newWorkspace } from "@/lib/testing/workspace";

/**
 * Opt-outs of addresses without a contact which a contact then gets: in the same file, at the same moment, or in
 * between.
 */

batchesOf(3);

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
const columnMapping = { email: "email", out: "is_unsubscribed", id: "external_id", name: "first_name" };
const HEAD = "email,out,id,name\n";

async function withA(): Promise<Workspace> {
  const acme = await newWorkspace();
  await acme.call(createContact, { body: { email: "a@example.com", first_name: "A", external_id: "A" } });
  return acme;
}

async function run(acme: Workspace, rows: string, duplicateStrategy: string) {
  const { importId: id } = (await uploadText(acme, HEAD + rows)).body;
  const [params, body] = [{ id }, { columnMapping, duplicateStrategy }];
  const told = (await acme.call(dryRun, { params, body })).body;
  expect((await acme.call(confirm, { params, body })).status).toBe(202);
  await settleBackground();
  return { id, told, done: (await acme.call(getImport, { params })).body };
}

/** Whether the addresses are unsubscribed, by address. */
async function flags(acme: Workspace): Promise<Record<string, boolean>> {
  const rows = await pg()<{ email: string; is: boolean }[]>`
    select email, is_unsubscribed as is from contacts where workspace_id = ${acme.id} order by 1`;
  return Object.fromEntries(rows.map(({ email, is }) => [email.replace("@example.com", ""), is]));
}

const others = (count: number) =>
  Array.from({ length: count }, (_, n) => `o${n}@example.com,no,,O\n`).join("");

it.each([0, 1, 9])(
  "a contact that moves to such an address is unsubscribed, %i rows later",
  async (between) => {
    for (const strategy of ["update_only", "update"]) {
      const acme = await withA();
      const before = await stateOf(acme);
      const bad = strategy === "update" ? `"${"x".repeat(300)}"` : "Z";
      const rows = `z@example.com,yes,,${bad}\n${others(between)}z@example.com,no,A,\n`;
      const { id, told, done } = await run(acme, rows, strategy);
      expect((await flags(acme)).z).toBe(true);
      expect([told.unsubscribe, told.changed]).toEqual([1, done.changed_contacts]);
      await undoWhole(acme, id);
      expect(await stateOf(acme)).toBe(before);
    }
  },
);

it("so is one that moves there within a batch", async () => {
  const acme = await withA();
  const before = await stateOf(acme);
  const people = [
    { email: "z@example.com", is_unsubscribed: true },
    { email: "z@example.com", external_id: "A" },
  ];
  const { change_id } = await sendBatch(acme, people, { duplicate_strategy: "update_only" });
  expect(await flags(acme)).toEqual({ z: true });
  await takeBack(acme, change_id);
  expect(await stateOf(acme)).toBe(before);
});

it("who is skipped under another address has opted out under both", async () => {
  const acme = await withA();
  const before = await stateOf(acme);
  const { id } = await run(acme, `z@example.com,yes,A,\n${others(3)}z@example.com,no,,New\n`, "skip");
  expect(await flags(acme)).toMatchObject({ a: true, z: true });
  await undoWhole(acme, id);
  expect(await stateOf(acme)).toBe(before);
});

it("who is given two addresses by a file, and opts out, is unsubscribed", async () => {
  const acme = await withA();
  const { done } = await run(acme, "a2@example.com,,A,Z\na3@example.com,yes,A,\n", "update");
  expect(done).toMatchObject({ failed_rows: 1, failed_opt_outs: 1 });
  expect(await flags(acme)).toEqual({ a2: true });
});

it("whoever gets such an address at the same moment is unsubscribed", async () => {
  const acme = await newWorkspace();
  const body = (n: number) => ({ email: `n${n}@example.com`, first_name: "N" });
  for (let n = 0; n < 25; n++) {
    const out = [{ email: `n${n}@example.com`, is_unsubscribed: true }];
    await Promise.all([
      sendBatch(acme, out, { duplicate_strategy: "update_only" }),
      acme.call(createContact, { body: body(n) }),
    ]);
  }
  await settleBackground();
  expect(Object.values(await flags(acme)).filter((is) => !is)).toEqual([]);
});

it("an undo that is taken back remembers who came in between, and opted out, with it", async () => {
  const acme = await newWorkspace();
  const mapping = { columnMapping: { email: "email", out: "is_unsubscribed" } };
  const list = "email,out\nq@example.com,yes\n";
  const first = await importText(acme, list, { ...mapping, duplicateStrategy: "update_only" });
  await undoWhole(acme, first.id);
  const [set] = await pg()<{ id: string }[]>`
    select id from change_sets where workspace_id = ${acme.id} and way = 'undo'`;
  const second = await importText(acme, list, mapping);
  await takeBack(acme, set?.id ?? "");
  await undoWhole(acme, second.id);
  expect(await flags(acme)).toEqual({});
  const { body } = await acme.call(createContact, { body: { email: "q@example.com", first_name: "Q" } });
  expect(body.is_unsubscribed).toBe(true);
  await acme.call(deleteContact, { params: { id: body.id } });
});
