import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { contacts } from "@/db/schema";
import { currentWork, workAs } from "@/db/work";
import { contactConditions, tagConditions, withoutTags } from "./filter";
import { CONDITIONS, type ContactFilter } from "./filter-schemas";
import {
  assertReady,
  bounds,
  filterSubject,
  findKept,
  forgetKept,
  type Kept,
  maintainKept,
  type Subject,
} from "./kept";
import { isReadable } from "./kept-pages";
import type { Place } from "./sort";
import { type Order, pageInOrder } from "./sort-keys";

/**
 * Caches the ids that slow filters find in large workspaces, in blocks: for filters without an index after the first
 * read, for searches of common words after the second. Pages and totals are read from the cache and corrected by the
 * contacts written since. Tags are excluded, because they change without their contacts, and checked for each page
 * (docs/decisions/kept-filters.md).
 */

/** Conditions that no index covers, or whose index is slow when many contacts match. */
const SLOW = [
  ...["company", "custom_fields", "import_id", "unsubscribed_since"],
  ...["created_since", "created_before", "updated_since", "updated_before"],
];
/** Ids per row, few enough to be stored inline. */
const BLOCK = 100;
/** With more contacts, walking an index in the requested order finds a page sooner than sorting the matches. */
const SORTED_AT_ONCE = 50_000;

type Conditions = [name: string, value: unknown][];

function conditionsOf(filter: ContactFilter): Conditions {
  const own = CONDITIONS.map((name): [string, unknown] => [name, filter[name]]).filter(([, value]) =>
    isSaid(value),
  );
  return filter.within ? [...own, ["within", conditionsOf(filter.within)]] : own;
}

const isSaid = (value: unknown) =>
  value !== undefined &&
  value !== "" &&
  !(typeof value === "object" && value !== null && Object.keys(value).length === 0);

const names = (said: Conditions): string[] =>
  said.flatMap(([name, value]) => (name === "within" ? names(value as Conditions) : [name]));

interface Cached {
  /** What it is called. */
  subject: Subject;
  isSearch: boolean;
}

/** The part of a filter that is cached; null if indexes answer it. */
function cachedOf(filter: ContactFilter): Cached | null {
  const said = conditionsOf(withoutTags(filter));
  const asked = names(said);
  const isSearch = asked.includes("search");
  if (!isSearch && !asked.some((name) => SLOW.includes(name))) return null;
  // Hashed, because the values may be personal and the filter's row outlives them by days.
  const hash = createHash("sha256").update(JSON.stringify(said)).digest("hex");
  return { subject: filterSubject(hash), isSearch };
}

/** Slow searches. One is cached only when it is slow again, because somebody who is typing produces many. */
const slowSearches = new Set<string>();
const MOST_SLOW = 1000;

/** Whether this slow search has occurred before. */
function isRepeated(name: string): boolean {
  if (slowSearches.has(name)) return true;
  if (slowSearches.size >= MOST_SLOW) slowSearches.clear();
  slowSearches.add(name);
  return false;
}

/** Filters that were slow, or whose use must be recorded, until that is done after the response. */
const due = new Set<string>();
const MOST_DUE = 1000;

function setDue(workspaceId: string, subject: Subject): void {
  if (due.size >= MOST_DUE) due.clear();
  due.add(`${workspaceId} ${subject}`);
}

/** The cached filter, if it is readable; at most ten seconds stale. */
export async function findFilter(workspaceId: string, filter: ContactFilter): Promise<Kept | null> {
  const cached = cachedOf(filter);
  if (!cached || (cached.isSearch && !slowSearches.has(`${workspaceId} ${cached.subject}`))) return null;
  const kept = await findKept(workspaceId, cached.subject);
  if (kept?.isIdle) setDue(workspaceId, cached.subject);
  return kept;
}

/** Called when a page has found that the cached filter no longer exists. */
export function forgetFilter(workspaceId: string, filter: ContactFilter): void {
  forgetKept(workspaceId, cachedOf(filter)?.subject ?? "");
}

/** Reads what is not cached, and notes it for caching if that was slow. */
export async function readFiltered<T>(
  workspaceId: string,
  filter: ContactFilter,
  read: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const result = await read();
  const cached = performance.now() - began > bounds.slowMs ? cachedOf(filter) : null;
  if (cached && (!cached.isSearch || isRepeated(`${workspaceId} ${cached.subject}`)))
    setDue(workspaceId, cached.subject);
  return result;
}

/**
 * Runs after the response: caches a slow filter, unless another process does so, or there is no room and `onlyIfRoom`
 * is set.
 */
export async function maintainFilter(
  workspaceId: string,
  filter: ContactFilter,
  onlyIfRoom = false,
): Promise<void> {
  const subject = cachedOf(filter)?.subject;
  if (subject && due.delete(`${workspaceId} ${subject}`))
    await maintainKept(workspaceId, subject, (id) => fill(workspaceId, withoutTags(filter), id), onlyIfRoom);
}

function fill(workspaceId: string, filter: ContactFilter, id: string): Promise<void> {
  return workAs({ ...currentWork(), kind: "job" }, () =>
    db().transaction(async (tx) => {
      await tx.execute(sql`
        with found as (
          select ${contacts.id} as id, (row_number() over (order by ${contacts.id}) - 1) / ${sql.raw(String(BLOCK))} as block
          from ${contacts} where ${contactConditions(workspaceId, filter)})
        insert into contact_filter_blocks (workspace_id, filter_id, first_id, ids)
        select ${workspaceId}, ${id}, (array_agg(id order by id))[1], array_agg(id order by id) from found group by block`);
      const ready = await tx.execute(sql`
        update contact_orders set status = 'ready', used_at = now(), contacts = (
          select coalesce(sum(cardinality(ids)), 0) from contact_filter_blocks
          where workspace_id = ${workspaceId} and filter_id = ${id})
        where workspace_id = ${workspaceId} and id = ${id} and status = 'building' returning 1`);
      assertReady(ready);
    }),
  );
}

/** The parts of a statement that reads a page and its total from a cached filter. */
interface FilteredPage {
  /** For the `with`. */
  before: SQL;
  ids: SQL;
  total: SQL;
  /** Whether the filter exists in the snapshot of the page, and `written` has all contacts written since. */
  isThere: SQL;
}

export function pageByFilter(
  workspaceId: string,
  kept: Kept,
  filter: ContactFilter,
  { order, limit, after }: { order: Order; limit: number; after: Place | null },
): FilteredPage {
  const found = foundBy(workspaceId, kept, filter);
  const isNewest = "field" in order && order.field === "created_at";
  const ids = isNewest
    ? found.newest(order.isDescending, limit, after?.id ?? null)
    : pageInOrder(among(workspaceId, kept, filter, order, found.all), order, limit, after);
  return { before: found.before, ids, total: found.total, isThere: isReadable(workspaceId, kept) };
}

/** The blocks with ids after this one. The ids of a block are not less than its `first_id`. */
function blocksFrom(workspaceId: string, filterId: string, isDescending: boolean, after: string): SQL {
  if (isDescending) return sql`b.first_id < ${after}::uuid`;
  return sql`b.first_id >= coalesce((
    select k.first_id from contact_filter_blocks k
    where k.workspace_id = ${workspaceId} and k.filter_id = ${filterId} and k.first_id <= ${after}::uuid
    order by k.first_id desc limit 1), ${after}::uuid)`;
}

/** The conditions of a page in another order; `found` are the ids of all matches. */
function among(workspaceId: string, { held }: Kept, filter: ContactFilter, order: Order, found: SQL) {
  const hasIndex = "field" in order && (order.field === "email" || order.field === "updated_at");
  if (hasIndex && held > SORTED_AT_ONCE) return contactConditions(workspaceId, filter);
  return sql`${contacts.workspace_id} = ${workspaceId} and ${contacts.id} = any (array(${found}))`;
}

/**
 * `written`: the contacts written since, each with whether it matches now, up to one more than a page allows. The limit
 * is a literal: a generic plan would assume a third of the table. The blocks say which contacts matched before.
 */
function foundBy(workspaceId: string, { id, until }: Kept, filter: ContactFilter) {
  const written = sql`written as materialized (
    select ${contacts.id} as id, coalesce(${contactConditions(workspaceId, withoutTags(filter))}, false) as is_found from ${contacts}
    where ${contacts.workspace_id} = ${workspaceId} and ${contacts.updated_at} >= ${until}::timestamptz
    order by ${contacts.updated_at} limit ${sql.raw(String(bounds.since + 1))})`;
  const blocks = sql`contact_filter_blocks b cross join lateral unnest(b.ids) i(id)
    where b.workspace_id = ${workspaceId} and b.filter_id = ${id} and i.id not in (select w.id from written w)`;
  const page = (direction: SQL, limit: number) =>
    sql`order by id ${direction} limit ${sql.raw(String(limit))}`;
  const shown = (from: SQL) =>
    sql`select ${workspaceId}::uuid as workspace_id, id, id as key from (${from}) parts`;
  const place = (name: SQL, isDescending: boolean, after: string | null) =>
    after === null ? sql`true` : sql`${name} ${sql.raw(isDescending ? "<" : ">")} ${after}::uuid`;

  const tags = (name: string) => tagConditions(workspaceId, filter, sql.raw(name));
  if (tags("i.id")) {
    const matched = sql`matched as materialized (
      select i.id from ${blocks} and ${tags("i.id")} union all
      select w.id from written w where w.is_found and ${tags("w.id")})`;
    return {
      before: sql`${written}, ${matched},`,
      total: sql`select count(*) from matched`,
      all: sql`select id from matched`,
      newest: (isDescending: boolean, limit: number, after: string | null) =>
        shown(sql`select id from matched where ${place(sql`id`, isDescending, after)}
          ${page(sql.raw(isDescending ? "desc" : "asc"), limit)}`),
    };
  }
  return {
    before: sql`${written},`,
    all: sql`select i.id from ${blocks} union all select w.id from written w where w.is_found`,
    total: sql`select (
        select o.contacts from contact_orders o where o.workspace_id = ${workspaceId} and o.id = ${id}
      ) + count(*) filter (where w.is_found) - count(*) filter (where (
        select w.id = any (b.ids) from contact_filter_blocks b
        where b.workspace_id = ${workspaceId} and b.filter_id = ${id} and b.first_id <= w.id
        order by b.first_id desc limit 1)) from written w`,
    newest: (isDescending: boolean, limit: number, after: string | null) => {
      const direction = sql.raw(isDescending ? "desc" : "asc");
      const within = after === null ? sql`true` : blocksFrom(workspaceId, id, isDescending, after);
      return shown(sql`
        (select i.id from ${blocks} and ${within} and ${place(sql`i.id`, isDescending, after)}
        order by b.first_id ${direction}, i.id ${direction} limit ${sql.raw(String(limit))})
        union all (select w.id from written w where w.is_found and ${place(sql`w.id`, isDescending, after)}
        ${page(direction, limit)}) ${page(direction, limit)}`);
    },
  };
}
