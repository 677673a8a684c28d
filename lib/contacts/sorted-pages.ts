import { count, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { db, pg } from "@/db/client";
import { contacts } from "@/db/schema";
import { byTags } from "./by-tags";
import { contactConditions } from "./filter";
import type { ContactFilter } from "./filter-schemas";
import type { Kept } from "./kept";
import { isReadable, pageByKept, writtenSince } from "./kept-pages";
import { contactsOfPageByKey, type ShownContact } from "./shown";
import type { Place } from "./sort";
import { type Order, pageInOrder } from "./sort-keys";
import { simpleOf, simpleTotal } from "./totals";

/** The page's contacts, each beside the total; for an empty page only the total. */
export type ListedRow = { total: number; sort_key?: string | null } & (ShownContact | { id: null });

/** An SQL text in which these placeholders are replaced. */
export const marked = (text: string, marks: Record<string, SQL>): SQL =>
  sql.join(text.split(/(<\w+>)/).map((part) => marks[part] ?? sql.raw(part)));

/**
 * Page sizes with a named statement: the default, and what most clients request. Each connection keeps every named
 * statement.
 */
export const NAMED = new Set([20, 50, 100]);
interface PagePlace {
  order: Order;
  limit: number;
  after: Place | null;
  /** Of a cached order. */
  kept?: Kept;
}

/** The variable parts of pages that share a text, because building a text takes as long as reading the page. */
const MARKS = { workspace: "<w>", custom: "<c>", id: "<i>", key: "<k>", kept: "<o>", until: "<u>" };
const queries = new Map<string, SortedQuery>();

/** A page along an index or a cached order, by one named statement per form, like the page of the newest contacts. */
export async function pageOf(
  workspaceId: string,
  filter: ContactFilter,
  place: PagePlace,
): Promise<SortedRow[]> {
  const { order, limit, after, kept } = place;
  const by = "custom" in order ? `custom ${order.type}` : order.field;
  const form = [
    by,
    order.isDescending,
    limit,
    filter.is_unsubscribed,
    kept !== undefined,
    after && after.key === null,
  ];
  const name = form.join(" ");
  const query = queries.get(name) ?? sortedQuery(MARKS.workspace, partsOf(filter, place));
  queries.set(name, query);
  const values = new Map<unknown, unknown>([
    [MARKS.workspace, workspaceId],
    [MARKS.custom, "custom" in order ? order.custom : null],
    [MARKS.id, after?.id],
    [MARKS.key, after?.key],
    [MARKS.kept, kept?.id],
    [MARKS.until, kept?.until],
  ]);
  const params = query.params.map((value) => (values.has(value) ? values.get(value) : value));
  return readSorted({ ...query, params }, NAMED.has(limit));
}

function partsOf(
  filter: ContactFilter,
  { order: asked, limit, after: last, kept: held }: PagePlace,
): SortedPage {
  const { workspace, custom, id, key, kept: keptId, until } = MARKS;
  const order = "custom" in asked ? { ...asked, custom } : asked;
  const after = last && { id, key: last.key === null ? null : key };
  const total = totalOf(workspace, filter);
  if (!held)
    return { order, total, ids: pageInOrder(contactConditions(workspace, filter), order, limit + 1, after) };
  const kept = { ...held, id: keptId, until };
  return {
    ...{ order, total, isThere: sql`${isReadable(workspace, kept)} and ${hasItsType(workspace, order)}` },
    before: sql`${writtenSince(workspace, kept, order)},`,
    ids: pageByKept(workspace, kept, order, limit + 1, after),
  };
}

/** The order may have been built while its field had another type. */
function hasItsType(workspaceId: string, order: Order): SQL {
  if (!("custom" in order)) return sql`true`;
  return sql`exists (select from field_definitions
    where workspace_id = ${workspaceId} and key = ${order.custom} and type = ${sql.raw(`'${order.type}'`)})`;
}

interface SortedPage {
  /** What `ids` reads, for the `with`. */
  before?: SQL;
  ids: SQL;
  total: SQLWrapper;
  order: Order;
  /** Whether the cached order or filter still exists in the snapshot of the page. */
  isThere?: SQL;
}

type SortedQuery = { sql: string; params: unknown[] };
type SortedRow = ListedRow & { is_there: boolean };
const dialect = new PgDialect();

export function sortedQuery(
  workspaceId: string,
  { before = sql``, ids, total, order, isThere = sql`true` }: SortedPage,
): SortedQuery {
  const ours = { "<workspace>": sql`${workspaceId}::uuid` };
  const direction = sql.raw(order.isDescending ? "desc" : "asc");
  return dialect.sqlToQuery(sql`
    with ${before} page as materialized (${ids})
    select counted.total, counted.is_there, shown.*
    from (select (${total})::float8 as total, ${isThere} as is_there) counted
    left join (${marked(contactsOfPageByKey("<workspace>"), ours)}) shown on true
    order by shown.sort_key is null, shown.sort_key ${direction}, shown.id ${direction}`);
}

/** An unnamed statement is planned for its values. */
export async function readSorted(query: SortedQuery, isNamed = false): Promise<SortedRow[]> {
  const values = query.params.map((value) => (typeof value === "boolean" ? value : String(value)));
  return pg().unsafe(query.sql, values, { prepare: isNamed });
}

export const countOf = (found: SQL | undefined) => db().select({ n: count() }).from(contacts).where(found);

/**
 * SQL of the exact total under a filter: a simple filter's is read or counted separately, any other is counted in the
 * covering index.
 */
export function totalOf(workspaceId: string, filter: ContactFilter) {
  const simple = simpleOf(filter);
  const tagged = simple ? null : byTags(workspaceId, filter);
  if (tagged) return sql`with ${tagged.matched ?? sql``} counted as (${tagged.total}) select * from counted`;
  if (!simple) return countOf(contactConditions(workspaceId, filter));
  const tag = simple.by === "tag" ? sql`${simple.tag}::uuid` : sql`null`;
  return marked(simpleTotal(simple), { "<workspace>": sql`${workspaceId}::uuid`, "<tag>": tag });
}
