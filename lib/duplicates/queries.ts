import { pg } from "@/db/client";
import { findContacts } from "@/lib/contacts/queries";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { fitting } from "@/lib/pages";
import { BLOCKS } from "./blocks";
import type { Reason } from "./likeness";
import type { DuplicatePage, DuplicatePair, DuplicateSearch } from "./schemas";

interface SearchRow {
  id: string;
  status: DuplicateSearch["status"];
  total_contacts: number;
  step: number;
  is_whole: boolean;
  created_at: Date;
  completed_at: Date | null;
  expires_at: Date;
}

function toSearch(row: SearchRow): DuplicateSearch {
  return {
    id: row.id,
    status: row.status,
    contacts: row.total_contacts,
    progress: Math.round((100 * row.step) / BLOCKS.length),
    is_whole: row.is_whole,
    started_at: new Date(row.created_at).toISOString(),
    completed_at: row.completed_at && new Date(row.completed_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  };
}

/** Starts a new search, unless one runs. Of two concurrent callers both get the same. */
export async function requestSearch(workspaceId: string): Promise<DuplicateSearch> {
  await pg().begin(async (tx) => {
    await tx`delete from duplicate_searches where workspace_id = ${workspaceId} and status <> 'processing'`;
    await tx`
      insert into duplicate_searches (workspace_id, id, total_contacts)
      select ${workspaceId}, ${newId()}, coalesce((
        select n.contacts from workspace_counts n where n.workspace_id = ${workspaceId}), 0)
      on conflict do nothing`;
  });
  const search = await findSearch(workspaceId);
  if (!search) throw notFound("Search");
  return search;
}

/** The workspace's search, while it runs or its result is kept. */
export async function findSearch(workspaceId: string): Promise<DuplicateSearch | null> {
  const [row] = await pg()<SearchRow[]>`
    select id, status, total_contacts, step, is_whole, created_at, completed_at, expires_at from duplicate_searches
    where workspace_id = ${workspaceId} and (status = 'processing' or expires_at > now())`;
  return row ? toSearch(row) : null;
}

interface PairRow {
  id: string;
  one_id: string;
  other_id: string;
  score: number;
  reasons: Reason[];
}

/** Pairs whose contacts both exist and are not marked as different. */
const standing = (workspaceId: string, searchId: string) => pg()`
  p.workspace_id = ${workspaceId} and p.search_id = ${searchId}
  and exists (select from contacts c where c.workspace_id = ${workspaceId} and c.id = p.one_id)
  and exists (select from contacts c where c.workspace_id = ${workspaceId} and c.id = p.other_id)
  and not exists (select from distinct_contacts d
    where d.workspace_id = ${workspaceId} and d.one_id = p.one_id and d.other_id = p.other_id)`;

/** A page of the pairs found, the most likely first. Empty while the search runs. */
export async function listDuplicates(
  workspaceId: string,
  search: DuplicateSearch,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  find = findContacts,
): Promise<DuplicatePage> {
  if (search.status !== "completed") return { search, data: [], nextCursor: null, total: 0 };
  const where = standing(workspaceId, search.id);
  const [rows, [total]] = await Promise.all([
    pg()<PairRow[]>`
      select p.id, p.one_id, p.other_id, p.score, p.reasons from duplicate_pairs p where ${where}
      ${
        cursor
          ? pg()`and (p.score, p.id) < (
              select l.score, l.id from duplicate_pairs l
              where l.workspace_id = ${workspaceId} and l.search_id = ${search.id} and l.id = ${cursor})`
          : pg()``
      }
      order by p.score desc, p.id desc limit ${limit + 1}`,
    pg()<{ n: number }[]>`select count(*)::int as n from duplicate_pairs p where ${where}`,
  ]);
  const shown = rows.slice(0, limit);
  const pairs = await withContacts(workspaceId, shown, find);
  const data = fitting(pairs);
  const isCut = data.length < pairs.length;
  const last = (isCut ? data : shown).at(-1)?.id ?? null;
  const nextCursor = isCut || rows.length > limit ? last : null;
  return { search, data, nextCursor, total: total?.n ?? 0 };
}

/** Without pairs whose contact has been deleted since they were read. */
async function withContacts(workspaceId: string, rows: PairRow[], find: typeof findContacts) {
  const byId = await find(workspaceId, [...new Set(rows.flatMap((row) => [row.one_id, row.other_id]))]);
  return rows.flatMap(({ id, one_id, other_id, score, reasons }): DuplicatePair[] => {
    const contacts = [one_id, other_id].flatMap((one) => byId.get(one) ?? []);
    return contacts.length === 2 ? [{ id, score: score / 100, reasons, contacts }] : [];
  });
}

/** Records that two contacts are different people, or reverts that. Throws 404 unless both are the workspace's. */
export async function tellApart(workspaceId: string, ids: string[], isDistinct: boolean): Promise<void> {
  const [one = "", other = ""] = ids.toSorted();
  const known = await pg()`
    select from contacts where workspace_id = ${workspaceId} and id = any(${[one, other]})`;
  if (known.length < 2) throw notFound("Contact");
  if (isDistinct)
    await pg()`
      insert into distinct_contacts (workspace_id, one_id, other_id) values (${workspaceId}, ${one}, ${other})
      on conflict do nothing`;
  else
    await pg()`
      delete from distinct_contacts
      where workspace_id = ${workspaceId} and one_id = ${one} and other_id = ${other}`;
}
