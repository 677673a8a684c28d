import { pg } from "@/db/client";
import { isDistributed } from "@/db/distributed";
import { writersAreDone, writersMoment } from "@/db/writers";
import { each } from "@/lib/each";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/**
 * Caches about a large workspace's contacts, built on request, as rows of `contact_orders`: orders without an index
 * (`kept-orders.ts`), the results of filters without one (`kept-filters.ts`), and the blocks that a search can skip
 * (`search-index.ts`). None of them covers what was written since `until`; pages merge that in
 * (docs/decisions/kept-orders.md, docs/decisions/kept-filters.md, docs/decisions/search-index.md).
 */
export const bounds = {
  /** With fewer contacts, reading all of them is fast enough. */
  worthwhile: 20_000,
  /** A cache is rebuilt after more than this many contacts were written (or, for an order, deleted). */
  since: 2000,
  /** Minimum age of a cache before it is rebuilt, and minimum time between two builds of it by one process. */
  restMs: 60_000,
  /** How long a process uses a cache it has found before checking again that it is fresh. */
  knownMs: 10_000,
  /** A filter slower than this is cached. */
  slowMs: 40,
};

/** A readable cache: writes since `until` are not in it, and `held` is the number of contacts at that time. */
export interface Kept {
  id: string;
  until: string;
  held: number;
  /** Whether no use has been recorded for an hour. */
  isIdle: boolean;
}

/** The subject of a cache: an order, a filter, or the search index. */
export type Subject = string;
export const SEARCH: Subject = "search";
const FILTER = "filter ";
export const filterSubject = (hash: string): Subject => `${FILTER}${hash}`;
const isFilter = (subject: Subject) => subject.startsWith(FILTER);

/** Maximum duration of a build; an older one died with its process. */
const BUILD_TIME = "10 minutes";
/** A cache unused for longer is removed. */
const KEPT = "7 days";
/** Maximum numbers per workspace; the most recently used ones are kept. */
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
  // A distributed database rejects pages read from a cache ("a column definition list is required"), so it has none.
  if (await isDistributed(pg())) return null;
  const parameters = [workspaceId, subject, String(bounds.since + 1), String(bounds.restMs)];
  const [found] = await pg().unsafe<Found[]>(FIND, parameters, { prepare: true });
  return found && found.contacts >= bounds.worthwhile ? found : null;
}

/** Not if too many contacts were written or deleted since: merging or skipping them would take too long. */
function isFresh(subject: Subject, { held, written, contacts }: Found): boolean {
  return written <= bounds.since && (isFilter(subject) || (held ?? 0) + written - contacts <= bounds.since);
}

/** Recent lookups. A page itself checks whether its cache still exists. */
const lately = new Map<string, Kept & { at: number }>();
const MOST_LATELY = 1000;

/** The readable cache; at most ten seconds stale. */
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

/** Whether `findKept` would answer from memory. */
export function isKnown(workspaceId: string, subject: Subject): boolean {
  const known = lately.get(`${workspaceId} ${subject}`);
  return known !== undefined && performance.now() - known.at < bounds.knownMs;
}

/** Called when a page has found that the cache no longer exists. */
export function forgetKept(workspaceId: string, subject: Subject): void {
  lately.delete(`${workspaceId} ${subject}`);
}

/** Stores the contents of a cache, and then its count, which turns it from `building` into `ready`. */
type Fill = (id: string) => Promise<void>;

/**
 * Throws when no row became `ready` because the cache was dropped during its build. It may have been removed already,
 * so nothing would remove its contents: the build's transaction must be rolled back.
 */
export function assertReady(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new Error("it was dropped while it was built");
}

/**
 * When this process last began each build. Where much is undone or deleted, every page would otherwise read all
 * contacts for another build that is dropped in turn, beside earlier ones that have not noticed yet.
 */
const begun = new Map<string, number>();
const MOST_BEGUN = 1000;

function hasJustBegun(name: string): boolean {
  const at = begun.get(name);
  return at !== undefined && performance.now() - at < bounds.restMs;
}

/**
 * Runs after the response: builds a requested cache that was not readable, and records that it is in use. With
 * `onlyIfRoom`, no other cache is removed for it.
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
  if (status === "building" ? is_idle : status !== "ready" || (!is_new && !isFresh(subject, found))) {
    const name = `${workspaceId} ${subject}`;
    if (hasJustBegun(name)) return;
    if (begun.size >= MOST_BEGUN) begun.clear();
    begun.set(name, performance.now());
    return buildKept(workspaceId, subject, fill);
  }
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

/** Builds a cache, unless another process does so. */
export async function buildKept(workspaceId: string, subject: Subject, fill: Fill): Promise<void> {
  const id = await register(workspaceId, subject);
  if (!id) return;
  try {
    await awaitWriters(workspaceId, id);
    await fill(id);
    await dropBeyond(workspaceId, subject);
  } catch (error) {
    log().warn({ err: error, subject: subject.split(" ")[0] }, "a cache of contacts was not built");
    await drop(workspaceId, id);
  }
  await removeDropped(workspaceId);
}

/**
 * Waits for current writers, whose writes the build will then see. Later writers write a later `updated_at`, or an
 * older one that drops the cache. Writers consult `until` only once it is set: otherwise each batch of an import that
 * began a moment before would drop the build with its next statement. Hence the second wait, for writes until then.
 */
async function awaitWriters(workspaceId: string, id: string): Promise<void> {
  const moment = await writersMoment();
  await requireDone(moment);
  // Times are stored in milliseconds, rounded up or down.
  assertReady(
    await pg()`
      update contact_orders set until = ${moment}::timestamptz - interval '2 milliseconds'
      where workspace_id = ${workspaceId} and id = ${id} and status = 'building' returning 1`,
  );
  await requireDone(await writersMoment());
}

async function requireDone(moment: string): Promise<void> {
  if (!(await writersAreDone(moment))) throw new Error("writers that began before it are still at work");
}

/** Registers a build, replacing the previous cache. Null if another process is building it. */
async function register(workspaceId: string, subject: Subject): Promise<string | null> {
  return pg().begin(async (tx) => {
    await tx`select from workspaces where id = ${workspaceId} for no key update`;
    await tx`
      update contact_orders set status = 'dropped'
      where workspace_id = ${workspaceId} and subject = ${subject}
        and (status = 'ready' or status = 'building' and used_at < now() - ${BUILD_TIME}::interval)`;
    const [row] = await tx<{ id: string }[]>`
      insert into contact_orders (workspace_id, id, subject, until)
      values (${workspaceId}, ${newId()}, ${subject}, '-infinity')
      on conflict do nothing returning id`;
    return row?.id ?? null;
  });
}

/**
 * Drops the least recently used ones beyond the maximum. After the build, because other builds may have been under way
 * before it.
 */
function dropBeyond(workspaceId: string, subject: Subject) {
  return pg()`
    update contact_orders set status = 'dropped'
    where workspace_id = ${workspaceId} and status = 'ready' and id in (
      select id from contact_orders
      where workspace_id = ${workspaceId} and status = 'ready' and (subject like ${`${FILTER}%`}) = ${isFilter(subject)}
      order by used_at desc, id desc offset ${mostOf(subject)})`;
}

function drop(workspaceId: string, id: string) {
  return pg()`update contact_orders set status = 'dropped' where workspace_id = ${workspaceId} and id = ${id}`;
}

async function removeDropped(workspaceId: string): Promise<void> {
  await pg()`delete from contact_orders where workspace_id = ${workspaceId} and status = 'dropped'`;
}

/**
 * Removes caches unused for a week, and remains of builds. Returns how many. One at a time, each first marked as
 * dropped: writers ignore dropped caches, whereas they would wait for the deletion of millions of keys.
 */
export async function pruneOrders(): Promise<number> {
  const isDue = () => pg()`(
    status = 'dropped'
    or used_at < now() - case when status = 'ready' then ${KEPT}::interval else ${BUILD_TIME}::interval end)`;
  const due = await pg()<{ workspace_id: string; id: string }[]>`
    select workspace_id, id from contact_orders where ${isDue()}`;
  let removed = 0;
  await each(due, async ({ workspace_id, id }) => {
    const itself = pg()`workspace_id = ${workspace_id} and id = ${id}`;
    await pg()`update contact_orders set status = 'dropped' where ${itself} and status <> 'dropped' and ${isDue()}`;
    const { count } = await pg()`delete from contact_orders where ${itself} and status = 'dropped'`;
    removed += count;
  });
  return removed;
}
