import { and, count, desc, eq, lt } from "drizzle-orm";
import { db } from "@/db/client";
import { contacts, workspaceCounts } from "@/db/schema";
import { asSearch } from "@/db/work";
import { toPage } from "@/lib/schemas";
import { tagsOfContacts } from "@/lib/tags/queries";
import { contactConditions } from "./filter";
import { type ContactRow, columns, toContact } from "./rows";
import type { ContactFilter } from "./schemas";

/**
 * A page of contacts, newest first, each with its tags, and the exact total under the filter. Ids come from the
 * covering primary key alone; only the page's rows are then read (all columns at once took 2 to 10 times longer).
 */
export async function listContacts(
  workspaceId: string,
  { cursor, limit, ...filter }: ContactFilter & { cursor?: string | undefined; limit: number },
) {
  const { rows, total } = isSearch(filter)
    ? await asSearch(() => searchPage(workspaceId, filter, cursor, limit))
    : await pageAndTotal(workspaceId, filter, cursor, limit);
  const ids = rows.map(({ id }) => id);
  const tags = await tagsOfContacts(workspaceId, ids);
  return toPage(
    rows.map((row) => toContact(row, tags.get(row.id))),
    limit,
    total,
  );
}

interface FoundPage {
  rows: ContactRow[];
  total: number;
}

/** The total is beyond the page, so both are asked for at a time. */
async function pageAndTotal(
  workspaceId: string,
  filter: ContactFilter,
  cursor: string | undefined,
  limit: number,
): Promise<FoundPage> {
  const [rows, total] = await Promise.all([
    readPage(workspaceId, filter, cursor, limit),
    countContacts(workspaceId, filter),
  ]);
  return { rows, total };
}

/**
 * A search reads the workspace's index once: the total goes on where the first page ended, if there is anything left.
 */
async function searchPage(
  workspaceId: string,
  filter: ContactFilter,
  cursor: string | undefined,
  limit: number,
): Promise<FoundPage> {
  if (cursor) return pageAndTotal(workspaceId, filter, cursor, limit);
  const rows = await readPage(workspaceId, filter, undefined, limit);
  const last = rows.at(-1);
  if (!last || rows.length <= limit) return { rows, total: rows.length };
  return { rows, total: rows.length + (await countFound(workspaceId, filter, last.id)) };
}

/** Whether contacts must be looked at one by one, all of them when few are found. */
function isSearch({ search, tag_ids }: ContactFilter): boolean {
  return Boolean(search || tag_ids?.length);
}

function readPage(workspaceId: string, filter: ContactFilter, cursor: string | undefined, limit: number) {
  const ids = db()
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(contactConditions(workspaceId, filter), cursor ? lt(contacts.id, cursor) : undefined))
    .orderBy(desc(contacts.id))
    .limit(limit + 1)
    .as("ids");
  return db()
    .select(columns)
    .from(ids)
    .innerJoin(contacts, and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, ids.id)))
    .orderBy(desc(ids.id));
}

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

/** How many a search finds, all of them or those after one. */
async function countFound(workspaceId: string, filter: ContactFilter, after?: string): Promise<number> {
  const [row] = await db()
    .select({ n: count() })
    .from(contacts)
    .where(and(contactConditions(workspaceId, filter), after ? lt(contacts.id, after) : undefined));
  return row?.n ?? 0;
}
