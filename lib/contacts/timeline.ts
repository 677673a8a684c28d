import { pg } from "@/db/client";
import { readSteps } from "@/lib/changes/history";
import { findChanges } from "@/lib/changes/queries";
import type { FieldChange } from "@/lib/changes/schemas";
import { notFound } from "@/lib/errors";
import { LIMITS } from "@/lib/limits";
import { fitting } from "@/lib/pages";
import type { TimelineEvent } from "./schemas";

interface EventRow {
  kind: TimelineEvent["kind"];
  at: string;
  import_id: string | null;
  filename: string | null;
  row: number | null;
  tag_id: string | null;
  tag_name: string | null;
  change_id: string | null;
  cursor: string;
}

/** Order of events with the same timestamp, earliest first. */
const KINDS = ["created", "imported", "unsubscribed", "tagged", "import_changed", "changed"];
/** Ways whose change has an event of its own as long as it stands. */
const TOLD_OTHERWISE = ["contact_tagged", "contacts_tagged", "contacts_unsubscribed"];
const { max: MAX_EVENTS } = LIMITS.timeline_events;

/**
 * A contact's history as far as rows still show it, newest first; the creation event sorts last, even among events
 * with the same timestamp. Throws 404 when the workspace has no such contact. The journal is read import by import,
 * because its key begins with the import and a workspace has few imports but long journals. A journal entry as old as
 * the contact's last change comes from an import that only repeated an opt-out.
 */
export async function readTimeline(workspaceId: string, id: string, cursor?: string) {
  const rows = await pg()<EventRow[]>`
    with contact as (
      select * from contacts where workspace_id = ${workspaceId} and id = ${id}
    ), events as (
      select case when c.import_id is null then 'created' else 'imported' end as kind, c.created_at as at,
        c.import_id, c.import_row as row, null::uuid as tag_id, null::uuid as change_id
      from contact c
      union all
      select case when i.id is null then 'changed' else 'import_changed' end, c.updated_at, i.id, null, null, null
      from contact c left join imports i on i.workspace_id = ${workspaceId} and i.id = c.written_by
      where c.updated_at > c.created_at and not exists (
        select from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = c.written_by and j.contact_id = c.id
          and j.added_tags is null and j.updated_at = c.updated_at
      ) and not exists (
        select from contact_changes e
        where e.workspace_id = ${workspaceId} and e.change_id = c.written_by and e.contact_id = c.id
      )
      union all
      select 'changed', s.created_at, null, null, null, s.id
      from contact c
      join contact_changes e on e.workspace_id = ${workspaceId} and e.contact_id = c.id and e.kind = 'changed'
      join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
      where s.way <> all(${TOLD_OTHERWISE}::text[])
      union all
      select 'import_changed', coalesce(i.completed_at, i.started_at), i.id, null, null, null
      from contact c
      join imports i on i.workspace_id = ${workspaceId} and i.id is distinct from c.written_by
        and i.started_at is not null and i.undo_status is null
      cross join lateral (
        select 1 from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = c.id
          and j.updated_at <> c.updated_at limit 1
      ) changed
      union all
      select 'unsubscribed', c.unsubscribed_at, null, null, null, null
      from contact c where c.is_unsubscribed and c.unsubscribed_at is not null
      union all
      select 'resubscribed', c.resubscribed_at, null, null, null, null
      from contact c where c.resubscribed_at is not null
      union all
      select 'tagged', t.created_at, null, null, t.tag_id, null
      from contact c join contact_tags t on t.workspace_id = ${workspaceId} and t.contact_id = c.id
    ), page as (
      select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS ') || place as cursor
      from (select *, concat(coalesce(array_position(${KINDS}::text[], kind), 9), tag_id, import_id, change_id) as place
        from events) placed
    )
    select e.kind, e.at, e.import_id, i.filename, e.row, e.tag_id, t.name as tag_name, e.change_id, e.cursor
    from page e
    left join imports i on i.workspace_id = ${workspaceId} and i.id = e.import_id
    left join tags t on t.workspace_id = ${workspaceId} and t.id = e.tag_id
    where ${cursor ?? null}::text is null or e.cursor collate "C" < ${cursor ?? null}
    order by e.cursor collate "C" desc limit ${MAX_EVENTS + 1}`;
  if (rows.length === 0 && !(cursor && (await hasContact(workspaceId, id)))) throw notFound("Contact");
  const told = await withChanges(workspaceId, id, rows.slice(0, MAX_EVENTS));
  const shown = fitting(told);
  const last = shown.length < told.length ? shown.at(-1) : rows.slice(0, MAX_EVENTS).at(-1);
  const isMore = shown.length < told.length || rows.length > MAX_EVENTS;
  return {
    data: shown.map(({ cursor: _, ...event }) => event),
    nextCursor: (isMore && last?.cursor) || null,
  };
}

async function hasContact(workspaceId: string, id: string): Promise<boolean> {
  const rows = await pg()`select from contacts where workspace_id = ${workspaceId} and id = ${id}`;
  return rows.length > 0;
}

type Told = TimelineEvent & { cursor: string };

/** Adds to what change sets and imports changed the values before and after, and who did it. What changed nothing is left out. */
async function withChanges(workspaceId: string, id: string, rows: EventRow[]): Promise<Told[]> {
  const causes = [...new Set(rows.flatMap((row) => row.change_id ?? row.import_id ?? []))];
  const [steps, sets] = await Promise.all([readSteps(workspaceId, [id]), findChanges(workspaceId, causes)]);
  const fieldsOf = new Map<string, FieldChange[]>();
  for (const { changeId, fields } of steps)
    fieldsOf.set(changeId, [...(fieldsOf.get(changeId) ?? []), ...fields]);
  return rows.flatMap((row) => {
    const cause = row.change_id ?? row.import_id ?? "";
    const fields = (row.kind !== "imported" && fieldsOf.get(cause)) || [];
    if (row.change_id && fields.length === 0) return [];
    return [{ ...toEvent(row, fields, sets.get(cause)?.actor ?? null), cursor: row.cursor }];
  });
}

function toEvent(row: EventRow, fields: FieldChange[], by: TimelineEvent["by"]): TimelineEvent {
  return {
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    import: row.import_id === null ? null : { id: row.import_id, filename: row.filename, row: row.row },
    tag: row.tag_id && row.tag_name !== null ? { id: row.tag_id, name: row.tag_name } : null,
    change_id: row.change_id,
    by,
    fields,
  };
}
