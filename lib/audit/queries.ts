import { and, count, desc, eq, isNull, lt, or } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { auditEvents } from "@/db/schema";
import { recordOf } from "@/lib/records";
import { toPage } from "@/lib/schemas";
import { totalColumn, totalOf } from "@/lib/totals";
import type { WrittenEvent } from "./event";
import { type AuditEvent, type AuditFilter, auditEvent } from "./schemas";

/*
 * The app's role may add and read entries. The database functions that do the rest have their owner's rights
 * (db/migrations/0028_append_only_log.sql, docs/decisions/security-log.md).
 */

/**
 * Writes a batch in one statement. A failure that names an API key or an address belongs to its owner. Failures
 * without an owner share one entry an hour, which only the operator reads. Events of a workspace that has been
 * deleted are dropped.
 */
export async function insertEvents(events: WrittenEvent[]): Promise<void> {
  await pg()`select note_events(${JSON.stringify(events)}::jsonb)`;
}

/** The entries about the caller's own account and, for those who may see them, the workspace's; newest first. */
export async function listEvents(
  workspaceId: string,
  userId: string,
  filter: AuditFilter & { ofWorkspace: boolean },
) {
  const mine = or(
    // Of the workspace's entries a member sees those about their own actions.
    and(
      eq(auditEvents.workspace_id, workspaceId),
      filter.ofWorkspace ? undefined : eq(auditEvents.user_id, userId),
    ),
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

/**
 * Deletes the entries of a deleted account; its entries in other workspaces lose the address. For an existing account
 * nothing is deleted.
 */
export async function forgetEventsOf(userId: string): Promise<void> {
  await pg()`select forget_events_of(${userId})`;
}

/** For the sweep: deletes entries after a year, and for one owner all but the newest 50 000. Returns how many. */
export async function pruneAudit(): Promise<number> {
  const [row] = await pg()<{ n: string }[]>`select prune_events() as n`;
  return Number(row?.n);
}
