import { and, count, desc, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { db, pg } from "@/db/client";
import { contacts } from "@/db/schema";
import { asSearch } from "@/db/work";
import { validationError } from "@/lib/errors";
import { readType } from "@/lib/fields/rules";
import { toPage } from "@/lib/schemas";
import { byTags } from "./by-tags";
import { contactConditions, isFiltering } from "./filter";
import type { ContactFilter } from "./filter-schemas";
import { findFilter, forgetFilter, maintainFilter, pageByFilter, readFiltered } from "./kept-filters";
import { findOrder, forgetOrder, maintainOrder } from "./kept-orders";
import { isReadable, pageByKept, writtenSince } from "./kept-pages";
import type { ContactsPage } from "./schemas";
import { contactsOfPage, contactsOfPageByKey, fromShown, type ShownContact } from "./shown";
import { NEWEST_FIRST, type Place, readCursor, readSort, type Sort, writeCursor } from "./sort";
import { type Order, pageInOrder } from "./sort-keys";
import { type Simple, simpleOf, simplePage, simpleTotal } from "./totals";

/** The page's contacts, each beside the total: for an empty page only the total. */
type ListedRow = { total: number; sort_key?: string | null } & (ShownContact | { id: null });

/**
 * A page of contacts, newest first unless another order is requested, each with its tags, and the exact total under
 * the filter: one statement.
 */
export async function listContacts(workspaceId: string, page: ContactsPage) {
  const { sort = NEWEST_FIRST, limit } = page;
  const order = await orderOf(workspaceId, sort);
  const rows = await rowsOf(workspaceId, page, order);
  const found = rows.flatMap((row) => (row.id === null ? [] : [fromShown(row)]));
  const shown = toPage(found, limit, rows[0]?.total ?? 0);
  const last = shown.nextCursor ? rows.find(({ id }) => id === shown.nextCursor) : undefined;
  if (!last?.id) return shown;
  const place = placeOf(order, { ...last, id: last.id });
  return { ...shown, nextCursor: writeCursor(sort, place) };
}

/** Runs after the answer of a page: makes sure that the next one is read from an order or a filter, if those help. */
export async function maintainList(
  workspaceId: string,
  { sort, cursor: _cursor, limit: _limit, ...filter }: ContactsPage,
) {
  if (isFiltering(filter)) await maintainFilter(workspaceId, filter);
  else if (sort) await maintainOrder(workspaceId, await orderOf(workspaceId, sort));
}

const NEWEST: Order = { field: "created_at", isDescending: true };

/** Throws 400 for an unknown custom field. */
async function orderOf(workspaceId: string, sort: Sort): Promise<Order> {
  const read = readSort(sort);
  if (!("custom" in read)) return read;
  const type = await readType(workspaceId, read.custom);
  if (type) return { ...read, type };
  throw validationError([{ path: ["sort"], code: "unknown", message: "no such custom field" }]);
}

function placeOf(order: Order, { id, updated_at, sort_key }: Extract<ListedRow, { id: string }>): Place {
  if ("custom" in order) return { id, key: sort_key ?? null, type: order.type };
  return { id, key: order.field === "updated_at" ? updated_at : (sort_key ?? null) };
}

/** Where the previous page ended. Throws 400 when its custom field has another type by now, and with it another order. */
function placeBefore(order: Order, cursor: string | undefined): Place | null {
  const place = cursor === undefined ? null : (readCursor(cursor)?.place ?? null);
  if (place === null || !("custom" in order) || place.type === order.type) return place;
  throw validationError([
    {
      path: ["cursor"],
      code: "custom",
      message: `belongs to the order by another type: the field is ${order.type} now. Begin at the first page`,
    },
  ]);
}

function rowsOf(workspaceId: string, page: ContactsPage, order: Order): Promise<ListedRow[]> {
  const isSorted = page.sort !== undefined && page.sort !== NEWEST_FIRST;
  const simple = simpleOf(page);
  const read = () => {
    if (isSorted) return sortedPage(workspaceId, page, order);
    return simple ? readPage(workspaceId, page, simple) : filteredPage(workspaceId, page, order);
  };
  const isQuick = isKept(simple) || (simple?.by === "tag" && !isSorted);
  return isQuick ? read() : asSearch(read);
}

/** Whether an index has the filter's contacts in every order, and the counters have the total. */
const isKept = (simple: Simple | null) => simple?.by === "opt_out";

/** What follows `with page …`: its contacts beside a total. */
const withTotal = (total: string, workspace = "$1") => `
  select whole.total, shown.*
  from (select (${total}) as total) whole left join (${contactsOfPage(workspace)}) shown on true
  order by shown.id desc`;

/** A text of SQL in which these marks are replaced. */
const marked = (text: string, marks: Record<string, SQL>): SQL =>
  sql.join(text.split(/(<\w+>)/).map((part) => marks[part] ?? sql.raw(part)));

/** Page sizes with a named statement: the default, and what most clients request. Each connection keeps every name. */
const NAMED = new Set([20, 50, 100]);
const texts = new Map<string, string>();

/** Page and total of a simple filter, by indexes. The limit is a literal: a plan for any would expect a tenth of the table. */
async function readPage(workspaceId: string, page: ContactsPage, simple: Simple): Promise<ListedRow[]> {
  const { cursor, limit } = page;
  const [tag, is] = simple.by === "tag" ? [simple.tag] : [undefined, simple.is];
  const key = `${simple.by} ${is} ${cursor !== undefined} ${limit}`;
  const text = texts.get(key) ?? pageText(simple, limit, cursor !== undefined);
  texts.set(key, text);
  const parameters = [workspaceId, tag, cursor].filter((one) => one !== undefined);
  return pg().unsafe<ListedRow[]>(text, parameters, { prepare: NAMED.has(limit) });
}

function pageText(simple: Simple, limit: number, hasCursor: boolean): string {
  return `with counted as materialized (select ${simpleTotal(simple)}::float8 as total),
    page as materialized (${simplePage(simple, limit + 1, hasCursor)})
    ${withTotal("select total from counted")}`
    .replaceAll("<workspace>", "$1")
    .replaceAll("<tag>", "$2")
    .replaceAll("<cursor>", simple.by === "tag" ? "$3" : "$2");
}

/** Newest first: from a cached filter, or read. */
async function filteredPage(workspaceId: string, page: ContactsPage, order: Order): Promise<ListedRow[]> {
  const { cursor, limit, sort: _sort, ...filter } = page;
  const tagged = byTags(workspaceId, filter);
  if (tagged) {
    const ids = tagged.page(limit + 1, cursor);
    return db().execute<ListedRow>(sql`
      with ${tagged.matched ?? sql``} page as materialized (${ids}) ${shownBeside(workspaceId, tagged.total)}`);
  }
  return (
    (await keptPage(workspaceId, page, order)) ??
    readFiltered(workspaceId, filter, () => searchPage(workspaceId, page))
  );
}

/** A page from a cached filter; null when there is none. */
async function keptPage(workspaceId: string, page: ContactsPage, order: Order): Promise<ListedRow[] | null> {
  const { cursor, limit, sort: _sort, ...filter } = page;
  const kept = await findFilter(workspaceId, filter);
  if (!kept) return null;
  const after = placeBefore(order, cursor);
  const read = pageByFilter(workspaceId, kept, filter, { order, limit: limit + 1, after });
  const rows = await readSorted(workspaceId, { ...read, order, limit, isKept: false });
  if (rows[0]?.is_there) return rows;
  forgetFilter(workspaceId, filter);
  return null;
}

/**
 * A search reads the workspace's index once: counting the total continues where the first page ended, if there is
 * anything left. Its statement has no name, so that it is planned for its words.
 */
async function searchPage(
  workspaceId: string,
  { cursor, limit, sort: _sort, ...filter }: ContactsPage,
): Promise<ListedRow[]> {
  const found = contactConditions(workspaceId, filter);
  const page = db()
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(found, cursor ? lt(contacts.id, cursor) : undefined))
    .orderBy(desc(contacts.id))
    .limit(limit + 1);
  const total = cursor
    ? countOf(found)
    : sql`case
    when (select count(*) from page) <= ${limit} then (select count(*) from page)
    else ${limit + 1} + ${countOf(and(found, sql`${contacts.id} < (select p.id from page p order by p.id limit 1)`))} end`;
  return db().execute<ListedRow>(sql`with page as materialized ${page} ${shownBeside(workspaceId, total)}`);
}

const shownBeside = (workspaceId: string, total: SQLWrapper): SQL =>
  marked(withTotal("<total>", "<workspace>"), {
    "<total>": sql`(${total})::float8`,
    "<workspace>": sql`${workspaceId}::uuid`,
  });

const dialect = new PgDialect();

/** A page in another order: from a cached one, if all contacts are requested, or sorted. */
async function sortedPage(workspaceId: string, page: ContactsPage, order: Order): Promise<ListedRow[]> {
  const { cursor, limit, sort: _sort, ...filter } = page;
  const after = placeBefore(order, cursor);
  const kept = isFiltering(filter) ? null : await findOrder(workspaceId, order);
  if (kept) {
    const rows = await readSorted(workspaceId, {
      ...{ order, limit, isKept: true, isThere: isReadable(workspaceId, kept) },
      total: totalOf(workspaceId, filter),
      before: sql`${writtenSince(workspaceId, kept, order)},`,
      ids: pageByKept(workspaceId, kept, order, limit + 1, after),
    });
    if (rows[0]?.is_there) return rows;
    forgetOrder(workspaceId, order);
  }
  const filtered = isFiltering(filter) ? await keptPage(workspaceId, page, order) : null;
  if (filtered) return filtered;
  const found = contactConditions(workspaceId, filter);
  return readFiltered(workspaceId, filter, () =>
    readSorted(workspaceId, {
      ids: pageInOrder(found, order, limit + 1, after),
      total: totalOf(workspaceId, filter),
      ...{ order, limit, isKept: isKept(simpleOf(filter)) && !("custom" in order) },
    }),
  );
}

interface SortedPage {
  /** What `ids` reads, for the `with`. */
  before?: SQL;
  ids: SQL;
  total: SQLWrapper;
  order: Order;
  limit: number;
  /** It follows an index: its statement is named, like that for the newest; otherwise it is planned for its values. */
  isKept: boolean;
  /** Whether the cached order or filter still exists, in the snapshot of the page. */
  isThere?: SQL;
}

async function readSorted(
  workspaceId: string,
  { before = sql``, ids, total, order, limit, isKept, isThere = sql`true` }: SortedPage,
): Promise<(ListedRow & { is_there: boolean })[]> {
  const ours = { "<workspace>": sql`${workspaceId}::uuid` };
  const direction = sql.raw(order.isDescending ? "desc" : "asc");
  const query = dialect.sqlToQuery(sql`
    with ${before} page as materialized (${ids})
    select counted.total, counted.is_there, shown.*
    from (select (${total})::float8 as total, ${isThere} as is_there) counted
    left join (${marked(contactsOfPageByKey("<workspace>"), ours)}) shown on true
    order by shown.sort_key is null, shown.sort_key ${direction}, shown.id ${direction}`);
  const values = query.params.map((value) => (typeof value === "boolean" ? value : String(value)));
  return pg().unsafe(query.sql, values, { prepare: isKept && NAMED.has(limit) });
}

const countOf = (found: SQL | undefined) => db().select({ n: count() }).from(contacts).where(found);

/** SQL of the exact total under a filter: read or counted by itself, if it is simple, else over the covering index. */
function totalOf(workspaceId: string, filter: ContactFilter) {
  const simple = simpleOf(filter);
  const tagged = simple ? null : byTags(workspaceId, filter);
  if (tagged) return sql`with ${tagged.matched ?? sql``} counted as (${tagged.total}) select * from counted`;
  if (!simple) return countOf(contactConditions(workspaceId, filter));
  const tag = simple.by === "tag" ? sql`${simple.tag}::uuid` : sql`null`;
  return marked(simpleTotal(simple), { "<workspace>": sql`${workspaceId}::uuid`, "<tag>": tag });
}

/** Exact. From a cached filter, or counted. */
export async function countContacts(workspaceId: string, filter: ContactFilter): Promise<number> {
  const kept = isFiltering(filter) ? await keptPage(workspaceId, { ...filter, limit: 1 }, NEWEST) : null;
  if (kept) return kept[0]?.total ?? 0;
  return readFiltered(workspaceId, filter, () => countThem(workspaceId, filter));
}

async function countThem(workspaceId: string, filter: ContactFilter): Promise<number> {
  const [row] = await db().execute<{ n: number }>(sql`select (${totalOf(workspaceId, filter)})::float8 as n`);
  return row?.n ?? 0;
}
