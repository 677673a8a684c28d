import { and, desc, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
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
import { findOrder, forgetOrder, knownOrder, maintainOrder } from "./kept-orders";
import type { ContactsPage } from "./schemas";
import { findFew, forgetFew, maintainSearch, searchOf } from "./search-index";
import { contactsOfPage, fromShown } from "./shown";
import { NEWEST_FIRST, type Place, readCursor, readSort, type Sort, writeCursor } from "./sort";
import { type Order, pageInOrder, pageOfKeyed } from "./sort-keys";
import {
  countOf,
  type ListedRow,
  marked,
  NAMED,
  pageOf,
  readSorted,
  sortedQuery,
  totalOf,
} from "./sorted-pages";
import { type Simple, simpleOf, simplePage, simpleTotal } from "./totals";

/**
 * A page of contacts with their tags, newest first unless another order is requested, and the exact total under the
 * filter, in one statement.
 */
export async function listContacts(workspaceId: string, page: ContactsPage) {
  const { sort = NEWEST_FIRST, limit } = page;
  const { order, rows } = (await knownPage(workspaceId, page)) ?? (await anyPage(workspaceId, page));
  const found = rows.flatMap((row) => (row.id === null ? [] : [fromShown(row)]));
  const shown = toPage(found, limit, rows[0]?.total ?? 0);
  const last = shown.nextCursor ? rows.find(({ id }) => id === shown.nextCursor) : undefined;
  if (!last?.id) return shown;
  const place = placeOf(order, { ...last, id: last.id });
  return { ...shown, nextCursor: writeCursor(sort, place) };
}

/** Runs after the response: makes sure that the next page is read from a cached order or filter, if that helps. */
export async function maintainList(
  workspaceId: string,
  { sort, cursor: _cursor, limit: _limit, ...filter }: ContactsPage,
) {
  if (searchOf(filter)) await maintainSearch(workspaceId);
  if (isFiltering(filter)) await maintainFilter(workspaceId, filter);
  else if (sort) await maintainOrder(workspaceId, await orderOf(workspaceId, sort));
}

interface OrderedRows {
  order: Order;
  rows: ListedRow[];
}

async function anyPage(workspaceId: string, page: ContactsPage): Promise<OrderedRows> {
  const order = await orderOf(workspaceId, page.sort ?? NEWEST_FIRST);
  return { order, rows: await rowsOf(workspaceId, page, order) };
}

/** A page of a custom order that was found lately, without reading the field's type first. */
async function knownPage(workspaceId: string, page: ContactsPage): Promise<OrderedRows | null> {
  const { cursor, limit: _limit, sort, ...filter } = page;
  const order = sort && !isFiltering(filter) ? knownOrder(workspaceId, readSort(sort)) : null;
  if (!order || !isOfItsType(order, placeOfCursor(cursor))) return null;
  const rows = await asSearch(() => pageByOrder(workspaceId, page, order));
  return rows && { order, rows };
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

const placeOfCursor = (cursor: string | undefined) => (cursor ? (readCursor(cursor)?.place ?? null) : null);

const isOfItsType = (order: Order, place: Place | null) =>
  place === null || !("custom" in order) || place.type === order.type;

/** Where the previous page ended. Throws 400 if its custom field has changed its type, and thereby the order. */
function placeBefore(order: Order, cursor: string | undefined): Place | null {
  const place = placeOfCursor(cursor);
  if (isOfItsType(order, place) || !("custom" in order)) return place;
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
  const read = async () => {
    const few = await fewPage(workspaceId, page, order);
    if (few) return few;
    if (isSorted) return sortedPage(workspaceId, page, order);
    return simple ? readPage(workspaceId, page, simple) : filteredPage(workspaceId, page, order);
  };
  const isQuick = isKept(simple) || (simple?.by === "tag" && !isSorted);
  return isQuick ? read() : asSearch(read);
}

/** Whether an index has the filter's contacts in every order, and the counters have the total. */
const isKept = (simple: Simple | null) => simple?.by === "opt_out";

/** Orders that an index provides. */
const hasIndex = (order: Order) => "field" in order && order.field !== "name" && order.field !== "company";

/** What follows `with page …`: its contacts beside the total. */
const withTotal = (total: string, workspace = "$1") => `
  select whole.total, shown.*
  from (select (${total}) as total) whole left join (${contactsOfPage(workspace)}) shown on true
  order by shown.id desc`;

const texts = new Map<string, string>();

/**
 * Page and total of a simple filter, by indexes. The limit is a literal: a generic plan would assume a tenth of the
 * table.
 */
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

/** Newest first: from a cached filter, or read directly. */
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

/** A page of a search for rare words. Null if all contacts would have to be read. */
async function fewPage(workspaceId: string, page: ContactsPage, order: Order): Promise<ListedRow[] | null> {
  const { cursor, limit, sort: _sort, ...filter } = page;
  const few = await findFew(workspaceId, filter, order);
  if (!few) return null;
  const ids = pageOfKeyed(sql`found`, order, limit + 1, placeBefore(order, cursor));
  const total = sql`select count(*) from found`;
  const rows = await readSorted(sortedQuery(workspaceId, { ...few, ids, total, order }));
  if (rows[0]?.is_there) return rows;
  forgetFew(workspaceId);
  return null;
}

/** A page from a cached filter; null when there is none. */
async function keptPage(workspaceId: string, page: ContactsPage, order: Order): Promise<ListedRow[] | null> {
  const { cursor, limit, sort: _sort, ...filter } = page;
  const kept = await findFilter(workspaceId, filter);
  if (!kept) return null;
  const after = placeBefore(order, cursor);
  const read = pageByFilter(workspaceId, kept, filter, { order, limit: limit + 1, after });
  const rows = await readSorted(sortedQuery(workspaceId, { ...read, order }));
  if (rows[0]?.is_there) return rows;
  forgetFilter(workspaceId, filter);
  return null;
}

/**
 * A search reads the workspace's index once: counting the total continues where the first page ended, if anything is
 * left. The statement is unnamed, so that it is planned for its words.
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

/** A page of a whole workspace from a cached order; null when there is none. */
async function pageByOrder(
  workspaceId: string,
  page: ContactsPage,
  order: Order,
): Promise<ListedRow[] | null> {
  const { cursor, limit, sort: _sort, ...filter } = page;
  const kept = await findOrder(workspaceId, order);
  if (!kept) return null;
  const after = placeBefore(order, cursor);
  const rows = await pageOf(workspaceId, filter, { order, limit, after, kept });
  if (rows[0]?.is_there) return rows;
  forgetOrder(workspaceId, order);
  return null;
}

/** A page in another order: from a cached order if there is no filter, otherwise sorted. */
async function sortedPage(workspaceId: string, page: ContactsPage, order: Order): Promise<ListedRow[]> {
  const { cursor, limit, sort: _sort, ...filter } = page;
  const after = placeBefore(order, cursor);
  const rows = isFiltering(filter) ? null : await pageByOrder(workspaceId, page, order);
  if (rows) return rows;
  if (isKept(simpleOf(filter)) && hasIndex(order))
    return pageOf(workspaceId, filter, { order, limit, after });
  const filtered = isFiltering(filter) ? await keptPage(workspaceId, page, order) : null;
  if (filtered) return filtered;
  const ids = pageInOrder(contactConditions(workspaceId, filter), order, limit + 1, after);
  return readFiltered(workspaceId, filter, () =>
    readSorted(sortedQuery(workspaceId, { ids, total: totalOf(workspaceId, filter), order })),
  );
}

/** The exact total: from a cached filter, or counted. */
export async function countContacts(workspaceId: string, filter: ContactFilter): Promise<number> {
  const one = { ...filter, limit: 1 };
  const few = await fewPage(workspaceId, one, NEWEST);
  const kept = few ?? (isFiltering(filter) ? await keptPage(workspaceId, one, NEWEST) : null);
  if (kept) return kept[0]?.total ?? 0;
  return readFiltered(workspaceId, filter, () => countThem(workspaceId, filter));
}

async function countThem(workspaceId: string, filter: ContactFilter): Promise<number> {
  const [row] = await db().execute<{ n: number }>(sql`select (${totalOf(workspaceId, filter)})::float8 as n`);
  return row?.n ?? 0;
}
