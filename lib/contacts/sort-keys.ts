import { type SQL, sql } from "drizzle-orm";
import { contacts } from "@/db/schema";
import type { FieldType } from "@/lib/fields/fields";
import { DAY } from "./filter-custom";
import type { Place, SortField } from "./sort";

/** Characters of a name or company that count for the order. The database functions use the same number. */
export const KEY_LENGTH = 200;

/** The sort key of contacts, and the direction. */
export type Order = { isDescending: boolean } & ({ field: SortField } | { custom: string; type: FieldType });

/**
 * SQL of the contacts' sort key. Names and companies are taken from the search text, where they are folded already; the
 * order of ids is the order of creation.
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

/** Longer than any number that a number field accepts; a longer one, left behind by another type, counts as none. */
const NUMBER_LENGTH = 40;

/** The sort key of contacts by a custom field: null if the contact has no value of the type. */
export function customKey(key: string, type: FieldType): SQL {
  const value = sql`(${contacts.custom_fields} -> ${key}::text)`;
  const said = sql`(${contacts.custom_fields} ->> ${key}::text)`;
  if (type === "number")
    return sql`case when jsonb_typeof(${value}) = 'number' and length(${said}) <= ${sql.raw(String(NUMBER_LENGTH))}
      then ${value}::numeric end`;
  if (type === "date") return sql`case when ${said} ~ ${DAY} then ${said} collate "C" end`;
  if (type === "boolean")
    return sql`case when jsonb_typeof(${value}) = 'boolean' then ${said} collate "C" end`;
  const length = sql.raw(String(KEY_LENGTH));
  return sql`nullif(left(fold_search(left(${said}, ${length})), ${length}), '') collate "C"`;
}

/** Addresses and ids are unique, so they need no tiebreaker. */
const isUnique = (field: SortField) => field === "email" || field === "created_at";
const directionOf = ({ isDescending }: { isDescending: boolean }) => sql.raw(isDescending ? "desc" : "asc");
const thanOf = ({ isDescending }: { isDescending: boolean }) => sql.raw(isDescending ? "<" : ">");

/** The ids of one page in order, from a position on, each with its key. */
export function pageInOrder(found: SQL | undefined, order: Order, limit: number, after: Place | null): SQL {
  if ("custom" in order) return pageByField(found, order, limit, after);
  if (order.field !== "company") return part(found, order, limit, after && beyond(order, after));
  // Two parts, each in index order: contacts without a company come last in either direction.
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
  const direction = directionOf(order);
  return sql`select * from ((${named}) union all (${unnamed})) parts
    order by key is null, key ${direction}, id ${direction} limit ${sql.raw(String(limit))}`;
}

/**
 * By the values of a custom field; contacts without one come last in either direction. OFFSET makes Postgres compute
 * the key once instead of at every use.
 */
function pageByField(
  found: SQL | undefined,
  order: Extract<Order, { custom: string }>,
  limit: number,
  after: Place | null,
): SQL {
  const keyed = sql`(
      select ${contacts.workspace_id}, ${contacts.id}, ${customKey(order.custom, order.type)} as key
      from ${contacts} where ${found} offset 0) keyed`;
  return pageOfKeyed(keyed, order, limit, after);
}

/** One page of rows with the contacts' ids and sort keys (`workspace_id`, `id`, `key`), from a position on. */
export function pageOfKeyed(keyed: SQL, order: Order, limit: number, after: Place | null): SQL {
  const [direction, than] = [directionOf(order), thanOf(order)];
  const field = "custom" in order ? null : order.field;
  const type = sql.raw(
    "custom" in order ? (order.type === "number" ? "numeric" : "text") : TYPES[order.field],
  );
  const place = () => {
    if (after === null) return sql`true`;
    if (field === "created_at") return sql`id ${than} ${after.id}::uuid`;
    if (after.key === null) return sql`key is null and id ${than} ${after.id}::uuid`;
    return sql`((key, id) ${than} (${after.key}::${type}, ${after.id}::uuid) or key is null)`;
  };
  return sql`select workspace_id, id, key from ${keyed}
    where ${place()} order by key is null, key ${direction}, id ${direction} limit ${sql.raw(String(limit))}`;
}

type FixedOrder = Extract<Order, { field: SortField }>;

function part(found: SQL | undefined, order: FixedOrder, limit: number, place: SQL | null, shown?: SQL): SQL {
  const key = sql.raw(sortKey(order.field, "contacts"));
  const direction = directionOf(order);
  const by = isUnique(order.field)
    ? sql`${key} ${direction}`
    : sql`${key} ${direction}, ${contacts.id} ${direction}`;
  return sql`select ${contacts.workspace_id}, ${contacts.id}, ${shown ?? key} as key
    from ${contacts} where ${found} ${place ? sql`and ${place}` : sql``} order by ${by} limit ${sql.raw(String(limit))}`;
}

function beyond(order: FixedOrder, { id, key }: Place): SQL {
  const than = thanOf(order);
  const { field } = order;
  const column = sql.raw(sortKey(field, "contacts"));
  const value = field === "created_at" ? id : key;
  const typed = sql`${value}::${sql.raw(TYPES[field])}`;
  return isUnique(field)
    ? sql`${column} ${than} ${typed}`
    : sql`(${column}, ${contacts.id}) ${than} (${typed}, ${id}::uuid)`;
}
