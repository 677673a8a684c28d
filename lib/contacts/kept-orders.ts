import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { currentWork, workAs } from "@/db/work";
import { FIELD_TYPES } from "@/lib/fields/fields";
import { assertReady, buildKept, findKept, forgetKept, isKnown, type Kept, maintainKept } from "./kept";
import type { Sorting } from "./sort";
import { customKey, type Order, sortKey } from "./sort-keys";

/**
 * Caches sort orders without an index (by name, company or a custom field) for workspaces in which sorting all contacts
 * is slow. The first requested page is sorted as usual, and the order is built after the response; later pages are read
 * from it, with the contacts written since merged in (docs/decisions/kept-orders.md).
 */

/** Hashed, because keys of custom fields may be personal and the order's row outlives them by days. */
function subjectOf(order: Order): string | null {
  if ("custom" in order) return `${order.type} ${createHash("sha256").update(order.custom).digest("hex")}`;
  return order.field === "name" || order.field === "company" ? order.field : null;
}

/** SQL of the contacts' sort key. */
export function liveKey(order: Order) {
  return "custom" in order ? customKey(order.custom, order.type) : sql.raw(sortKey(order.field, "contacts"));
}

/** The same key in the form that the order stores. */
export function storedKey(order: Order, key: ReturnType<typeof liveKey>) {
  return "custom" in order && order.type === "number"
    ? sql`'k' || number_order_key(${key})`
    : sql`'k' || ${key}`;
}

/** The order, if it is readable; at most ten seconds stale. */
export async function findOrder(workspaceId: string, order: Order): Promise<Kept | null> {
  const subject = subjectOf(order);
  return subject === null ? null : findKept(workspaceId, subject);
}

/** A custom order that this process has found lately. The field's type may have changed since: the page checks it. */
export function knownOrder(workspaceId: string, sorting: Sorting): Order | null {
  if (!("custom" in sorting)) return null;
  const orders = FIELD_TYPES.map((type): Order => ({ ...sorting, type }));
  return orders.find((order) => isKnown(workspaceId, subjectOf(order) ?? "")) ?? null;
}

/** Called when a page has found that the order no longer exists. */
export function forgetOrder(workspaceId: string, order: Order): void {
  forgetKept(workspaceId, subjectOf(order) ?? "");
}

/** Runs after the response: builds a requested order that was not readable, and records that it is in use. */
export async function maintainOrder(workspaceId: string, order: Order): Promise<void> {
  const subject = subjectOf(order);
  if (subject !== null) await maintainKept(workspaceId, subject, (id) => fill(workspaceId, order, id));
}

/** Builds an order, unless another process does. */
export async function buildOrder(workspaceId: string, order: Order): Promise<void> {
  const subject = subjectOf(order);
  if (subject !== null) await buildKept(workspaceId, subject, (id) => fill(workspaceId, order, id));
}

function fill(workspaceId: string, order: Order, id: string): Promise<void> {
  const key = liveKey(order);
  return workAs({ ...currentWork(), kind: "job" }, () =>
    db().transaction(async (tx) => {
      await tx.execute(sql`
        insert into contact_order_keys (workspace_id, order_id, key, contact_id)
        select ${workspaceId}, ${id}, coalesce(${storedKey(order, sql`key`)}, 'n') as stored, id
        from (select id, ${key} as key from contacts where workspace_id = ${workspaceId} offset 0) keyed
        order by stored, id`);
      const ready = await tx.execute(sql`
        update contact_orders set status = 'ready', used_at = now(), contacts = (
          select count(*) from contact_order_keys where workspace_id = ${workspaceId} and order_id = ${id})
        where workspace_id = ${workspaceId} and id = ${id} and status = 'building' returning 1`);
      assertReady(ready);
    }),
  );
}
