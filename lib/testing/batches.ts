import { expect } from "vitest";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import type { newWorkspace } from "./workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
export type BatchRow = { index: number; status: string; id: string | null; code?: string; field?: string };

/** Sends a batch that must be accepted, and returns its answer. */
export async function sendBatch(acme: Workspace, contacts: unknown, query: Record<string, string> = {}) {
  const answer = await acme.call(batch, { body: contacts, query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** A batch with this many contacts. */
export const batchOf = (count: number, more: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, first_name: `P${n}`, ...more(n) }));

/** All contacts, tags and opt-outs of a workspace, as the database has them. */
export async function stateOf({ id }: Workspace): Promise<string> {
  const contacts = await pg()`
    select c.*, array(
      select t.tag_id from contact_tags t where t.workspace_id = ${id} and t.contact_id = c.id order by 1) as tags
    from contacts c where c.workspace_id = ${id} order by c.id`;
  const tags = await pg()`select * from tags where workspace_id = ${id} order by id`;
  const optOuts = await pg()`select hash from opt_outs where workspace_id = ${id} order by hash`;
  return JSON.stringify([contacts, tags, optOuts]);
}

/** Undoes a change set and returns the outcome. */
export async function takeBack(acme: Workspace, id: string) {
  await acme.call(undo, { params: { id } });
  await settleBackground();
  return (await acme.call(previewUndo, { params: { id } })).body;
}

/** Undoes a change set; what the preview says, the undo says, too. */
export async function undoAsPredicted(acme: Workspace, id: string) {
  const params = { id };
  const before = (await acme.call(previewUndo, { params })).body;
  const done = (await acme.call(undo, { params })).body;
  const { undo_id, undo_status } = done;
  expect(undo_status).toBe("completed");
  expect({ ...before, undo_id, undo_status }).toEqual(done);
  expect((await acme.call(previewUndo, { params })).body).toEqual(done);
  return done;
}

/** Every column and tag of the contacts except the text of search. */
export async function contactsAndTags(acme: Workspace): Promise<Record<string, unknown>[]> {
  const rows = await pg()<{ whole: string }[]>`
    select (to_jsonb(c) - 'search_doc' || jsonb_build_object('tags', array(
      select t.tag_id from contact_tags t where t.workspace_id = c.workspace_id and t.contact_id = c.id order by 1)))::text
      as whole
    from contacts c where workspace_id = ${acme.id} order by id`;
  return rows.map(({ whole }) => JSON.parse(whole));
}
