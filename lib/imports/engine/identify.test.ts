import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { batchesOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const ROWS = 4000;
batchesOf(1000);

/** Entries of the journal's indexes that statements have read so far. */
async function entriesRead(): Promise<number> {
  await pg()`select pg_stat_force_next_flush()`;
  const [row] = await pg()`
    select coalesce(sum(idx_tup_read), 0)::int as n from pg_stat_user_indexes where relname = 'import_changes'`;
  return row?.n;
}

it("looks up in the journal what each contact was, however much an import has journaled", async () => {
  const acme = await newWorkspace();
  const people = Array.from({ length: ROWS }, (_, n) => `id-${n},p${n}@example.com,P${n}`).join("\n");
  const body = { columnMapping: { id: "external_id", email: "email", first_name: "first_name" } };
  await importText(acme, `id,email,first_name\n${people}\n`, body);
  const before = await entriesRead();
  const done = await importText(acme, `id,email,first_name\n${people.replaceAll("P", "Q")}\n`, body);
  expect(done).toMatchObject({ status: "completed", changed_contacts: ROWS });
  expect((await entriesRead()) - before).toBeLessThan(5 * ROWS);
});
