import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { contacts, workspaceCounts } from "@/db/schema";
import { asSearch } from "@/db/work";
import { toPage } from "@/lib/schemas";
import { contactConditions } from "./filter";
import type { ContactFilter } from "./schemas";
import { CONTACTS_OF_PAGE, fromShown, type ShownContact } from "./shown";

type Page = ContactFilter & { cursor?: string | undefined; limit: number };

/** The page's contacts, each beside the total: of an empty page the total alone. */
type ListedRow = { total: number } & (ShownContact | { id: null });

/** A page of contacts, newest first, each with its tags, and the exact total under the filter: one statement. */
export async function listContacts(workspaceId: string, page: Page) {
  const rows = await rowsOf(workspaceId, page);
  const found = rows.flatMap((row) => (row.id === null ? [] : [fromShown(row)]));
  return toPage(found, page.limit, rows[0]?.total ?? 0);
}

function rowsOf(workspaceId: string, page: Page): Promise<ListedRow[]> {
  if (!isSearch(page)) return readPage(workspaceId, page);
  const [tag, ...others] = new Set(page.tag_ids);
  const isOfTag = tag && others.length === 0 && !page.search && page.is_unsubscribed === undefined;
  return asSearch(() => (isOfTag ? readPage(workspaceId, page, tag) : searchPage(workspaceId, page)));
}

/** Whether contacts must be looked at one by one, or counted. */
function isSearch({ search, tag_ids }: ContactFilter): boolean {
  return Boolean(search || tag_ids?.length);
}

/** What follows `with page …`: its contacts beside a total. */
const withTotal = (total: string) => `
  select counted.total, shown.*
  from (select ${total} as total) counted left join (${CONTACTS_OF_PAGE}) shown on true
  order by shown.id desc`;

/** Page sizes of the statement that is kept by name: the default, and what most clients ask for. A name is kept by each connection. */
const NAMED = new Set([20, 50, 100]);
const texts = new Map<string, string>();

/**
 * Without search: the page by the primary key, the total from the counters; of one tag by the key of its contacts, which are
 * counted there.
 */
async function readPage(workspaceId: string, page: Page, tag?: string): Promise<ListedRow[]> {
  const { cursor, limit, is_unsubscribed } = page;
  const key = `${tag !== undefined} ${is_unsubscribed} ${cursor !== undefined} ${limit}`;
  const text = texts.get(key) ?? (tag === undefined ? pageText(page) : tagText(page));
  texts.set(key, text);
  const parameters = [workspaceId, tag, cursor].filter((one) => one !== undefined);
  return pg().unsafe<ListedRow[]>(text, parameters, { prepare: NAMED.has(limit) });
}

/** The limit stands in the text: a plan for any limit would expect a tenth of the table. */
function pageText({ cursor, limit, is_unsubscribed }: Page): string {
  const held = { true: "n.unsubscribed", false: "n.contacts - n.unsubscribed", undefined: "n.contacts" };
  const total = `select ${held[`${is_unsubscribed}`]} from workspace_counts n where n.workspace_id = $1`;
  const conditions = [
    ...(is_unsubscribed === undefined ? [] : [`and c.is_unsubscribed = ${is_unsubscribed}`]),
    ...(cursor === undefined ? [] : ["and c.id < $2"]),
  ];
  return `with page as materialized (
    select c.workspace_id, c.id from contacts c
    where c.workspace_id = $1 ${conditions.join(" ")} order by c.id desc limit ${limit + 1})
    ${withTotal(`coalesce((${total}), 0)::float8`)}`;
}

function tagText({ cursor, limit }: Page): string {
  const tagged = "from contact_tags l where l.workspace_id = $1 and l.tag_id = $2";
  return `with page as materialized (
    select l.workspace_id, l.contact_id as id ${tagged} ${cursor === undefined ? "" : "and l.contact_id < $3"}
    order by l.contact_id desc limit ${limit + 1})
    ${withTotal(`(select count(*) ${tagged})::float8`)}`;
}

/**
 * A search reads the workspace's index once: the total goes on where the first page ended, if there is anything left. Its
 * statement has no name, so that it is planned for its words.
 */
async function searchPage(workspaceId: string, { cursor, limit, ...filter }: Page): Promise<ListedRow[]> {
  const found = contactConditions(workspaceId, filter);
  const page = db()
    .select({ workspace_id: contacts.workspace_id, id: contacts.id })
    .from(contacts)
    .where(and(found, cursor ? lt(contacts.id, cursor) : undefined))
    .orderBy(desc(contacts.id))
    .limit(limit + 1);
  const [before, after] = withTotal("<total>").split("<total>").map(sql.raw);
  const total = cursor
    ? countOf(found)
    : sql`case
    when (select count(*) from page) <= ${limit} then (select count(*) from page)
    else ${limit + 1} + ${countOf(and(found, sql`${contacts.id} < (select p.id from page p order by p.id limit 1)`))} end`;
  return db().execute<ListedRow>(
    sql`with page as materialized ${page} ${before} (${total})::float8 ${after}`,
  );
}

const countOf = (found: SQL | undefined) => db().select({ n: count() }).from(contacts).where(found);

/** Exact. Without search and tags it is read from the counters, else counted over the covering index. */
export async function countContacts(workspaceId: string, filter: ContactFilter): Promise<number> {
  if (isSearch(filter)) return countFound(workspaceId, filter);
  const [counts] = await db()
    .select({ contacts: workspaceCounts.contacts, unsubscribed: workspaceCounts.unsubscribed })
    .from(workspaceCounts)
    .where(eq(workspaceCounts.workspace_id, workspaceId));
  if (!counts) return 0;
  if (filter.is_unsubscribed === undefined) return counts.contacts;
  return filter.is_unsubscribed ? counts.unsubscribed : counts.contacts - counts.unsubscribed;
}

async function countFound(workspaceId: string, filter: ContactFilter): Promise<number> {
  const [row] = await countOf(contactConditions(workspaceId, filter));
  return row?.n ?? 0;
}
