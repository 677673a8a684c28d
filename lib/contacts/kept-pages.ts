import { type SQL, sql } from "drizzle-orm";
import { contacts } from "@/db/schema";
import { bounds, type Kept } from "./kept";
import { liveKey, storedKey } from "./kept-orders";
import type { Place } from "./sort";
import { type Order, pageOfKeyed } from "./sort-keys";

/** Keys of contacts with a value begin with `k`; contacts without one have the key `n`. */
const HAS = sql.raw("< 'l'");

/** For a `with`: the contacts written since, each with its key, as `written`; up to one more than a page allows. */
export function writtenSince(workspaceId: string, { until }: Kept, order: Order): SQL {
  return sql`written as materialized (
    select ${contacts.workspace_id}, ${contacts.id}, ${liveKey(order)} as key
    from written_since(${workspaceId}::uuid, ${until}::timestamptz, ${sql.raw(String(bounds.since + 1))}) since
    join ${contacts} on ${contacts.workspace_id} = ${workspaceId} and ${contacts.id} = since.id)`;
}

/** SQL for whether the cached row exists in the snapshot of the page, and `written` has all contacts written since. */
export function isReadable(workspaceId: string, { id }: Kept): SQL {
  return sql`exists (select from contact_orders where workspace_id = ${workspaceId} and id = ${id} and status = 'ready')
    and (select count(*) from written) <= ${sql.raw(String(bounds.since))}`;
}

/**
 * The ids of one page of a whole workspace by a cached order, each with its key, from a position on. Merges two parts:
 * the order without the contacts written since, and those contacts (`writtenSince`).
 */
export function pageByKept(
  workspaceId: string,
  kept: Kept,
  order: Order,
  limit: number,
  after: Place | null,
): SQL {
  const direction = sql.raw(order.isDescending ? "desc" : "asc");
  const than = sql.raw(order.isDescending ? "<" : ">");
  const many = sql.raw(String(limit));
  const isNumber = "custom" in order && order.type === "number";
  const until = sql`${kept.until}::timestamptz`;
  const last = after?.key == null ? null : sql`${after.key}::${sql.raw(isNumber ? "numeric" : "text")}`;
  const lastId = after && sql`${after.id}::uuid`;

  const walk = (place: SQL) => sql`(
    select c.workspace_id, c.id, c.key from contact_order_keys o
    cross join lateral (
      select ${contacts.workspace_id}, ${contacts.id}, ${liveKey(order)} as key from ${contacts}
      where ${contacts.workspace_id} = ${workspaceId} and ${contacts.id} = o.contact_id
        and ${contacts.updated_at} < ${until} offset 0) c
    where o.workspace_id = ${workspaceId} and o.order_id = ${kept.id} and ${place}
    order by o.key ${direction}, o.contact_id ${direction} limit ${many})`;
  const named = last
    ? sql`o.key ${HAS} and (o.key, o.contact_id) ${than} (${storedKey(order, last)}, ${lastId})`
    : sql`o.key ${HAS} and ${after === null}`;
  // Only a page that the ones with a value do not fill needs them.
  const isNeeded = sql`(select count(*) from named) < ${many}`;
  const nameless = sql`o.key = 'n' and ${isNeeded} ${after && !last ? sql`and o.contact_id ${than} ${lastId}` : sql``}`;

  const written = sql`(${pageOfKeyed(sql`written`, order, limit, after)})`;

  return sql`with named as materialized ${walk(named)}
    select * from (select * from named union all ${walk(nameless)} union all ${written}) parts
    order by key is null, key ${direction}, id ${direction} limit ${many}`;
}
