import { pg } from "@/db/client";
import { firstIdAt } from "@/lib/ids";
import type { ChangeEntry, ChangeSetView } from "./schemas";

/** A contact of a change set, before its values are read. */
export interface Listed {
  id: string;
  kind: ChangeEntry["kind"];
  email: string | null;
}

/** Maximum clock difference between machines. */
const SKEW_MS = 3_600_000;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * The next contacts of an import: those in its journal and those it created, including deleted ones. No index covers
 * what an import created, so contacts created while it ran are searched. Sorting is disabled: the planner would sort a
 * million contacts instead of reading the first few in key order.
 */
export async function listImported(
  workspaceId: string,
  { id, at, created }: ChangeSetView,
  page: { cursor?: string | undefined; limit: number },
): Promise<Listed[]> {
  const cursor = page.cursor ?? firstIdAt(0);
  const began = firstIdAt(Date.parse(at) - SKEW_MS);
  const first = began > cursor ? began : cursor;
  const rows = await pg().begin(async (tx) => {
    await tx`set local enable_sort = off`;
    const [over] = await tx<{ ms: number | null }[]>`
      select extract(epoch from completed_at)::float8 * 1000 as ms from imports
      where workspace_id = ${workspaceId} and id = ${id}`;
    const last = over?.ms ? firstIdAt(Math.floor(over.ms) + SKEW_MS) : LAST_ID;
    const most = created > 0 ? page.limit + 1 : 0;
    return tx<Listed[]>`
      (select c.id, 'created' as kind, c.email from contacts c
      where c.workspace_id = ${workspaceId} and c.import_id = ${id} and c.id > ${first} and c.id < ${last}
      order by c.id limit ${most})
      union all
      (select e.contact_id, 'created', e.email from contact_changes e
      where e.workspace_id = ${workspaceId} and e.import_id = ${id} and e.kind = 'deleted'
        and e.contact_id > ${first} and e.contact_id < ${last}
      order by e.contact_id limit ${most})
      union all
      (select distinct on (j.contact_id) j.contact_id, 'changed', null from import_changes j
      where j.workspace_id = ${workspaceId} and j.import_id = ${id} and j.contact_id > ${cursor}
      order by j.contact_id limit ${page.limit + 1})`;
  });
  // A contact that it created and wrote again is in both lists; the creation comes first.
  const listed = new Map<string, Listed>();
  for (const row of rows) if (!listed.has(row.id)) listed.set(row.id, row);
  return [...listed.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, page.limit + 1);
}
