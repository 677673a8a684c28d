import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { requestUndo } from "@/lib/changes/request";
import { changeUndoJob } from "@/lib/changes/undo";
import { runJob } from "@/lib/jobs/run";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { owner } from "@/lib/testing/owner";
import { bulkJob } from "./job";
import { createBulk } from "./queries";
import { bulkBody } from "./schemas";

/** `KITH_FULL=1` runs the full proof: 100 000 contacts (or KITH_CONTACTS) tagged by filter within 5 s. */
const isFull = process.env.KITH_FULL === "1";
const CONTACTS = Number(process.env.KITH_CONTACTS || (isFull ? 100_000 : 2_000));

/** Like the product's ids: later ones are greater. */
async function fill(workspaceId: string): Promise<string> {
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, last_name, company, phone, is_unsubscribed, custom_fields)
    select ${workspaceId}, (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid,
      'person' || n || '@example.com', 'First' || n % 977, 'Müller' || n % 1009, 'Company ' || n % 313,
      '+49 30 ' || n, n % 50 = 0, jsonb_build_object('plan', 'pro')
    from generate_series(1, ${CONTACTS}::int) n`;
  const [tag] = await pg()<{ id: string }[]>`
    insert into tags (workspace_id, id, name) values (${workspaceId}, gen_random_uuid(), 'vip') returning id`;
  return tag?.id ?? "";
}

async function stateOf(workspaceId: string): Promise<string> {
  const [row] = await pg()<{ state: string }[]>`
    select md5(string_agg(c::text, '' order by c.id)) || (select count(*) from contact_tags t
      where t.workspace_id = ${workspaceId}) as state
    from contacts c where workspace_id = ${workspaceId}`;
  return row?.state ?? "";
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}

const OF_ALL = [
  { action: "tag" },
  { action: "untag" },
  { action: "set", fields: { company: "Works" } },
  { action: "unsubscribe" },
  { action: "delete" },
];

it.each(OF_ALL)(
  `does it to ${CONTACTS} contacts by filter, and takes it back: %o`,
  {
    timeout: 1_200_000,
  },
  async (work) => {
    const workspaceId = await makeWorkspace();
    const tag_id = await fill(workspaceId);
    if (work.action === "untag")
      await pg()`
      insert into contact_tags (workspace_id, tag_id, contact_id)
      select workspace_id, ${tag_id}, id from contacts where workspace_id = ${workspaceId}`;
    await owner()`analyze contacts`;
    const before = await stateOf(workspaceId);
    let id = "";
    const askedMs = await timed(async () => {
      id = (await createBulk(workspaceId, bulkBody.parse({ ...work, tag_id, filter: { search: "example" } })))
        .id;
    });
    const doneMs = await timed(() => runJob(bulkJob, { workspaceId, id }));
    const [row] = await pg()`select status, processed, changed from bulk_actions where id = ${id}`;
    expect(row).toMatchObject({ status: "completed", processed: CONTACTS });
    expect(await stateOf(workspaceId)).not.toBe(before);
    const by = await requestUndo(workspaceId, id);
    const undoneMs = await timed(() => runJob(changeUndoJob, { workspaceId, id: by }));
    console.info(
      `bulk: ${work.action} of ${CONTACTS}: asked for in ${askedMs} ms, done in ${doneMs} ms, undone in ${undoneMs} ms`,
    );
    const [undo] = await pg()`select status, result ->> 'kept' as kept from change_sets where id = ${by}`;
    expect(undo).toEqual({ status: "completed", kept: "0" });
    expect(await stateOf(workspaceId)).toBe(before);
    if (CONTACTS <= 100_000 && work.action === "tag") expect(askedMs + doneMs).toBeLessThan(5_000);
  },
);
