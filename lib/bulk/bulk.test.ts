import { afterEach, expect, it } from "vitest";
import { POST as stop } from "@/app/api/bulk-actions/[id]/stop/route";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { PATCH as patch, DELETE as remove } from "@/app/api/contacts/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { claimJob } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { LIMITS } from "@/lib/limits";
import { filledWorkspace, idsOf, stateOf, type Workspace } from "@/lib/testing/bulk";
import { fillTags } from "@/lib/testing/tags";
import { blocks } from "./blocks";
import { bulkJob } from "./job";
import { createBulk, findBulk } from "./queries";
import { bulkBody } from "./schemas";

const real = { ...blocks };
afterEach(async () => {
  await settleBackground();
  Object.assign(blocks, real);
});

/** The contacts that changed. */
function changedIn(before: Awaited<ReturnType<typeof stateOf>>, after: typeof before): string[] {
  const shown = new Map(after.rows.map((row) => [row.id, row.shown]));
  return before.rows.filter((row) => shown.get(row.id) !== row.shown).map((row) => row.id);
}

/** Requests the bulk action, and waits until it has ended. */
async function ask(acme: Workspace, body: object) {
  const { id } = (await acme.call(bulk, { body })).body;
  await settleBackground();
  return read(acme, id);
}
const take = async (acme: Workspace, id: string) => (await acme.call(undo, { params: { id } })).body;
/** Without the request that would resume it. */
const read = (acme: Workspace, id: string) => findBulk(acme.id, id);
const count = async (acme: Workspace, query: Record<string, string>) =>
  (await acme.call(listContacts, { query })).body.total;
const stored = (acme: Workspace, body: object) => createBulk(acme.id, bulkBody.parse(body));

/** Works on one block, like a worker whose time is then up. */
async function oneBlock(acme: Workspace, id: string): Promise<void> {
  const lease = await claimJob(bulkJob, { workspaceId: acme.id, id });
  if (!lease) throw new Error("the job could not be claimed");
  await bulkJob.work(lease, () => true);
  await pg()`update bulk_actions set lease_until = null where id = ${id}`;
}

it.each([
  ["tag", {}, { search: "engines" }, { search: "engines" }, 15],
  ["untag", {}, { tag_match: "all" }, { search: "1@" }, 3],
  ["unsubscribe", {}, { is_unsubscribed: false }, { is_unsubscribed: "true" }, 30],
  ["unsubscribe", {}, { search: "engines" }, { is_unsubscribed: "true" }, 20],
  ["delete", {}, { search: "engines", is_unsubscribed: false }, {}, 20],
  ["set", { fields: { company: "Works" } }, { search: "contact" }, { search: "works" }, 30],
  ["set", { fields: { company: null, phone: "+49 30 777" } }, { search: "engines" }, { search: "777" }, 15],
  ["set", { fields: { company: "Engines" } }, {}, { search: "engines" }, 30],
])(
  "%s %o of %o: just those, in one change set whose undo leaves no trace",
  async (action, more, filter, query, left) => {
    blocks.size = 7;
    const acme = await filledWorkspace();
    const [before, matching] = [await stateOf(acme), await matchingIds(acme, filter)];
    const done = await ask(acme, {
      action,
      ...more,
      filter,
      ...(action.endsWith("tag") && { tag_id: acme.tag }),
    });
    const after = await stateOf(acme);
    const changed = changedIn(before, after);
    expect(changed.length).toBeGreaterThan(9);
    expect(changed.filter((id) => !matching.includes(id))).toEqual([]);
    expect(done).toMatchObject({
      status: "completed",
      total: matching.length,
      processed: matching.length,
      refused: 0,
    });
    expect([done.changed, done.change_id]).toEqual([changed.length, done.id]);
    expect((await matchingIds(acme, query)).length).toBe(left);
    const [set] = (await acme.call(listChanges)).body.data;
    expect(set).toMatchObject({ id: done.id, status: "completed", actor: { user_id: acme.user.id } });
    expect(await take(acme, done.id)).toMatchObject({ undo_status: "completed", kept: 0 });
    expect(await stateOf(acme)).toEqual(before);
    expect(await read(acme, done.id)).toMatchObject({ undone_by: expect.any(String) });
    expect(await pg()`select from bulk_blocks where workspace_id = ${acme.id}`).toHaveLength(0);
  },
);

/** By the same filter as the list of contacts. */
async function matchingIds(acme: Workspace, filter: object): Promise<string[]> {
  const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  const { data, total } = (await acme.call(listContacts, { query: { ...query, limit: "100" } })).body;
  expect(data).toHaveLength(total);
  return data.map((one: { id: string }) => one.id);
}

it("counts a tag that some carry already only where it was put on", async () => {
  const acme = await filledWorkspace();
  const had = await count(acme, { tag_ids: acme.tag });
  const done = await ask(acme, { action: "tag", tag_id: acme.tag, filter: {} });
  expect(done).toMatchObject({ total: 30, processed: 30, changed: 30 - had, tag: { name: "vip" } });
  expect(await count(acme, { tag_ids: acme.tag })).toBe(30);
});

it("takes ids, of which unknown and foreign ones are ignored and repeated ones count once", async () => {
  const [acme, other] = [await filledWorkspace(4), await filledWorkspace(4)];
  const [mine, theirs] = [await idsOf(acme), await idsOf(other)];
  const before = await stateOf(other);
  const ids = [...mine.slice(0, 2), ...mine.slice(0, 2), ...theirs, newId()];
  expect(await ask(acme, { action: "delete", ids })).toMatchObject({ total: 2, changed: 2 });
  expect(await stateOf(other)).toEqual(before);
  expect(await idsOf(acme)).toEqual(mine.slice(2));
  const foreign = await acme.call(bulk, { body: { action: "tag", tag_id: other.tag, filter: {} } });
  expect([foreign.status, foreign.body.details[0].path]).toEqual([400, ["tag_id"]]);
});

it("is over at once when nobody matches, and leaves no change set", async () => {
  const acme = await filledWorkspace(3);
  const { length } = (await acme.call(listChanges)).body.data;
  const done = await ask(acme, { action: "delete", filter: { search: "nobody" } });
  expect(done).toMatchObject({ status: "completed", total: 0, change_id: null });
  expect(done.completed_at).not.toBeNull();
  expect((await acme.call(listChanges)).body.data).toHaveLength(length);
});

it("has decided which contacts when it was asked for", async () => {
  blocks.size = 2;
  const acme = await filledWorkspace(12);
  const matching = await idsOf(acme, "company = 'Engines'");
  const { id } = await stored(acme, {
    action: "set",
    fields: { notes: "seen" },
    filter: { search: "engines" },
  });
  // Contacts that match only later are not touched; those that no longer match still are; deleted ones are skipped.
  await pg()`
    update contacts set company = case when company is null then 'Engines' end where workspace_id = ${acme.id}`;
  const [gone = "", ...others] = matching;
  await acme.call(remove, { params: { id: gone } });
  await runJob(bulkJob, { workspaceId: acme.id, id });
  expect(await read(acme, id)).toMatchObject({ status: "completed", total: 6, processed: 6, changed: 5 });
  expect(await idsOf(acme, "notes = 'seen'")).toEqual(others);
});

it("goes on after the last block that was committed, whoever works, and keeps edits made in between", async () => {
  blocks.size = 4;
  const acme = await filledWorkspace(10);
  const ids = await idsOf(acme);
  const { id } = await stored(acme, { action: "set", fields: { notes: "seen" }, filter: {} });
  await oneBlock(acme, id);
  expect(await read(acme, id)).toMatchObject({ status: "processing", processed: 4, changed: 4 });
  const [done = "", open = ""] = [ids[0], ids[9]];
  for (const one of [done, open])
    await acme.call(patch, { params: { id: one }, body: { notes: "by hand", phone: "1" } });
  expect((await acme.call(undo, { params: { id } })).status).toBe(409);
  await runJob(bulkJob, { workspaceId: acme.id, id });
  const [byHand] = await pg()`select notes from contacts where id = ${done}`;
  expect(byHand?.notes).toBe("by hand");
  const change = (await acme.call(readChange, { params: { id }, query: { limit: "100" } })).body;
  const entry = change.entries.find((one: { contact_id: string }) => one.contact_id === open);
  expect(entry.fields).toEqual([{ field: "notes", old: "by hand", new: "seen" }]);
  const undone = await take(acme, id);
  expect(undone).toMatchObject({ restored: 9, kept: 1, kept_items: [{ id: done, reason: "edited" }] });
  const [last] = await pg()`select notes, phone from contacts where id = ${open}`;
  expect(last).toMatchObject({ notes: "by hand", phone: "1" });
});

it("stops where it is, and what is done by then can be undone", async () => {
  blocks.size = 4;
  const acme = await filledWorkspace(10);
  const before = await stateOf(acme);
  const { id } = await stored(acme, { action: "delete", filter: {} });
  await oneBlock(acme, id);
  const stopped = await acme.call(stop, { params: { id } });
  expect(stopped.body).toMatchObject({ status: "stopped", processed: 4, changed: 4 });
  await runJob(bulkJob, { workspaceId: acme.id, id });
  expect((await idsOf(acme)).length).toBe(6);
  expect((await acme.call(stop, { params: { id } })).status).toBe(409);
  expect(await take(acme, id)).toMatchObject({ restored: 4 });
  expect(await stateOf(acme)).toEqual(before);
});

it("fails when its tag is deleted meanwhile", async () => {
  blocks.size = 4;
  const acme = await filledWorkspace(10);
  const { id } = await stored(acme, { action: "tag", tag_id: acme.tag, filter: {} });
  await oneBlock(acme, id);
  await acme.call(deleteTag, { params: { id: acme.tag } });
  await runJob(bulkJob, { workspaceId: acme.id, id });
  expect(await read(acme, id)).toMatchObject({ status: "failed", failure_code: "tag_deleted", processed: 4 });
  expect((await acme.call(undo, { params: { id } })).body.undo_status).toBe("completed");
});

it("names contacts that have no room for a tag, and tags the others", async () => {
  const acme = await filledWorkspace(3);
  const [full = ""] = await idsOf(acme, "email = '3@example.com'");
  await fillTags(acme.id, LIMITS.tags_per_contact.max);
  await pg()`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select workspace_id, id, ${full}::uuid from tags where workspace_id = ${acme.id} and name like 't%'`;
  const done = await ask(acme, { action: "tag", tag_id: acme.tag, filter: {} });
  expect(done).toMatchObject({ processed: 3, refused: 1, refused_ids: [full] });
});

it("two at once on the same contacts, and edits beside them, all come through", async () => {
  blocks.size = 50;
  const acme = await filledWorkspace(400);
  const ids = await idsOf(acme);
  const asked = [
    { action: "set", fields: { company: "Works" }, filter: {} },
    { action: "tag", tag_id: acme.tag, filter: {} },
    { action: "unsubscribe", filter: {} },
  ];
  const made = await Promise.all(asked.map((body) => stored(acme, body)));
  const jobs = made.map(({ id }) => runJob(bulkJob, { workspaceId: acme.id, id }));
  const edits = ids
    .filter((_, n) => n % 20 === 0)
    .map((id, n) => acme.call(patch, { params: { id }, body: { phone: `+${n}` } }));
  const answers = await Promise.all(edits);
  await Promise.all(jobs);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  for (const { id } of made)
    expect(await read(acme, id)).toMatchObject({ status: "completed", processed: 400 });
  expect(await count(acme, { tag_ids: acme.tag, is_unsubscribed: "true", search: "works" })).toBe(400);
  const phones = await pg()`select from contacts where workspace_id = ${acme.id} and phone is not null`;
  expect(phones.length).toBe(edits.length);
});

it("never takes an opt-out back that somebody else said", async () => {
  const acme = await filledWorkspace(4);
  const [one = "", two = ""] = await idsOf(acme, "not is_unsubscribed");
  const set = await ask(acme, { action: "set", fields: { notes: "x" }, filter: {} });
  await acme.call(patch, { params: { id: one }, body: { is_unsubscribed: true } });
  const out = await ask(acme, { action: "unsubscribe", ids: [one, two] });
  expect(out.changed).toBe(1);
  const gone = await ask(acme, { action: "delete", filter: {} });
  for (const { id } of [gone, out, set]) await take(acme, id);
  const rows = await pg()`select id from contacts where workspace_id = ${acme.id} and is_unsubscribed`;
  expect(rows.map(({ id }) => id)).toContain(one);
});
