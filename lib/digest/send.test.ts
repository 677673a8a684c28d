import { beforeEach, expect, it } from "vitest";
import { PATCH as updateContact } from "@/app/api/contacts/[id]/route";
import { GET as runDigest } from "@/app/api/cron/weekly-digest/route";
import { pg } from "@/db/client";
import type { Payload } from "@/lib/email/kinds";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { addTagToContact } from "@/lib/tags/associations";
import { createTag } from "@/lib/tags/queries";
import { callRoute, newMember, newWorkspace } from "@/lib/testing/workspace";
import { leaveWorkspaces } from "@/lib/workspaces/members";
import { enqueueDigests } from "./send";

const MONDAY = new Date("2026-11-16T08:00:00.000Z");
const authorization = `Bearer ${process.env.CRON_SECRET}`;

beforeEach(async () => {
  await pg()`delete from workspaces`;
  await pg()`delete from outbox`;
});

/** Contacts as if they had been created at that moment, ids included. */
async function addContacts(workspaceId: string, count: number, at: string): Promise<string[]> {
  const made = Array.from({ length: count }, () => newId());
  for (const id of made) {
    await pg()`
      insert into contacts (workspace_id, id, email, first_name, created_at)
      values (${workspaceId}, ${id}, ${`${id}@example.com`}, 'x', ${at}::timestamptz)`;
  }
  return made;
}

async function addJob(
  table: "imports" | "exports",
  workspaceId: string,
  status: string,
  at: string,
  failed = 0,
) {
  if (table === "exports") {
    await pg()`
      insert into exports (workspace_id, id, filename, filter, status, completed_at)
      values (${workspaceId}, ${newId()}, 'x.csv', '{}', ${status}, ${at}::timestamptz)`;
    return;
  }
  await pg()`
    insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers, status, completed_at,
      processed_rows, failed_rows)
    values (${workspaceId}, ${newId()}, 'x.csv', 1, '{}', '[]', ${status}, ${at}::timestamptz, ${failed}, ${failed})`;
}

async function digests() {
  return pg()<
    { workspace_id: string; subject_key: string; recipient: string; payload: Payload<"weekly_digest"> }[]
  >`
    select workspace_id, subject_key, recipient, payload from outbox where kind = 'weekly_digest'`;
}

it("counts the week exactly", async () => {
  const acme = await newWorkspace();
  const other = await newWorkspace("other");
  await addContacts(acme.id, 3, "2026-11-09T08:00:00.000Z");
  await addContacts(acme.id, 1, "2026-11-16T07:59:59.999Z");
  await addContacts(acme.id, 2, "2026-11-09T07:59:59.999Z");
  await addContacts(acme.id, 4, "2026-11-02T08:00:00.000Z");
  await addContacts(acme.id, 5, "2026-11-02T07:59:59.999Z");
  await addContacts(acme.id, 6, "2026-11-16T08:00:00.000Z");
  await addContacts(other.id, 7, "2026-11-12T00:00:00.000Z");
  await addJob("imports", acme.id, "completed", "2026-11-10T00:00:00Z", 17);
  await addJob("imports", acme.id, "failed", "2026-11-11T00:00:00Z", 1);
  await addJob("imports", acme.id, "completed", "2026-11-01T00:00:00Z", 9);
  await addJob("exports", acme.id, "completed", "2026-11-12T00:00:00Z");
  await addJob("exports", acme.id, "failed", "2026-11-12T00:00:00Z");
  expect(await enqueueDigests(MONDAY)).toEqual({ week: "2026-W47", enqueued: 2 });
  const mine = (await digests()).find((row) => row.workspace_id === acme.id);
  expect(mine).toMatchObject({ subject_key: `${acme.id}/2026-W47`, recipient: acme.user.email });
  expect(mine?.payload).toEqual({
    from: "2026-11-09T08:00:00.000Z",
    to: "2026-11-16T08:00:00.000Z",
    new_contacts: 4,
    new_contacts_before: 6,
    unsubscribes: 0,
    total_contacts: 21,
    imports: { completed: 1, failed: 1, failed_rows: 18 },
    exports: { completed: 1, failed: 1 },
    tags: [],
  });
});

it("counts who unsubscribed in the week, once, and not who came back", async () => {
  const acme = await newWorkspace();
  const [left, back, again] = await addContacts(acme.id, 3, "2026-01-01T00:00:00Z");
  if (!left || !back || !again) throw new Error("no contacts");
  const update = (id: string, body: object) => acme.call(updateContact, { params: { id }, body });
  for (const id of [left, back, again]) await update(id, { is_unsubscribed: true });
  await update(back, { is_unsubscribed: false });
  await pg()`update contacts set unsubscribed_at = now() - interval '10 days' where id = ${again}`;
  await update(again, { is_unsubscribed: true, notes: "said it again" });
  await enqueueDigests(new Date(Date.now() + 1000));
  expect((await digests())[0]?.payload).toMatchObject({
    unsubscribes: 1,
    new_contacts: 0,
    total_contacts: 3,
  });
});

it("names the five most used tags", async () => {
  const acme = await newWorkspace();
  const contacts = await addContacts(acme.id, 6, "2026-11-12T00:00:00Z");
  for (let n = 0; n < 6; n++) {
    const tag = await createTag(acme.id, { name: `tag ${n}`, color: null, emoji: n === 5 ? "⭐" : null });
    for (const contact of contacts.slice(0, n + 1)) await addTagToContact(acme.id, tag.id, contact);
  }
  await createTag(acme.id, { name: "unused", color: null, emoji: null });
  await enqueueDigests(MONDAY);
  expect((await digests())[0]?.payload.tags).toEqual([
    { name: "tag 5", emoji: "⭐", contacts: 6 },
    ...[4, 3, 2, 1].map((n) => ({ name: `tag ${n}`, emoji: null, contacts: n + 1 })),
  ]);
});

it("sends nothing for a week in which nothing happened, or when it is switched off", async () => {
  const quiet = await newWorkspace("quiet");
  await addContacts(quiet.id, 3, "2026-10-01T00:00:00Z");
  const off = await newWorkspace("off");
  await addContacts(off.id, 3, "2026-11-12T00:00:00Z");
  await pg()`update settings set notify_weekly_digest = false where workspace_id = ${off.id}`;
  expect(await enqueueDigests(MONDAY)).toEqual({ week: "2026-W47", enqueued: 0 });
});

it("sends one digest per workspace and ISO week when it is called ten times at once", async () => {
  const workspaces = await Promise.all([1, 2, 3].map((n) => newWorkspace(`w${n}`)));
  // Between 08:00 and 09:00 on a Monday the report ends at 08:00.
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000).toISOString();
  for (const { id } of workspaces) await addContacts(id, 1, twoHoursAgo);
  const call = () => callRoute(runDigest, { headers: { authorization } });
  const replies = await Promise.all(Array.from({ length: 10 }, call));
  await settleBackground();
  expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(replies.reduce((sum, reply) => sum + reply.body.enqueued, 0)).toBe(3);
  expect((await digests()).map((row) => row.workspace_id).sort()).toEqual(
    workspaces.map(({ id }) => id).sort(),
  );
  expect((await call()).body.enqueued).toBe(0);
});

it("leaves the digest of a Monday to 08:00 when it is called on that day before", async () => {
  const acme = await newWorkspace();
  await addContacts(acme.id, 1, "2026-11-12T00:00:00.000Z");
  const early = new Date("2026-11-16T05:00:00.000Z");
  expect(await enqueueDigests(early)).toEqual({ week: "2026-W46", enqueued: 1 });
  expect(await enqueueDigests(MONDAY)).toEqual({ week: "2026-W47", enqueued: 1 });
});

it("takes any number of workspaces in batches", async () => {
  await pg()`
    with w as (
      insert into workspaces (id, name) select gen_random_uuid(), 'w' from generate_series(1, 1201) returning id
    ), s as (insert into settings (workspace_id) select id from w)
    insert into memberships (workspace_id, user_id, email) select id, gen_random_uuid(), 'w@example.com' from w`;
  const ids = (await pg()<{ id: string }[]>`select id from workspaces`).map(({ id }) => id);
  await pg()`insert into workspace_counts (workspace_id) select unnest(${ids}::uuid[]) on conflict do nothing`;
  await pg()`
    insert into exports (workspace_id, id, filename, filter, status, completed_at)
    select unnest(${ids}::uuid[]), gen_random_uuid(), 'x.csv', '{}', 'completed',
      ${"2026-11-12T00:00:00Z"}::timestamptz`;
  expect(await enqueueDigests(MONDAY)).toEqual({ week: "2026-W47", enqueued: 1201 });
});

it("is sent to nobody again when another who got it has deleted their account", async () => {
  const acme = await newWorkspace();
  const other = await newMember(acme.id, { role: "owner" });
  await addContacts(acme.id, 1, "2026-11-10T08:00:00.000Z");
  expect(await enqueueDigests(MONDAY)).toMatchObject({ enqueued: 2 });
  await leaveWorkspaces(acme.user.id);
  expect(await enqueueDigests(MONDAY)).toMatchObject({ enqueued: 0 });
  expect((await digests()).map(({ recipient }) => recipient)).toEqual([other.user.email]);
});
