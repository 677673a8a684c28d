import { expect, it } from "vitest";
import { POST as upsert } from "@/app/api/contacts/batch/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { pg } from "@/db/client";
import { importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { onTrialTables, openTrial } from "./shadow";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const columnMapping = { email: "email", first: "first_name", tags: "tags" };
const file = (n: number) =>
  `email,first,tags\n${["a", "b"].map((one) => `${one}@example.com,${n},t${n % 3}`).join("\n")}\n`;

/** Every table that is created adds its columns here, whether it is dropped or not. */
async function columnBytes(): Promise<number> {
  const [row] = await pg()<{ bytes: number }[]>`select pg_relation_size('pg_attribute')::int as bytes`;
  return row?.bytes ?? 0;
}

/** Which of the product's tables the connections of this process would mistake for their own. */
async function hiddenTables(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname like 'pg_temp_%' and relname in (select tablename from pg_tables where schemaname = 'public')`;
  return rows.map(({ name }) => name);
}

it("adds nothing to the catalogues, however often files are tried out and imported and batches come", async () => {
  const round = async (acme: Workspace, n: number) => {
    const { body } = await uploadText(acme, file(n));
    expect((await acme.call(dryRun, { params: { id: body.importId }, body: { columnMapping } })).status).toBe(
      200,
    );
    expect(await importText(acme, file(n), { columnMapping })).toMatchObject({ status: "completed" });
    const contacts = [{ email: "a@example.com", first_name: `B${n}`, tags: ["one"] }];
    expect((await acme.call(upsert, { body: contacts })).status).toBe(200);
  };
  // A connection that is used for the first time creates its own tables; there are few.
  let grown = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 24 && grown > 0; n += 2) {
    const acme = await newWorkspace(); // each may upload five files in ten minutes
    const before = await columnBytes();
    for (const next of [n, n + 1]) await round(acme, next);
    grown = (await columnBytes()) - before;
  }
  expect(grown).toBe(0);
});

it("never leaves a table of a trial where others would take it for the real one", async () => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, file(1));
  await acme.call(dryRun, { params: { id: body.importId }, body: { columnMapping } });
  expect(await hiddenTables()).toEqual([]);
  const failing = pg().begin(async (tx) => {
    await openTrial(tx);
    await onTrialTables(tx, acme.id, async () => {
      const [found] = await tx`select 'contacts'::regclass <> 'public.contacts'::regclass as is_hidden`;
      expect(found).toEqual({ is_hidden: true });
      throw new Error("the trial failed");
    });
  });
  await expect(failing).rejects.toThrow("the trial failed");
  expect(await hiddenTables()).toEqual([]);
});
