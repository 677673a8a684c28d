import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";

const columnMapping = { email: "email", first: "first_name", tags: "tags" };
const file = (first: string, tags: string) =>
  `email,first,tags\n${["a", "b", "c", "d"].map((name) => `${name}@example.com,${first},${tags}`).join("\n")}\n`;

beforeAll(() => {
  process.env.IMPORT_BATCH_ROWS = "2";
  resetEnv();
});
afterAll(() => {
  delete process.env.IMPORT_BATCH_ROWS;
  resetEnv();
});

it("leaves alone the tables of others that are called as the import's temporary ones", async () => {
  await owner()`create table staged (id uuid, email text, note text)`;
  await owner()`create table tagged (contact_id uuid, tag_ids uuid[])`;
  await owner()`grant all on staged, tagged to kith_app`;
  await pg()`insert into staged (email, note) values ('theirs@example.com', 'theirs')`;
  const acme = await newWorkspace();
  await importText(acme, file("First", "one"), { columnMapping });
  const { body } = await uploadText(acme, file("Second", "one|two"));
  const tried = await acme.call(dryRun, { params: { id: body.importId }, body: { columnMapping } });
  expect(tried.body).toMatchObject({ rows: 4, create: 0, update: 4, fail: 0 });
  const done = await importText(acme, file("Second", "one|two"), { columnMapping });
  expect(done).toMatchObject({ status: "completed", updated_rows: 4, unchanged_rows: 0, failed_rows: 0 });
  const contacts = [...(await contactsOf(acme)).values()];
  expect(contacts.map((one) => [one.first_name, (one.tags as unknown[]).length])).toEqual(
    Array(4).fill(["Second", 2]),
  );
  expect(await pg()`select note from staged`).toEqual([{ note: "theirs" }]);
  expect(await pg()`select from tagged`).toHaveLength(0);
});
