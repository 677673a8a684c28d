import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { deleteContacts } from "@/lib/contacts/erase";
import { runJob } from "@/lib/jobs/run";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { readUndo } from "./read";
import { requestUndo } from "./request";
import { changeUndoJob } from "./undo";

/** `KITH_FULL=1` runs the proof in full: 100 000 contacts in 200 calls, restored within 15 s. */
const isFull = process.env.KITH_FULL === "1";
const CONTACTS = isFull ? 100_000 : 5_000;
const BATCH = 500;

async function contactsById(workspaceId: string): Promise<Map<string, string>> {
  const rows = await pg()<{ id: string; whole: string }[]>`
    select id, row(c.*)::text as whole from contacts c where workspace_id = ${workspaceId}`;
  return new Map(rows.map((row) => [row.id, row.whole]));
}

it(`brings ${CONTACTS} contacts back that were deleted in bulk`, { timeout: 300_000 }, async () => {
  const workspaceId = await makeWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, last_name, company, phone, is_unsubscribed, custom_fields)
    select ${workspaceId}, gen_random_uuid(), 'person' || n || '@example.com', 'First' || n % 977, 'Müller' || n % 1009,
      'Company ' || n % 313, '+49 30 ' || n, n % 50 = 0, jsonb_build_object('plan', 'pro')
    from generate_series(1, ${CONTACTS}::int) n`;
  const before = await contactsById(workspaceId);
  const ids = [...before.keys()];
  let change: string | undefined;
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    change = (await deleteContacts(workspaceId, batch, { continues: change })).change_id ?? change;
  }
  expect((await contactsById(workspaceId)).size).toBe(0);
  const started = performance.now();
  const by = await requestUndo(workspaceId, change ?? "");
  await runJob(changeUndoJob, { workspaceId, id: by });
  const tookMs = performance.now() - started;
  console.info(`change sets: ${CONTACTS} deleted contacts put back in ${Math.round(tookMs)} ms`);
  expect(await readUndo(workspaceId, change ?? "", by)).toMatchObject({
    undo_status: "completed",
    restored: CONTACTS,
    kept: 0,
  });
  expect(await contactsById(workspaceId)).toEqual(before);
  if (isFull) expect(tookMs).toBeLessThan(15_000);
  recordFigure("undo-deleted", {
    size: { "deleted contacts": CONTACTS },
    measured: { "contacts that differ": 0, "ms to put back": Math.round(tookMs) },
    isWhole: isFull,
  });
});
