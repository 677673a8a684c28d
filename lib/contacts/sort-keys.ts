import { type SQL, sql } from "drizzle-orm";
import { contacts } from "@/db/schema";
import type { Order, Place, SortField } from "./sort";

/** Characters of a name or a company that count for the order. The functions of the database say the same. */
export const KEY_LENGTH = 200;

/**
 * SQL of what contacts are in order of. Names and companies are read from the text of search, which has them folded;
 * ids are in order of creation.
 */
export function sortKey(field: SortField, alias: string): string {
  const keys = {
    created_at: `${alias}.id`,
    updated_at: `${alias}.updated_at`,
    email: `${alias}.email`,
    name: `contact_name_key(${alias}.search_doc, ${alias}.first_name, ${alias}.last_name)`,
    company: `contact_company_key(${alias}.search_doc, ${alias}.company)`,
  };
  return keys[field];
}

const TYPES = { created_at: "uuid", updated_at: "timestamptz", email: "text", name: "text", company: "text" };

/** Addresses are unique and ids are: nothing else is needed to tell two of them apart. */
const isUnique = (field: SortField) => field === "email" || field === "created_at";

/** The ids of one page in their order, from after a place on, each with its key. */
export function pageInOrder(found: SQL | undefined, order: Order, limit: number, after: Place | null): SQL {
  if (order.field !== "company") return part(found, order, limit, after && beyond(order, after));
  // Two parts, each in the order of the index: who has no company comes last in either direction.
  const has = sql.raw(`${sortKey("company", "contacts")} is not null`);
  const hasNone = sql.raw(`${sortKey("company", "contacts")} is null`);
  const isPast = after !== null && after.key === null;
  const named = part(
    sql`${found} and ${has}`,
    order,
    limit,
    isPast ? sql`false` : after && beyond(order, after),
  );
  const unnamed = part(
    sql`${found} and ${hasNone}`,
    { ...order, field: "created_at" },
    limit,
    isPast ? beyond({ ...order, field: "created_at" }, after) : null,
    sql`null::text`,
  );
  const direction = sql.raw(order.isDescending ? "desc" : "asc");
  return sql`select * from ((${named}) union all (${unnamed})) parts
    order by key is null, key ${direction}, id ${direction} limit ${sql.raw(String(limit))}`;
}

function part(found: SQL | undefined, order: Order, limit: number, place: SQL | null, shown?: SQL): SQL {
  const key = sql.raw(sortKey(order.field, "contacts"));
  const direction = sql.raw(order.isDescending ? "desc" : "asc");
  const by = isUnique(order.field)
    ? sql`${key} ${direction}`
    : sql`${key} ${direction}, ${contacts.id} ${direction}`;
  return sql`select ${contacts.workspace_id}, ${contacts.id}, ${shown ?? key} as key
    from ${contacts} where ${found} ${place ? sql`and ${place}` : sql``} order by ${by} limit ${sql.raw(String(limit))}`;
}

function beyond({ field, isDescending }: Order, { id, key }: Place): SQL {
  const than = sql.raw(isDescending ? "<" : ">");
  const column = sql.raw(sortKey(field, "contacts"));
  const value = field === "created_at" ? id : key;
  const typed = sql`${value}::${sql.raw(TYPES[field])}`;
  return isUnique(field)
    ? sql`${column} ${than} ${typed}`
    : sql`(${column}, ${contacts.id}) ${than} (${typed}, ${id}::uuid)`;
}
