import { expect, it } from "vitest";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { POST as createField } from "@/app/api/fields/route";
import { pg } from "@/db/client";
import { newWorkspace } from "@/lib/testing/workspace";

/** How many connections wait for a row that another one has locked. */
async function waiting(): Promise<number> {
  const [row] = await pg()<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%for share%'`;
  return row?.n ?? 0;
}

it("a batch writes nothing that does not fit a field which becomes another one while it is written", async () => {
  const acme = await newWorkspace();
  const field = (await acme.call(createField, { body: { name: "seats" } })).body;
  const body = [{ email: "ada@example.com", first_name: "Ada", custom_fields: { seats: "many" } }];
  // The batch reads the field as it was before; the conversion is over when it writes.
  let answer: ReturnType<typeof acme.call> | undefined;
  await pg().begin(async (tx) => {
    await tx`update field_definitions set type = 'number' where id = ${field.id}`;
    answer = acme.call(batch, { body });
    await expect.poll(waiting).toBe(1);
  });
  expect(await answer).toMatchObject({ status: 409, body: { details: { reason: "field_changed" } } });
  expect((await acme.call(listContacts)).body.data).toEqual([]);
  const again = await acme.call(batch, { body });
  expect(again.body.rows).toMatchObject([{ status: "failed", code: "not_a_number" }]);
});
