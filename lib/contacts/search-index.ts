import { type SQL, sql } from "drizzle-orm";
import { pg } from "@/db/client";
import { contacts } from "@/db/schema";
import { currentWork, workAs } from "@/db/work";
import { idArray } from "@/lib/changes/record";
import { contactConditions } from "./filter";
import type { ContactFilter } from "./filter-schemas";
import { bounds, findKept, forgetKept, type Kept, maintainKept, SEARCH } from "./kept";
import { liveKey } from "./kept-orders";
import { isReadable } from "./kept-pages";
import { addText, BLOCKS, BUCKETS, waysOf } from "./search-grams";
import { readSearch } from "./search-words";
import type { Order } from "./sort-keys";

/**
 * An index of n-grams that tells which blocks of a large workspace's contacts a search can skip. It is built after a
 * search that had to read all contacts, and used together with the contacts written since
 * (docs/decisions/search-index.md).
 */
export const rules = {
  /** Contacts of a block. */
  block: 256,
  /** If more than this share of the contacts remains, reading all of them in one go is faster. */
  share: 0.25,
};

/** The workspaces known to this process to have an index; others are not looked up. */
const indexed = new Set<string>();
const MOST_INDEXED = 10_000;

/** What a statement reads instead of all contacts of the workspace. */
export interface Few {
  /** For the `with`: the matches as `found`, with the sort keys of the order. */
  before: SQL;
  /** Whether the index exists in the snapshot of the statement, and `written` has all contacts written since. */
  isThere: SQL;
}

/**
 * Null if all contacts must be read: there is no index, the words are too short for it, or too many blocks contain
 * them.
 */
export async function findFew(workspaceId: string, filter: ContactFilter, order: Order): Promise<Few | null> {
  const search = searchOf(filter);
  const ways = search && indexed.has(workspaceId) ? waysOf(readSearch(search)) : null;
  const kept = ways && (await findKept(workspaceId, SEARCH));
  if (!kept) return null;
  const { first_ids, last_ids } = await blocksWith(workspaceId, kept, ways);
  if (first_ids.length * rules.block > kept.held * rules.share) return null;
  const matches = (place: SQL) => sql`
    select ${contacts.workspace_id}, ${contacts.id}, ${liveKey(order)} as key from ${contacts}
    where ${contactConditions(workspaceId, filter)} and ${place}`;
  return {
    before: sql`
      written as materialized (
        select ${contacts.id} from ${contacts}
        where ${contacts.workspace_id} = ${workspaceId} and ${contacts.updated_at} >= ${kept.until}::timestamptz
        order by ${contacts.updated_at} limit ${sql.raw(String(bounds.since + 1))}),
      found as materialized (
        select c.* from unnest(${idArray(first_ids)}, ${idArray(last_ids)}) block (first_id, last_id)
        cross join lateral (${matches(sql`${contacts.id} >= first_id and ${contacts.id} <= last_id`)} offset 0) c
        union
        select c.* from written w cross join lateral (${matches(sql`${contacts.id} = w.id`)} offset 0) c
        union
        ${matches(sql`${contacts.search_doc} is null`)}),`,
    isThere: isReadable(workspaceId, kept),
  };
}

/** Called when a statement has found that the index no longer exists. */
export const forgetFew = (workspaceId: string) => forgetKept(workspaceId, SEARCH);

/** The words of a filter, or of its segment. */
export const searchOf = ({ search, within }: ContactFilter): string | undefined => search || within?.search;

const BYTES = BLOCKS / 8;
const WITH = `
  select coalesce(array_agg(p.first_ids[at + 1]), '{}') as first_ids, coalesce(array_agg(p.last_ids[at + 1]), '{}') as last_ids
  from (
    select part, bit_or(blocks) as blocks from (
      select g.part, w.way,
        bit_and(('x' || encode(substring(g.bits from w.bucket * ${BYTES} + 1 for ${BYTES}), 'hex'))::bit(${BLOCKS})) as blocks
      from contact_search_grams g cross join unnest($3::text::int[], $4::text::int[]) w(way, bucket)
      where g.workspace_id = $1 and g.order_id = $2 group by g.part, w.way) met
    group by part) hit
  join contact_search_grams p on p.workspace_id = $1 and p.order_id = $2 and p.part = hit.part
  cross join generate_series(0, cardinality(p.first_ids) - 1) at
  where get_bit(hit.blocks, at) = 1`;

/** The first and the last id of each block that has all n-grams of one way. */
async function blocksWith(workspaceId: string, { id }: Kept, ways: number[][]) {
  const pairs = ways.flatMap((buckets, way) => buckets.map((bucket) => [way, bucket] as const));
  const list = (place: 0 | 1) => `{${pairs.map((pair) => pair[place]).join(",")}}`;
  const [blocks] = await pg().unsafe<{ first_ids: string[]; last_ids: string[] }[]>(
    WITH,
    [workspaceId, id, list(0), list(1)],
    { prepare: true },
  );
  return blocks ?? { first_ids: [], last_ids: [] };
}

/** Runs after the response to a search: builds the index, unless it is fresh or the workspace is small. */
export async function maintainSearch(workspaceId: string): Promise<void> {
  await maintainKept(workspaceId, SEARCH, (id) =>
    workAs({ ...currentWork(), kind: "job" }, () => fill(workspaceId, id)),
  );
  if (indexed.size >= MOST_INDEXED) indexed.clear();
  if (await findKept(workspaceId, SEARCH)) indexed.add(workspaceId);
  else indexed.delete(workspaceId);
}

/** Reads every contact's search text. Contacts whose text is too long have an index of their own. */
async function fill(workspaceId: string, id: string): Promise<void> {
  const most = BLOCKS * rules.block;
  let contacts = 0;
  for (let part = 0, last = "00000000-0000-0000-0000-000000000000"; contacts === part * most; part++) {
    const rows = await pg()<{ id: string; text: string }[]>`
      select id, search_doc as text from contacts
      where workspace_id = ${workspaceId} and id > ${last} and search_doc is not null
      order by id limit ${most}`;
    const bits = new Uint8Array(BUCKETS * BYTES);
    for (const [n, { text }] of rows.entries()) addText(bits, Math.floor(n / rules.block), text);
    const at = (n: number) => rows[Math.min(n, rows.length - 1)]?.id ?? last;
    const blocks = Array.from({ length: Math.ceil(rows.length / rules.block) }, (_, n) => n * rules.block);
    const [firsts, lasts] = [blocks.map(at), blocks.map((n) => at(n + rules.block - 1))];
    await pg()`
      insert into contact_search_grams (workspace_id, order_id, part, first_ids, last_ids, bits)
      values (${workspaceId}, ${id}, ${part}, ${firsts}::uuid[], ${lasts}::uuid[], ${Buffer.from(bits.buffer)})`;
    contacts += rows.length;
    last = at(rows.length);
  }
  await pg()`
    update contact_orders set status = 'ready', used_at = now(), contacts = ${contacts}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'building'`;
}
