import { pg } from "@/db/client";
import { notFound } from "@/lib/errors";
import { LIMITS } from "@/lib/limits";
import type { TimelineEvent } from "./schemas";

interface EventRow {
  kind: TimelineEvent["kind"];
  at: string;
  import_id: string | null;
  filename: string | null;
  row: number | null;
  tag_id: string | null;
  tag_name: string | null;
  cursor: string;
}

/** Of one moment, from the first on. */
const KINDS = ["created", "imported", "unsubscribed", "tagged", "import_changed", "changed"];
const { max: MAX_EVENTS } = LIMITS.timeline_events;

/**
 * What the rows still tell of a contact's past, newest first; its beginning is last, whatever happened in that moment.
 * Throws 404 when the workspace has no such contact.
 * The journal is looked up import by import: its key begins so, and a workspace has few imports but long journals.
 * An entry as old as the contact's last change is of an import that only said again that it is unsubscribed.
 */
export async function readTimeline(workspaceId: string, id: string, cursor?: string) {
  const rows = await pg()<EventRow[]>`
    with contact as (
      select * from contacts where workspace_id = ${workspaceId} and id = ${id}
    ), events as (
      select case when c.import_id is null then 'created' else 'imported' end as kind, c.created_at as at,
        c.import_id, c.import_row as row, null::uuid as tag_id
      from contact c
      union all
      select case when c.written_by is null then 'changed' else 'import_changed' end, c.updated_at,
        c.written_by, null, null
      from contact c where c.updated_at > c.created_at and not exists (
        select from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = c.written_by and j.contact_id = c.id
          and j.added_tags is null and j.updated_at = c.updated_at
      )
      union all
      select 'import_changed', coalesce(i.completed_at, i.started_at), i.id, null, null
      from contact c
      join imports i on i.workspace_id = ${workspaceId} and i.id is distinct from c.written_by
        and i.started_at is not null and i.undo_status is null
      cross join lateral (
        select 1 from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = c.id
          and j.updated_at <> c.updated_at limit 1
      ) changed
      union all
      select 'unsubscribed', c.unsubscribed_at, null, null, null
      from contact c where c.is_unsubscribed and c.unsubscribed_at is not null
      union all
      select 'resubscribed', c.resubscribed_at, null, null, null
      from contact c where c.resubscribed_at is not null
      union all
      select 'tagged', t.created_at, null, null, t.tag_id
      from contact c join contact_tags t on t.workspace_id = ${workspaceId} and t.contact_id = c.id
    ), page as (
      select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS ') || place as cursor
      from (select *, concat(coalesce(array_position(${KINDS}::text[], kind), 9), tag_id, import_id) as place
        from events) placed
    )
    select e.kind, e.at, e.import_id, i.filename, e.row, e.tag_id, t.name as tag_name, e.cursor
    from page e
    left join imports i on i.workspace_id = ${workspaceId} and i.id = e.import_id
    left join tags t on t.workspace_id = ${workspaceId} and t.id = e.tag_id
    where ${cursor ?? null}::text is null or e.cursor collate "C" < ${cursor ?? null}
    order by e.cursor collate "C" desc limit ${MAX_EVENTS + 1}`;
  if (rows.length === 0 && !(cursor && (await hasContact(workspaceId, id)))) throw notFound("Contact");
  const data = rows.slice(0, MAX_EVENTS).map(toEvent);
  return { data, nextCursor: rows.length > MAX_EVENTS ? (rows[MAX_EVENTS - 1]?.cursor ?? null) : null };
}

async function hasContact(workspaceId: string, id: string): Promise<boolean> {
  const rows = await pg()`select from contacts where workspace_id = ${workspaceId} and id = ${id}`;
  return rows.length > 0;
}

function toEvent(row: EventRow): TimelineEvent {
  return {
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    import: row.import_id === null ? null : { id: row.import_id, filename: row.filename, row: row.row },
    tag: row.tag_id && row.tag_name !== null ? { id: row.tag_id, name: row.tag_name } : null,
  };
}
