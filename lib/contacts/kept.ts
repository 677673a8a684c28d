import { pg } from "@/db/client";
import { isDistributed } from "@/db/distributed";
import { writersAreDone } from "@/db/writers";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/**
 * What is cached of a large workspace's contacts on request, as rows of `contact_orders`: orders without an index
 * (`kept-orders.ts`), what filters without one find (`kept-filters.ts`), and which blocks a search can skip
 * (`search-index.ts`). All lack what was written since `until`; their pages add it (docs/decisions/kept-orders.md,
 * docs/decisions/kept-filters.md, docs/decisions/search-index.md).
 */
export const bounds = {
  /** Contacts below which reading all of them is fast enough. */
  worthwhile: 20_000,
  /** When more contacts were written since (or, of an order, deleted), it is built again. */
  since: 2000,
  /** It is not built again before it is this old. */
  restMs: 60_000,
  /** For how long a process reads what it has found without checking again that it is fresh. */
  knownMs: 10_000,
  /** A filter that takes longer is cached. */
  slowMs: 40,
};

/** Something readable, the time from which on it does not cover writes, and the number of contacts that it had then. */
export interface Kept {
  id: string;
  until: string;
  held: number;
  /** Whether its use has not been recorded for an hour. */
  isIdle: boolean;
}

/** What is cached: an order, a filter, or the index of searches. */
export type Subject = string;
export const SEARCH: Subject = "search";
const FILTER = "filter ";
export const filterSubject = (hash: string): Subject => `${FILTER}${hash}`;
const isFilter = (subject: Subject) => subject.startsWith(FILTER);

/** How long a build may take: an older one died with its process. */
const BUILD_TIME = "10 minutes";
/** Unused for longer, it is removed. */
const KEPT = "7 days";
/** Maximum numbers per workspace; the most recently used are kept. */
export const MOST = { orders: 6, filters: 20 };

interface Found {
  contacts: number;
  id: string | null;
  status: string | null;
  held: number | null;
  until: string | null;
  written: number;
  is_idle: boolean;
  is_new: boolean;
}

const FIND = `
  select n.contacts::float8 as contacts, o.id, o.status, o.contacts as held, o.until::text as until,
    (select count(*) from (
      select from contacts c where c.workspace_id = o.workspace_id and c.updated_at >= o.until limit $3::int) w)::int as written,
    coalesce(o.used_at < now() - case o.status when 'building' then interval '${BUILD_TIME}' else interval '1 hour' end,
      false) as is_idle,
    coalesce(o.until > now() - $4::float8 * interval '1 millisecond', false) as is_new
  from workspace_counts n
  left join contact_orders o on o.workspace_id = n.workspace_id and o.subject = $2 and o.status <> 'dropped'
  where n.workspace_id = $1`;

async function find(workspaceId: string, subject: Subject): Promise<Found | null> {
  // A distributed database refuses its pages ("a column definition list is required"): they are read each time.
  if (await isDistributed(pg())) return null;
  const parameters = [workspaceId, subject, String(bounds.since + 1), String(bounds.restMs)];
  const [found] = await pg().unsafe<Found[]>(FIND, parameters, { prepare: true });
  return found && found.contacts >= bounds.worthwhile ? found : null;
}

/** Too much was written or deleted since: inserting it in between, or skipping it, would take too long. */
function isFresh(subject: Subject, { held, written, contacts }: Found): boolean {
  return written <= bounds.since && (isFilter(subject) || (held ?? 0) + written - contacts <= bounds.since);
}

/** Cache of recent lookups: a page itself checks whether what it reads still exists. */
const lately = new Map<string, Kept & { at: number }>();
const MOST_LATELY = 1000;

/** What can be read, as of ten seconds ago at most. */
export async function findKept(workspaceId: string, subject: Subject): Promise<Kept | null> {
  const name = `${workspaceId} ${subject}`;
  const known = lately.get(name);
  if (known && performance.now() - known.at < bounds.knownMs) return known;
  lately.delete(name);
  const found = await find(workspaceId, subject);
  if (!found?.id || !found.until || found.status !== "ready" || !isFresh(subject, found)) return null;
  const kept = { id: found.id, until: found.until, held: found.held ?? 0, isIdle: found.is_idle };
  if (lately.size >= MOST_LATELY) lately.clear();
  lately.set(name, { ...kept, at: performance.now() });
  return kept;
}

/** A page has found that it no longer exists. */
export function forgetKept(workspaceId: string, subject: Subject): void {
  lately.delete(`${workspaceId} ${subject}`);
}

/** Stores what belongs to it, and then its count, with which it turns from `building` into `ready`. */
type Fill = (id: string) => Promise<void>;

/**
 * Throws when no row became `ready`: it was dropped while it was built, and perhaps removed, after which nothing would remove
 * what the build has stored. So its transaction is rolled back.
 */
export function assertReady(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new Error("it was dropped while it was built");
}

/**
 * Runs after the answer: builds what was requested and could not be read, and records that it is in use. With `onlyIfRoom`,
 * nothing else is removed for it.
 */
export async function maintainKept(
  workspaceId: string,
  subject: Subject,
  fill: Fill,
  onlyIfRoom = false,
): Promise<void> {
  const found = await find(workspaceId, subject);
  if (!found || (onlyIfRoom && !found.id && (await isFull(workspaceId, subject)))) return;
  const { id, status, is_idle, is_new } = found;
  if (status === "building" ? is_idle : status !== "ready" || (!is_new && !isFresh(subject, found)))
    return buildKept(workspaceId, subject, fill);
  if (is_idle && status === "ready")
    await pg()`update contact_orders set used_at = now() where workspace_id = ${workspaceId} and id = ${id}`;
}

async function isFull(workspaceId: string, subject: Subject): Promise<boolean> {
  const rows = await pg()`
    select from contact_orders
    where workspace_id = ${workspaceId} and status = 'ready' and (subject like ${`${FILTER}%`}) = ${isFilter(subject)}`;
  return rows.length >= mostOf(subject);
}

const mostOf = (subject: Subject) => (isFilter(subject) ? MOST.filters : MOST.orders);

/** Builds it, unless another process does. */
export async function buildKept(workspaceId: string, subject: Subject, fill: Fill): Promise<void> {
  const id = await register(workspaceId, subject);
  if (!id) return;
  try {
    if (!(await writersAreDone())) throw new Error("writers that began before it are still at work");
    // Their writes are visible to it. Later writers write a later `updated_at`, or an older one that drops it.
    await fill(id);
  } catch (error) {
    log().warn({ err: error, subject: subject.split(" ")[0] }, "a cache of contacts was not built");
    await drop(workspaceId, id);
  }
  await removeDropped(workspaceId);
}

/**
 * Registers that it is being built, replacing the previous one. From then on a write that restores an older
 * `updated_at` drops it. Null when another process builds it.
 */
async function register(workspaceId: string, subject: Subject): Promise<string | null> {
  const most = mostOf(subject);
  return pg().begin(async (tx) => {
    await tx`select from workspaces where id = ${workspaceId} for no key update`;
    await tx`
      update contact_orders set status = 'dropped'
      where workspace_id = ${workspaceId} and (subject = ${subject} or id in (
          select id from contact_orders
          where workspace_id = ${workspaceId} and status = 'ready' and (subject like ${`${FILTER}%`}) = ${isFilter(subject)}
          order by used_at desc offset ${most - 1}))
        and (status = 'ready' or status = 'building' and used_at < now() - ${BUILD_TIME}::interval)`;
    // Times are stored in milliseconds, rounded up or down.
    const [row] = await tx<{ id: string }[]>`
      insert into contact_orders (workspace_id, id, subject, until)
      values (${workspaceId}, ${newId()}, ${subject}, now() - interval '2 milliseconds')
      on conflict do nothing returning id`;
    return row?.id ?? null;
  });
}

function drop(workspaceId: string, id: string) {
  return pg()`update contact_orders set status = 'dropped' where workspace_id = ${workspaceId} and id = ${id}`;
}

async function removeDropped(workspaceId: string): Promise<void> {
  await pg()`delete from contact_orders where workspace_id = ${workspaceId} and status = 'dropped'`;
}

/** Removes what is unused for a week, and leftovers of builds. Returns how many. */
export async function pruneOrders(): Promise<number> {
  const { count } = await pg()`
    delete from contact_orders
    where status = 'dropped' or used_at < now() - case when status = 'ready' then ${KEPT}::interval else ${BUILD_TIME}::interval end`;
  return count;
}
