import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { inChangeSet, newChangeSet } from "@/lib/changes/record";
import { newWorkspace } from "@/lib/testing/workspace";
import { putTagOn, takeTagOff } from "./associations";

/** The number that a bulk action handles at a time. */
const MANY = 5000;

it("takes a tag off many contacts nearly as fast as it puts it on, and notes what they carried", async () => {
  const { id: workspaceId } = await newWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    select ${workspaceId}, gen_random_uuid(), n || '@example.com', 'N' from generate_series(1, ${MANY}::int) n`;
  const [tag] = await pg()<{ id: string }[]>`
    insert into tags (workspace_id, id, name) values (${workspaceId}, gen_random_uuid(), 'T') returning id`;
  const ids = (await pg()<{ id: string }[]>`select id from contacts where workspace_id = ${workspaceId}`).map(
    (one) => one.id,
  );
  const timed = async (
    way: "contacts_tagged" | "contacts_untagged",
    act: typeof putTagOn | typeof takeTagOff,
  ) => {
    const set = newChangeSet(workspaceId, way, { tagId: tag?.id });
    const began = performance.now();
    await inChangeSet<unknown>(set, (tx) => act(tx, set, tag?.id ?? "", ids));
    const carried = await pg()`
      select cardinality(tag_ids) as n, count(*)::int as contacts from contact_changes
      where workspace_id = ${workspaceId} and change_id = ${set.id} group by 1`;
    return { ms: performance.now() - began, carried: [...carried] };
  };
  const put = await timed("contacts_tagged", putTagOn);
  const taken = await timed("contacts_untagged", takeTagOff);
  expect(put.carried).toEqual([{ n: 0, contacts: MANY }]);
  expect(taken.carried).toEqual([{ n: 1, contacts: MANY }]);
  // About as long; ten times as long if each contact is compared with all others.
  expect(taken.ms).toBeLessThan(4 * put.ms + 500);
});
