import { expect, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { rowsRead } from "@/lib/testing/rows-read";
import { newWorkspace } from "@/lib/testing/workspace";
import { readStatistics } from "./queries";

const add = (workspaceId: string, count: number, hours = 1) => pg()<{ id: string }[]>`
  insert into contacts (workspace_id, id, email, first_name, created_at)
  select ${workspaceId}, gen_random_uuid(), gen_random_uuid() || '@example.com', 'Ada', now() - n % ${hours}::int * interval '37 minutes'
  from generate_series(1, ${count}::int) n returning id`;

/** Hours whose count is not that of their contacts. */
const miscounted = (workspaceId: string) => pg()`
  select from (
    select hour, sum(contacts) as contacts from contact_hours where workspace_id = ${workspaceId}
    group by hour having sum(contacts) <> 0) h
  full join (
    select date_trunc('hour', created_at, 'UTC') as hour, count(*) as contacts from contacts
    where workspace_id = ${workspaceId} group by 1) c on c.hour = h.hour
  where h.contacts is distinct from c.contacts`;

it("reads the figures without reading the contacts", async () => {
  const { id } = await newWorkspace();
  await add(id, 5000, 30);
  expect(await rowsRead(() => readStatistics(id))).toBeLessThan(1000);
  expect(await miscounted(id)).toEqual([]);
});

it("counts the hours exactly while many write, what they take back included", async () => {
  const acme = await newWorkspace();
  const ids = (await add(acme.id, 60, 5)).map(({ id }) => id);
  const { body } = await acme.call(bulkDelete, { body: { ids: ids.slice(0, 10) } });
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      await pg()
        .begin(async (tx) => {
          await tx`
            insert into contacts (workspace_id, id, email, first_name, created_at)
            select ${acme.id}, ${newId()}, ${`${n}@example.com`}, 'Ada', now() - ${n % 3} * interval '1 hour'`;
          await tx`delete from contacts where workspace_id = ${acme.id} and id = ${ids[10 + n] ?? ""}`;
          if (n % 4 === 0) throw new Error("taken back");
        })
        .catch(() => undefined);
    }),
  );
  expect(await miscounted(acme.id)).toEqual([]);
  expect((await acme.call(undoChange, { params: { id: body.change_id } })).body).toMatchObject({
    restored: 10,
  });
  expect(await miscounted(acme.id)).toEqual([]);
  const [sum] = await pg()<
    { n: number }[]
  >`select sum(contacts)::int as n from contact_hours where workspace_id = ${acme.id}`;
  expect(sum?.n).toBe(60);
});
