import { pg } from "@/db/client";
import { onlyOf, scopesOf } from "@/db/distributed";
import { insertTombstones } from "@/lib/files/tombstones";
import { firstIdAt } from "@/lib/ids";
import { LIMITS } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";

/** What the sweep does to rows, over all workspaces. Every statement is bounded; the next sweep continues. */

/**
 * Cancels imports that were uploaded but never confirmed within 7 days and adds their files to the tombstones. Returns
 * how many.
 */
export async function expireUnconfirmedImports(): Promise<number> {
  const scopes = await scopesOf(
    () => pg()`
      select distinct workspace_id from imports
      where status = 'pending' and created_at < now() - interval '7 days' limit 500`,
  );
  let count = 0;
  for (const scope of scopes) count += await expireUnconfirmed(scope);
  return count;
}

async function expireUnconfirmed(workspaceId: string | null): Promise<number> {
  const expired = await pg()`
    with expired as (
      select workspace_id, id, blob_key as key from imports
      where status = 'pending' and created_at < now() - interval '7 days' and ${onlyOf("imports", workspaceId)}
      limit 500 for update skip locked
    ), tombstones as (${insertTombstones(pg(), "expired")})
    update imports i
    set status = 'cancelled', draft = null, ai_suggestions = null, blob_key = null, completed_at = now(), summary = 'Not confirmed within 7 days.'
    from expired e where i.workspace_id = e.workspace_id and i.id = e.id and ${onlyOf("i", workspaceId)}`;
  return expired.count;
}

/**
 * Deletes former values that imports overwrote more than 30 days ago; they can no longer be undone. Returns the rows
 * removed.
 */
export async function pruneJournals(): Promise<number> {
  const removed = await pg()`
    delete from import_changes c
    using (
      select i.workspace_id, i.id from imports i
      where i.completed_at < now() - interval '30 days' and i.undo_status is distinct from 'processing'
        and exists (select from import_changes x where x.workspace_id = i.workspace_id and x.import_id = i.id)
      limit 10
    ) old
    where c.workspace_id = old.workspace_id and c.import_id = old.id`;
  return removed.count;
}

/** Not those of a set that is being undone, or is an undo, nor of a running import or bulk action. */
const restingChangeSets = () => pg()`
  not exists (
    select from change_sets u
    where u.workspace_id = s.workspace_id and u.status = 'processing' and (u.id = s.id or u.undoes = s.id))
  and not exists (
    select from imports i where i.workspace_id = s.workspace_id and i.id = s.id and i.status = 'processing')
  and not exists (
    select from bulk_actions b
    where b.workspace_id = s.workspace_id and b.id = s.id and b.status = 'processing')`;

/** Deletes change sets after 30 days, with their former values. Returns how many. */
export async function pruneChangeSets(): Promise<number> {
  const removed = await pg()`
    delete from change_sets where (workspace_id, id) in (
      select s.workspace_id, s.id from change_sets s
      where s.created_at < now() - interval '30 days' and ${restingChangeSets()}
      order by s.created_at limit 500)`;
  return removed.count;
}

/**
 * Deletes change sets of workspaces whose newer sets keep the maximum of former values: a single set is never too
 * large. Returns how many.
 */
export async function trimChangeSets(): Promise<number> {
  const removed = await pg()`
    delete from change_sets where (workspace_id, id) in (
      select s.workspace_id, s.id from (
        select workspace_id, id, created_at, created + changed + deleted as own, sum(created + changed + deleted) over (
          partition by workspace_id order by created_at desc, id desc) as entries
        from change_sets where way <> 'import'
      ) s
      where s.entries - s.own >= ${LIMITS.change_entries.max} and ${restingChangeSets()}
      order by s.created_at limit 500)`;
  return removed.count;
}

/** Deletes bulk actions 30 days after their end. Returns how many. */
export async function pruneBulkActions(): Promise<number> {
  const removed = await pg()`
    delete from bulk_actions where (workspace_id, id) in (
      select workspace_id, id from bulk_actions
      where completed_at < now() - interval '30 days' limit 500)`;
  return removed.count;
}

/** Deletes the results of searches for duplicates, after a day. Returns how many searches. */
export async function expireDuplicateSearches(): Promise<number> {
  const removed = await pg()`
    delete from duplicate_searches where (workspace_id, id) in (
      select workspace_id, id from duplicate_searches
      where expires_at < now() and status <> 'processing' limit 500)`;
  return removed.count;
}

/** Deletes answers stored for `Idempotency-Key` after their 24 hours. Returns how many. */
export async function pruneIdempotencyKeys(): Promise<number> {
  const removed = await pg()`
    delete from idempotency_keys where (workspace_id, operation, key) in (
      select workspace_id, operation, key from idempotency_keys
      where created_at < now() - interval '24 hours' limit 5000)`;
  return removed.count;
}

/** Retention periods of docs/decisions/retention.md. */
const KEEP_MAILS_MS = 90 * DAY_MS;

/**
 * Deletes settled notifications, 90 days after they were written. The welcome mail's row stays: it makes that mail be
 * sent once per user. Returns how many.
 */
export async function pruneNotifications(): Promise<number> {
  const removed = await pg()`
    delete from outbox where id in (
      select id from outbox
      where id < ${firstIdAt(Date.now() - KEEP_MAILS_MS)}::uuid and kind <> 'welcome'
        and status in ('sent', 'failed', 'unknown', 'dropped')
      limit 5000)`;
  return removed.count;
}

/** Deletes mails of the embedded inbox after 90 days. Returns how many. */
export async function pruneInbox(): Promise<number> {
  const removed = await pg()`
    delete from inbox_mails where id in (
      select id from inbox_mails where id < ${firstIdAt(Date.now() - KEEP_MAILS_MS)}::uuid limit 5000)`;
  return removed.count;
}
