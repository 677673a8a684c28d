import { beforeAll, expect, it } from "vitest";
import { pg } from "@/db/client";
import { bulkJob } from "@/lib/bulk/job";
import { createBulk } from "@/lib/bulk/queries";
import { bulkBody } from "@/lib/bulk/schemas";
import { runJob } from "@/lib/jobs/run";
import { newWorkspace } from "@/lib/testing/workspace";
import { onDatabase, ownerUrl } from "../../scripts/testing/databases.mjs";
import { requestUndo } from "./request";
import { changeUndoJob } from "./undo";

const CONTACTS = 2_000;
/** Tables whose planner statistics date from before the tested workspaces were created. */
const TABLES = [
  "contacts",
  "contact_tags",
  "change_sets",
  "contact_changes",
  "tag_changes",
  "import_changes",
];

/** A workspace with a webhook, and with recent change sets that name deleted contacts. */
async function filled(sets: number, people = 10) {
  const { id } = await newWorkspace();
  const [tag] = await pg()<{ id: string }[]>`
    insert into tags (workspace_id, id, name) values (${id}, gen_random_uuid(), 'vip') returning id`;
  await pg()`
    insert into webhook_endpoints (workspace_id, id, url, secret, created_by)
    values (${id}, gen_random_uuid(), 'https://hooks.example', '', gen_random_uuid())`;
  await pg()`
    with former as (
      insert into change_sets (workspace_id, id, way, created_at)
      select ${id}, gen_random_uuid(), 'contacts_deleted', now() - n * interval '1 minute'
      from generate_series(1, ${sets}::int) n
      returning id
    )
    insert into contact_changes (workspace_id, change_id, contact_id, kind)
    select ${id}, former.id, gen_random_uuid(), 'deleted' from former, generate_series(1, ${people}::int)`;
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    select ${id}, gen_random_uuid(), 'person' || n || '@example.com', 'Ada' from generate_series(1, ${CONTACTS}::int) n`;
  return { id, tag: tag?.id ?? "" };
}

type Filled = Awaited<ReturnType<typeof filled>>;
let fresh: Filled;
let old: Filled;

beforeAll(async () => {
  await filled(100, 500);
  await onDatabase(ownerUrl(), async (owner) => {
    for (const table of TABLES) {
      await owner.unsafe(`alter table ${table} set (autovacuum_enabled = off)`);
      await owner.unsafe(`analyze ${table}`);
    }
  });
  fresh = await filled(1);
  old = await filled(2_000);
}, 60_000);

/** Milliseconds that a bulk action on all contacts takes, with its undo and its redo. */
async function timed({ id: workspaceId, tag }: Filled, action: string): Promise<number> {
  const asked = {
    action,
    tag_id: tag,
    filter: {},
    ...(action === "set" && { fields: { company: "Works" } }),
  };
  const { id } = await createBulk(workspaceId, bulkBody.parse(asked));
  const started = performance.now();
  await runJob(bulkJob, { workspaceId, id });
  let last = id;
  for (let n = 0; n < 3; n++) {
    last = await requestUndo(workspaceId, last);
    await runJob(changeUndoJob, { workspaceId, id: last });
  }
  return performance.now() - started;
}

// A join with change sets read the whole journal for every contact: seconds instead of milliseconds.
it.each(["tag", "set", "unsubscribe", "delete"])(
  "%s costs the same in a workspace with a history that statistics do not know",
  { timeout: 120_000 },
  async (action) => {
    const freshMs = await timed(fresh, action);
    const most = 3 * freshMs + 500;
    let oldMs = await timed(old, action);
    // The machine may have had other work for a moment.
    if (oldMs >= most) oldMs = await timed(old, action);
    console.info(`${action}: ${Math.round(freshMs)} ms without a history, ${Math.round(oldMs)} ms with one`);
    expect(oldMs).toBeLessThan(most);
  },
);
