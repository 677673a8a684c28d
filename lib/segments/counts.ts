import { pg } from "@/db/client";
import { workAs } from "@/db/work";
import { keptFilter } from "@/lib/contacts/filter-schemas";
import { maintainFilter } from "@/lib/contacts/kept-filters";
import { countContacts } from "@/lib/contacts/list";
import type { Segment } from "./schemas";

/** Like the statistics. */
const FRESH_MS = 5 * 60_000;
/** Segments counted after one request: each may read all contacts of the workspace. */
const AT_ONCE = 10;

/** Whether a recount is due. */
export function isStale({ counted_at }: Pick<Segment, "counted_at">): boolean {
  return counted_at === null || Date.now() - Date.parse(counted_at) > FRESH_MS;
}

/**
 * Recounts the segments of a workspace whose counts are old, oldest first. Each is claimed before it is counted, so
 * that of many concurrent requests one does it; a count that fails is retried in five minutes. A segment whose filter
 * was changed or whose count was forgotten meanwhile is left to the next call.
 */
export function countStale(workspaceId: string, count = countContacts): Promise<void> {
  return workAs({ kind: "job", workspaceId }, () => countEach(workspaceId, count));
}

async function countEach(workspaceId: string, count: typeof countContacts): Promise<void> {
  for (let n = 0; n < AT_ONCE; n++) {
    const [claimed] = await pg()<{ id: string; filter: unknown; updated_at: string }[]>`
      update segments set counted_at = now()
      where workspace_id = ${workspaceId} and id = (
        select s.id from segments s
        where s.workspace_id = ${workspaceId}
          and (s.counted_at is null or s.counted_at < now() - ${FRESH_MS} * interval '1 millisecond')
        order by s.counted_at nulls first, s.id limit 1 for update skip locked)
      returning id, filter, updated_at`;
    if (!claimed) return;
    const filter = keptFilter.parse(claimed.filter);
    const counted = await count(workspaceId, filter);
    await pg()`
      update segments set contact_count = ${counted}, counted_at = now()
      where workspace_id = ${workspaceId} and id = ${claimed.id} and updated_at = ${claimed.updated_at}::timestamptz
        and counted_at is not null`;
    // Never in place of another: a hundred segments would take turns, and each be read twice.
    await maintainFilter(workspaceId, filter, true);
  }
}
