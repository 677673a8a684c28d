import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { isDistributed } from "@/db/distributed";
import { currentWork, workAs } from "@/db/work";
import { writersAreDone } from "@/db/writers";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { customKey, type Order, sortKey } from "./sort-keys";

/**
 * Sort orders without an index, cached for workspaces in which sorting all contacts takes long: by name, by company,
 * by a custom field. The first page requested is sorted as usual, and the order is built after the answer; from then
 * on pages are read from it, with the contacts written since inserted in between (docs/decisions/kept-orders.md).
 */
export const bounds = {
  /** Contacts below which sorting is fast enough. */
  worthwhile: 20_000,
  /** When more contacts were written or deleted since, an order is rebuilt. */
  since: 2000,
  /** For how long a process reads an order that it has found without checking again that it is fresh. */
  knownMs: 10_000,
};

/** A readable order, and the time from which on it does not cover writes. */
export interface KeptOrder {
  id: string;
  until: string;
}

/** How long a build may take: an older one died with its process. */
const BUILD_TIME = "10 minutes";
/** Unused for longer, an order is removed. */
const KEPT = "7 days";
/** Maximum number per workspace; the most recently used are kept. */
const MOST = 6;

/** Keys of custom fields can reveal things about people; the order's row outlives them by days. */
function subjectOf(order: Order): string | null {
  if ("custom" in order) return `${order.type} ${createHash("sha256").update(order.custom).digest("hex")}`;
  return order.field === "name" || order.field === "company" ? order.field : null;
}

/** SQL of the contacts' sort key. */
export function liveKey(order: Order) {
  return "custom" in order ? customKey(order.custom, order.type) : sql.raw(sortKey(order.field, "contacts"));
}

/** The same key as the order stores it. */
export function storedKey(order: Order, key: ReturnType<typeof liveKey>) {
  return "custom" in order && order.type === "number"
    ? sql`'k' || number_order_key(${key})`
    : sql`'k' || ${key}`;
}

interface Found {
  contacts: number;
  id: string | null;
  status: string | null;
  held: number | null;
  until: string | null;
  written: number;
  is_idle: boolean;
}

const FIND = `
  select n.contacts::float8 as contacts, o.id, o.status, o.contacts as held, o.until::text as until,
    (select count(*) from (
      select from contacts c where c.workspace_id = o.workspace_id and c.updated_at >= o.until limit $3::int) w)::int as written,
    coalesce(o.used_at < now() - case o.status when 'building' then interval '${BUILD_TIME}' else interval '1 hour' end,
      false) as is_idle
  from workspace_counts n
  left join contact_orders o on o.workspace_id = n.workspace_id and o.subject = $2 and o.status <> 'dropped'
  where n.workspace_id = $1`;

async function find(workspaceId: string, order: Order): Promise<Found | null> {
  const subject = subjectOf(order);
  // A distributed database refuses its pages ("a column definition list is required"): they are sorted each time.
  if (subject === null || (await isDistributed(pg()))) return null;
  const parameters = [workspaceId, subject, String(bounds.since + 1)];
  const [found] = await pg().unsafe<Found[]>(FIND, parameters, { prepare: true });
  return found && found.contacts >= bounds.worthwhile ? found : null;
}

/** Too much was written or deleted since: inserting it in between, or skipping it, would take too long. */
function isFresh({ held, written, contacts }: Found): boolean {
  return written <= bounds.since && (held ?? 0) + written - contacts <= bounds.since;
}

/** Cache of recent lookups: a page itself checks whether its order still exists. */
const lately = new Map<string, KeptOrder & { at: number }>();
const MOST_LATELY = 1000;

/** The order, if it can be read, as of ten seconds ago at most. */
export async function findOrder(workspaceId: string, order: Order): Promise<KeptOrder | null> {
  const name = `${workspaceId} ${subjectOf(order)}`;
  const known = lately.get(name);
  if (known && performance.now() - known.at < bounds.knownMs) return known;
  lately.delete(name);
  const found = await find(workspaceId, order);
  if (!found?.id || !found.until || found.status !== "ready" || !isFresh(found)) return null;
  const { id, until } = found;
  if (lately.size >= MOST_LATELY) lately.clear();
  lately.set(name, { id, until, at: performance.now() });
  return { id, until };
}

/** A page has found that it no longer exists. */
export function forgetOrder(workspaceId: string, order: Order): void {
  lately.delete(`${workspaceId} ${subjectOf(order)}`);
}

/** Runs after the answer: builds an order that was requested and could not be read, and records that it is in use. */
export async function maintainOrder(workspaceId: string, order: Order): Promise<void> {
  const found = await find(workspaceId, order);
  if (!found) return;
  const { id, status, is_idle } = found;
  if (status === "building" ? is_idle : status !== "ready" || !isFresh(found))
    return buildOrder(workspaceId, order);
  if (is_idle && status === "ready")
    await pg()`update contact_orders set used_at = now() where workspace_id = ${workspaceId} and id = ${id}`;
}

/** Builds an order, unless another process does. */
export async function buildOrder(workspaceId: string, order: Order): Promise<void> {
  const subject = subjectOf(order);
  const id = subject && (await register(workspaceId, subject));
  if (!id) return;
  try {
    if (!(await writersAreDone())) throw new Error("writers that began before it are still at work");
    // Their writes are visible to it. Later writers write a later `updated_at`, or an older one that drops the order.
    const key = liveKey(order);
    await workAs({ ...currentWork(), kind: "job" }, () =>
      db().transaction(async (tx) => {
        await tx.execute(sql`
          insert into contact_order_keys (workspace_id, order_id, key, contact_id)
          select ${workspaceId}, ${id}, coalesce(${storedKey(order, sql`key`)}, 'n') as stored, id
          from (select id, ${key} as key from contacts where workspace_id = ${workspaceId} offset 0) keyed
          order by stored, id`);
        await tx.execute(sql`
          update contact_orders set status = 'ready', used_at = now(), contacts = (
            select count(*) from contact_order_keys where workspace_id = ${workspaceId} and order_id = ${id})
          where workspace_id = ${workspaceId} and id = ${id} and status = 'building'`);
      }),
    );
  } catch (error) {
    log().warn({ err: error }, "an order of contacts was not built");
    await drop(workspaceId, id);
  }
  await removeDropped(workspaceId);
}

/**
 * Registers that the order is being built, replacing the previous one. From then on a write that restores an older
 * `updated_at` drops it. Null when another process builds it.
 */
async function register(workspaceId: string, subject: string): Promise<string | null> {
  return pg().begin(async (tx) => {
    await tx`select from workspaces where id = ${workspaceId} for no key update`;
    await tx`
      update contact_orders set status = 'dropped'
      where workspace_id = ${workspaceId} and (subject = ${subject} or id in (
          select id from contact_orders where workspace_id = ${workspaceId} and status = 'ready'
          order by used_at desc offset ${MOST - 1}))
        and (status = 'ready' or status = 'building' and used_at < now() - ${BUILD_TIME}::interval)`;
    // Times are stored in milliseconds, rounded up or down.
    const [row] = await tx<{ id: string }[]>`
      insert into contact_orders (workspace_id, id, subject, until)
      values (${workspaceId}, ${newId()}, ${subject}, now() - interval '2 milliseconds')
      on conflict do nothing returning id`;
    return row?.id ?? null;
  });
}

function drop(workspaceId: string, id: string) {
  return pg()`update contact_orders set status = 'dropped' where workspace_id = ${workspaceId} and id = ${id}`;
}

async function removeDropped(workspaceId: string): Promise<void> {
  await pg()`delete from contact_orders where workspace_id = ${workspaceId} and status = 'dropped'`;
}

/** Removes orders unused for a week, and leftovers of others. Returns how many. */
export async function pruneOrders(): Promise<number> {
  const { count } = await pg()`
    delete from contact_orders
    where status = 'dropped' or used_at < now() - case when status = 'ready' then ${KEPT}::interval else ${BUILD_TIME}::interval end`;
  return count;
}
