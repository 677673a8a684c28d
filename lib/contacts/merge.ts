import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { db, pg, type Transaction } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { contacts } from "@/db/schema";
import { type ChangeSet, contactsById, entriesOf, idArray, newChangeSet, setRow } from "@/lib/changes/record";
import { notFound, validationError } from "@/lib/errors";
import { requireIdle } from "@/lib/fields/idle";
import { LIMITS, limitReached } from "@/lib/limits";
import { deletion, removeErasedFiles } from "./erase";
import { findContact } from "./queries";
import { columns } from "./rows";
import type { Merged, MergeRules } from "./schemas";
import { type Mergeable, type United, unite, uniteProblems } from "./unite";

const { max: MAX_TAGS } = LIMITS.tags_per_contact;

/**
 * Merges two contacts: `id` survives and takes over what `otherId` has, by a rule per field; the other is deleted. Both
 * are in one change set, whose undo restores both. Idempotent: a repeated call returns the first merge. Throws 404; 400
 * if together they exceed what a contact can hold; 409 for more tags than allowed, and while one of their fields is changed.
 */
export async function mergeContacts(
  workspaceId: string,
  id: string,
  otherId: string,
  rules: MergeRules,
): Promise<Merged> {
  const set = newChangeSet(workspaceId, "merge");
  const isDone = await retryDeadlocks(() => mergeLocked(set, id, otherId, rules));
  const change_id = isDone ? set.id : await earlierMerge(workspaceId, id, otherId);
  if (isDone) await removeErasedFiles(workspaceId);
  return { contact: await findContact(workspaceId, id), change_id };
}

const whole = {
  ...columns,
  unsubscribed_at: contacts.unsubscribed_at,
  resubscribed_at: contacts.resubscribed_at,
};

/**
 * False if the other contact does not exist. Both are locked in order of e-mail, as everywhere. Not beside a change of
 * their fields, which would miss the values that move.
 */
function mergeLocked(set: ChangeSet, id: string, otherId: string, rules: MergeRules): Promise<boolean> {
  const { workspaceId } = set;
  return db().transaction(async (tx) => {
    await tx.execute(sql`select from workspaces where id = ${workspaceId} for no key update`);
    const both = await tx
      .select(whole)
      .from(contacts)
      .where(and(eq(contacts.workspace_id, workspaceId), inArray(contacts.id, [id, otherId])))
      .orderBy(asc(contacts.email))
      .for("update");
    const [one, other] = [id, otherId].map((wanted) => both.find((row) => row.id === wanted));
    if (!one) throw notFound("Contact");
    if (!other) return false;
    const keys = Object.keys({ ...one.custom_fields, ...other.custom_fields });
    await requireIdle(tx, workspaceId, keys);
    const united = unite(one, other, rules);
    const problems = uniteProblems(united);
    if (problems.length > 0) throw validationError(problems);
    await requireRoomForTags(tx, workspaceId, id, otherId);
    await write(tx, set, one, other, united);
    return true;
  });
}

/** Contacts from before the limit may keep more tags than it allows. */
async function requireRoomForTags(tx: Transaction, workspaceId: string, id: string, otherId: string) {
  const [row] = await tx.execute<{ n: number; had: number }>(sql`
    select count(distinct tag_id)::int as n, count(*) filter (where contact_id = ${id})::int as had
    from contact_tags where workspace_id = ${workspaceId} and contact_id = any(${idArray([id, otherId])})`);
  const { n = 0, had = 0 } = row ?? {};
  if (n <= MAX_TAGS || n === had) return;
  throw limitReached("tags_per_contact", `Together they have more than ${MAX_TAGS} tags. Remove some first.`);
}

/** Sent together. The other contact is deleted before its address can be taken over. */
async function write(tx: Transaction, set: ChangeSet, one: Mergeable, other: Mergeable, united: United) {
  const { workspaceId } = set;
  const [here, gone] = [one, other].map(({ id }) => contactsById(workspaceId, idArray([id])));
  if (!here || !gone) return;
  await Promise.all([
    tx.execute(sql`
      with entry as (${entriesOf(set, "changed", here, true)} returning 1),
      noted as (${setRow(set, "changed", sql`from entry`)}) select 1`),
    tx.execute(sql`
      with entry as (${entriesOf(set, "deleted", gone, true, one.id)} returning 1),
      noted as (${setRow(set, "deleted", sql`from entry`)}) select 1`),
    tx.execute(sql`
      insert into contact_tags (workspace_id, tag_id, contact_id, created_at)
      select workspace_id, tag_id, ${one.id}, created_at from contact_tags
      where workspace_id = ${workspaceId} and contact_id = ${other.id}
      order by tag_id on conflict do nothing`),
    tx.execute(deletion(workspaceId, idArray([other.id]))),
    tx
      .update(contacts)
      .set({ ...united, written_by: set.id, updated_at: sql`now()` })
      .where(and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, one.id))),
    ...(isNewOptOut(one, other, united) ? [tx.execute(ownOptOut(set, united.email))] : []),
  ]);
}

/** If a contact that had opted out takes over the address of one that had not. */
function isNewOptOut(one: Mergeable, other: Mergeable, { email }: United): boolean {
  return email === other.email && one.is_unsubscribed && !other.is_unsubscribed;
}

/** Only this change set records the address's opt-out, so only its undo withdraws it. */
function ownOptOut({ workspaceId, id }: ChangeSet, email: string) {
  return sql`
    update opt_outs o set import_id = ${id} from opt_out_keys k
    where k.workspace_id = ${workspaceId} and o.workspace_id = ${workspaceId}
      and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, ${email})`;
}

/** The change set that merged the other contact into this one. Throws 404. */
async function earlierMerge(workspaceId: string, id: string, otherId: string): Promise<string> {
  const [row] = await pg()<{ change_id: string; merged_into: string | null }[]>`
    select change_id, merged_into from contact_changes
    where workspace_id = ${workspaceId} and contact_id = ${otherId} and kind = 'deleted'
    order by change_id desc limit 1`;
  if (row?.merged_into !== id) throw notFound("Contact");
  return row.change_id;
}
