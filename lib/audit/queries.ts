import { and, count, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { auditEvents } from "@/db/schema";
import { firstIdAt } from "@/lib/ids";
import { recordOf } from "@/lib/records";
import { toPage } from "@/lib/schemas";
import { totalColumn, totalOf } from "@/lib/totals";
import type { WrittenEvent } from "./event";
import { type AuditEvent, type AuditFilter, auditEvent } from "./schemas";

/** docs/decisions/security-log.md. */
const KEEP_MS = 365 * 24 * 60 * 60 * 1000;
const MOST_PER_WORKSPACE = 50_000;

/**
 * Writes a batch in one statement. A failure that names an API key or an address belongs to its owner. Failures
 * without an owner share one entry an hour, which only the operator reads. Events of a workspace that has been
 * deleted are dropped.
 */
export async function insertEvents(events: WrittenEvent[]): Promise<void> {
  await pg()`
    with noted as (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as q(id uuid, "workspaceId" uuid,
        "userId" uuid, "apiKeyId" uuid, action text, outcome text, target text, address text, "requestId" text,
        detail jsonb, slot text, claims jsonb, at timestamptz)
    ), owned as (
      select n.*, w.id as workspace, coalesce(n."userId", k.created_by, u.id) as usr, coalesce(n."apiKeyId", k.id) as key
      from noted n
      left join api_keys k on k.key_hash = n.claims ->> 'keyHash'
      left join identity.users u on u.email = n.claims ->> 'email'
      left join workspaces w on w.id = coalesce(n."workspaceId", k.workspace_id)
      where n."workspaceId" is null or w.id is not null
    ), kept as (
      -- Strangers may succeed as often as they like, for instance at asking for a mail to nobody.
      select * from owned where outcome = 'failure' or workspace is not null or usr is not null or action like 'admin.%'
    ), slotted as (
      select *, case when slot is null or workspace is not null or usr is not null then slot
        else 'nobody ' || action || to_char(at, ' YYYYMMDDHH24') end as place
      from kept
    ), counted as (
      select *, count(*) over same as times, row_number() over (same order by at desc) as nth
      from slotted window same as (partition by coalesce(place, id::text))
    )
    insert into audit_events as a (id, workspace_id, user_id, api_key_id, action, outcome, target, address, request_id,
      detail, count, slot, created_at, last_at)
    select id, workspace, usr, key, action, outcome, target, address, "requestId", detail, times, place, at, at
    from counted where nth = 1 order by place
    on conflict (slot) do update
    set count = a.count + excluded.count, address = excluded.address, last_at = excluded.last_at,
        request_id = excluded.request_id`;
}

/** The entries of the workspace, and those about the caller's own account, newest first. */
export async function listEvents(workspaceId: string, userId: string, filter: AuditFilter) {
  const mine = or(
    eq(auditEvents.workspace_id, workspaceId),
    and(isNull(auditEvents.workspace_id), eq(auditEvents.user_id, userId)),
  );
  const wanted = and(
    mine,
    filter.action ? eq(auditEvents.action, filter.action) : undefined,
    filter.outcome ? eq(auditEvents.outcome, filter.outcome) : undefined,
  );
  const all = db().select({ n: count() }).from(auditEvents).where(wanted);
  const rows = await db()
    .select({ row: auditEvents, total: totalColumn(all) })
    .from(auditEvents)
    .where(and(wanted, filter.cursor ? lt(auditEvents.id, filter.cursor) : undefined))
    .orderBy(desc(auditEvents.id))
    .limit(filter.limit + 1);
  return toPage(
    rows.map(({ row }) => toEvent(row)),
    filter.limit,
    await totalOf(rows, filter.cursor, all),
  );
}

function toEvent(row: typeof auditEvents.$inferSelect): AuditEvent {
  return recordOf(auditEvent, { ...row, outcome: row.outcome === "success" ? "success" : "failure" });
}

/** The account is gone: so is what was noted about it; in workspaces of others its entries lose the address. */
export async function forgetEventsOf(userId: string): Promise<void> {
  await db()
    .delete(auditEvents)
    .where(and(isNull(auditEvents.workspace_id), eq(auditEvents.user_id, userId)));
  await db().update(auditEvents).set({ address: null }).where(eq(auditEvents.user_id, userId));
}

/** For the sweep: forgets entries after a year, and of one owner all but the newest 50 000. Returns how many. */
export async function pruneAudit(): Promise<number> {
  const old = await pg()`
    delete from audit_events where id in (
      select id from audit_events where id < ${firstIdAt(Date.now() - KEEP_MS)}::uuid limit 5000)`;
  const surplus = await db().execute(sql`
    delete from audit_events where id in (
      select id from (
        select id, row_number() over (partition by coalesce(workspace_id, user_id) order by id desc) as place
        from audit_events
      ) ranked where place > ${MOST_PER_WORKSPACE} limit 5000)`);
  return old.count + surplus.count;
}
