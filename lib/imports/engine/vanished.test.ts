import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { sendBatch } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

/**
 * A contact is deleted, for example by an undo, or gets another address, after an import or batch has found it and before
 * it is written.
 */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const DELETES = "delete from contacts where workspace_id = $1";
const MOVES = "update contacts set email = 'new@example.com' where workspace_id = $1";

async function whileDeleting<T>(acme: Workspace, work: () => Promise<T>, statement = DELETES): Promise<T> {
  await acme.call(createContact, { body: { email: "ada@example.com", first_name: "A" } });
  let working: Promise<T> | undefined;
  await pg().begin(async (tx) => {
    const [mine] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await tx.unsafe(statement, [acme.id]);
    working = work();
    await untilSomeoneWaitsFor(mine?.pid ?? 0);
  });
  if (!working) throw new Error("nothing was done");
  return working;
}

const stateOf = async ({ id }: Workspace) =>
  pg()`select email, first_name, is_unsubscribed from contacts where workspace_id = ${id} order by email`;
const isRemembered = async ({ id }: Workspace) =>
  (await pg()`select is_opted_out(${id}, 'ada@example.com') as is`)[0]?.is;

const FILE = "email,first_name,unsubscribed\nada@example.com,Ada,yes\n";
const columnMapping = { email: "email", first_name: "first_name", unsubscribed: "is_unsubscribed" };

it("the import creates it again", async () => {
  const acme = await newWorkspace();
  const done = await whileDeleting(acme, () => importText(acme, FILE, { columnMapping }));
  expect(done).toMatchObject({ status: "completed", created_rows: 1, updated_rows: 0 });
  expect(await stateOf(acme)).toEqual([
    { email: "ada@example.com", first_name: "Ada", is_unsubscribed: true },
  ]);
  expect(await isRemembered(acme)).toBe(true);
});

it("the import of an address that its contact has left creates another one", async () => {
  const acme = await newWorkspace();
  const done = await whileDeleting(acme, () => importText(acme, FILE, { columnMapping }), MOVES);
  expect(done).toMatchObject({ status: "completed", created_rows: 1, updated_rows: 0 });
  expect(await stateOf(acme)).toEqual([
    { email: "ada@example.com", first_name: "Ada", is_unsubscribed: true },
    { email: "new@example.com", first_name: "A", is_unsubscribed: false },
  ]);
});

it("an import that only updates remembers its opt-out", async () => {
  const acme = await newWorkspace();
  const only = { columnMapping, duplicateStrategy: "update_only" };
  const done = await whileDeleting(acme, () => importText(acme, FILE, only));
  expect(done).toMatchObject({ status: "completed", skipped_rows: 1, updated_rows: 0 });
  expect([await stateOf(acme), await isRemembered(acme)]).toEqual([[], true]);
});

it("and so does a batch", async () => {
  const acme = await newWorkspace();
  const rows = [{ email: "ada@example.com", first_name: "Ada", is_unsubscribed: true }];
  const done = await whileDeleting(acme, () => sendBatch(acme, rows));
  expect(done).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
  expect(await stateOf(acme)).toHaveLength(1);
  expect(await isRemembered(acme)).toBe(true);
});
