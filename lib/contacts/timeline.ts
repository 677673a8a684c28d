import { pg } from "@/db/client";
import { readSteps } from "@/lib/changes/history";
import { findChanges } from "@/lib/changes/queries";
import type { FieldChange } from "@/lib/changes/schemas";
import { notFound } from "@/lib/errors";
import { LIMITS } from "@/lib/limits";
import { fitting, jsonBytes } from "@/lib/pages";
import type { TimelineEvent } from "./schemas";

interface EventRow {
  kind: TimelineEvent["kind"];
  at: string;
  import_id: string | null;
  filename: string | null;
  row: number | null;
  line: number | null;
  tag_id: string | null;
  tag_name: string | null;
  change_id: string | null;
  /** The contact whose values changed, if it is another one that was merged since. */
  subject: string;
  of_id: string | null;
  of_email: string | null;
  cursor: string;
}

/** Order of events with the same timestamp, earliest first. */
const KINDS = [
  "created",
  "imported",
  "unsubscribed",
  "tagged",
  "import_changed",
  "changed",
  "merged",
  "deleted",
];
/** Ways of writing that get a separate event as long as the contact has the tag. */
const TAGGED = ["contact_tagged", "contacts_tagged"];
const { max: MAX_EVENTS } = LIMITS.timeline_events;
/** Number of events whose former values are read together. */
const AT_ONCE = 50;

/**
 * A contact's history as far as rows still show it, newest first; the creation event sorts last, even among events with
 * the same timestamp. Throws 404 if the workspace has no such contact. The journal is read import by import, because
 * its key begins with the import and a workspace has few imports but long journals. A journal entry as old as the
 * contact's last change comes from an import that only repeated an opt-out.
 */
export async function readTimeline(workspaceId: string, id: string, cursor?: string) {
  const rows = await pg()<EventRow[]>`
    with contact as (
      select * from contacts where workspace_id = ${workspaceId} and id = ${id}
    ), former as materialized (${formerContacts(workspaceId, id)}), events as (
      select case when c.import_id is null then 'created' else 'imported' end as kind, c.created_at as at,
        c.import_id, c.import_row as row, null::uuid as tag_id, ${creationOf(workspaceId, "c.id")} as change_id, c.id as subject, null::uuid as of_id
      from contact c
      union all
      select case when i.id is null then 'changed' else 'import_changed' end, c.updated_at, i.id, null, null, null, c.id, null
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
      select case e.kind when 'created' then 'restored' else e.kind end, s.created_at, null, null, null, s.id,
        e.contact_id, nullif(e.contact_id, ${id})
      from (select id from contact union all select contact_id from former) c
      join contact_changes e on e.workspace_id = ${workspaceId} and e.contact_id = c.id
      join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
      where (e.kind <> 'created' or s.undoes is not null) and not (s.way = any(${TAGGED}::text[]) and exists (
          select from contact_tags t
          where t.workspace_id = ${workspaceId} and t.contact_id = ${id} and t.tag_id = s.tag_id
            and t.created_at between s.created_at and coalesce(e.noted_at, s.created_at)))
        and not exists (
          select from former f where f.change_id = e.change_id and e.contact_id in (f.contact_id, f.merged_into))
      union all
      select 'import_changed', coalesce(i.completed_at, i.started_at), i.id, null, null, null, c.id, null
      from contact c
      join imports i on i.workspace_id = ${workspaceId} and i.id is distinct from c.written_by
        and i.started_at is not null and ${isTold(workspaceId)}
      cross join lateral (
        select 1 from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = c.id
          and (j.updated_at <> c.updated_at or i.undo_status is not null) limit 1
      ) changed
      union all
      select 'unsubscribed', c.unsubscribed_at, null, null, null, ${setOf(workspaceId, "unsubscribed_at")}, c.id, null
      from contact c where c.is_unsubscribed and c.unsubscribed_at is not null
      union all
      select 'resubscribed', c.resubscribed_at, null, null, null, ${setOf(workspaceId, "resubscribed_at")}, c.id, null
      from contact c where c.resubscribed_at is not null
      union all
      select 'tagged', t.created_at, null, null, t.tag_id, ${taggingOf(workspaceId)}, c.id, null
      from contact c join contact_tags t on t.workspace_id = ${workspaceId} and t.contact_id = c.id
      union all
      ${eventsOfFormer(workspaceId)}
    ), page as (
      select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS ') || place as cursor
      from (select *, concat(
          coalesce(array_position(${KINDS}::text[], kind), 9), tag_id, import_id, change_id, of_id) as place
        from events) placed
    )
    select e.kind, e.at, e.import_id, i.filename, e.row, e.row + ${linesAbove()} as line, e.tag_id, t.name as tag_name, e.change_id, e.subject,
      e.of_id, f.email as of_email, e.cursor
    from page e left join former f on f.contact_id = e.of_id
    left join imports i on i.workspace_id = ${workspaceId} and i.id = e.import_id
    left join tags t on t.workspace_id = ${workspaceId} and t.id = e.tag_id
    where ${cursor ?? null}::text is null or e.cursor collate "C" < ${cursor ?? null}
    order by e.cursor collate "C" desc limit ${MAX_EVENTS + 1}`;
  if (rows.length === 0 && !(cursor && (await hasContact(workspaceId, id)))) throw notFound("Contact");
  const { told, read } = await tellPage(workspaceId, id, rows.slice(0, MAX_EVENTS));
  const shown = fitting(told);
  const last = shown.length < told.length ? shown.at(-1) : rows[read - 1];
  const isMore = shown.length < told.length || rows.length > read;
  return {
    data: shown.map(({ cursor: _, ...event }) => event),
    nextCursor: (isMore && last?.cursor) || null,
  };
}

/**
 * SQL for the number of lines above the first row of import `i`; null unless its rows follow each other without blank
 * lines.
 */
function linesAbove() {
  return pg()`(case when i.checkpoint_line = (i.dialect ->> 'headerRow')::int + i.total_rows + 1
    then (i.dialect ->> 'headerRow')::int end)`;
}

/** Contacts that were merged into it, as they last were; kept as long as the merge's change set. */
function formerContacts(workspaceId: string, id: string) {
  return pg()`
    select e.* from unnest(with_merged(${workspaceId}, array[${id}]::uuid[])) as part(id) cross join lateral (
      select * from contact_changes d
      where d.workspace_id = ${workspaceId} and d.contact_id = part.id and d.kind = 'deleted'
      order by d.change_id desc limit 1) e
    where part.id <> ${id} and exists (select from contact)`;
}

/** The change set that created a contact, other than the undo of a deletion. */
function creationOf(workspaceId: string, id: "c.id" | "f.contact_id") {
  return pg()`(
    select e.change_id from contact_changes e
    join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
    where e.workspace_id = ${workspaceId} and e.contact_id = ${pg().unsafe(id)} and e.kind = 'created'
      and s.undoes is null limit 1)`;
}

/** The change set or import in which contact `c` got tag `t`. */
function taggingOf(workspaceId: string) {
  return pg()`coalesce((
    select e.change_id from contact_changes e
    join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
    where e.workspace_id = ${workspaceId} and e.contact_id = c.id
      and t.created_at between s.created_at and coalesce(e.noted_at, s.created_at)
      and coalesce(s.tag_id, t.tag_id) = t.tag_id and (e.kind = 'created' or t.tag_id <> all(e.tag_ids))
    order by e.change_id desc limit 1
  ), case when t.created_at = c.created_at then c.import_id end, (
    select i.id from imports i cross join lateral (
      select from import_changes j
      where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = c.id
        and t.tag_id = any(j.added_tags) limit 1) added
    where i.workspace_id = ${workspaceId} order by i.started_at desc limit 1))`;
}

/** The change set in which contact `c` opted out or in again. */
function setOf(workspaceId: string, time: "unsubscribed_at" | "resubscribed_at") {
  return pg()`(
    select e.change_id from contact_changes e
    join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
    where e.workspace_id = ${workspaceId} and e.contact_id = c.id and e.kind = 'changed'
      and e.is_unsubscribed = ${time === "resubscribed_at"}
      and coalesce(e.noted_at, s.created_at) >= c.${pg()(time)}
    order by s.created_at <> c.${pg()(time)}, e.noted_at limit 1)`;
}

/** Whether import `i` is in effect, or its undo is shown too. */
function isTold(workspaceId: string) {
  return pg()`(i.undo_status is null or exists (
    select from change_sets u where u.workspace_id = ${workspaceId} and u.id = i.undo_change_id))`;
}

/**
 * Where merged contacts came from, the imports that changed them, and that they were merged. Their tags and opt-outs
 * were passed on.
 */
function eventsOfFormer(workspaceId: string) {
  return pg()`
    select case when f.import_id is null then 'created' else 'imported' end, f.created_at, f.import_id, f.import_row,
      null, ${creationOf(workspaceId, "f.contact_id")}, f.contact_id, f.contact_id
    from former f
    union all
    select 'import_changed', coalesce(i.completed_at, i.started_at), i.id, null, null, null, f.contact_id, f.contact_id
    from former f
    join imports i on i.workspace_id = ${workspaceId} and i.started_at is not null and ${isTold(workspaceId)}
    cross join lateral (
      select 1 from import_changes j
      where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = f.contact_id limit 1
    ) changed
    union all
    select 'merged', s.created_at, null, null, null, s.id, f.merged_into, f.contact_id
    from former f join change_sets s on s.workspace_id = ${workspaceId} and s.id = f.change_id`;
}

async function hasContact(workspaceId: string, id: string): Promise<boolean> {
  const rows = await pg()`select from contacts where workspace_id = ${workspaceId} and id = ${id}`;
  return rows.length > 0;
}

const isOptOut = ({ kind }: EventRow) => kind === "unsubscribed" || kind === "resubscribed";
const hasFields = ({ kind }: EventRow) => !["created", "imported", "tagged"].includes(kind);

type Told = TimelineEvent & { cursor: string };

/**
 * The events that fit on a page, read in groups because the former values may be 26 KB each. `read`: how many have been
 * read.
 */
async function tellPage(workspaceId: string, id: string, rows: EventRow[]) {
  const told: Told[] = [];
  const optOuts = new Set(rows.filter(isOptOut).map((row) => row.change_id));
  let bytes = 0;
  let read = 0;
  while (read < rows.length && bytes <= LIMITS.page_bytes.max) {
    const some = await withChanges(workspaceId, id, rows.slice(read, read + AT_ONCE), optOuts);
    told.push(...some);
    bytes += jsonBytes(some);
    read = Math.min(read + AT_ONCE, rows.length);
  }
  return { told, read };
}

/**
 * Adds authors and the values before and after to the changes of change sets and imports. Leaves out those that changed
 * nothing, and those that are just an opt-out or its reversal, which has its own event.
 */
async function withChanges(
  workspaceId: string,
  id: string,
  rows: EventRow[],
  optOuts: Set<string | null>,
): Promise<Told[]> {
  const causesOf = (some: EventRow[]) => [
    ...new Set(some.flatMap((row) => row.change_id ?? row.import_id ?? [])),
  ];
  const causes = causesOf(rows);
  const subjects = [...new Set([id, ...rows.map((row) => row.subject)])];
  const [steps, sets] = await Promise.all([
    readSteps(workspaceId, subjects, causesOf(rows.filter(hasFields))),
    findChanges(workspaceId, causes),
  ]);
  const fieldsOf = new Map<string, FieldChange[]>();
  for (const { contactId, changeId, fields } of steps) {
    const key = `${contactId} ${changeId}`;
    fieldsOf.set(key, [...(fieldsOf.get(key) ?? []), ...fields]);
  }
  return rows.flatMap((row) => {
    const cause = row.change_id ?? row.import_id ?? "";
    const all =
      (row.kind !== "imported" && row.kind !== "tagged" && fieldsOf.get(`${row.subject} ${cause}`)) || [];
    const fields = isOptOut(row) ? all.filter(({ field }) => field === "is_unsubscribed") : all;
    const isTold = fields.every(({ field }) => field === "is_unsubscribed" && optOuts.has(row.change_id));
    if (row.kind === "changed" && row.change_id && isTold) return [];
    return [{ ...toEvent(row, fields, sets.get(cause)?.actor ?? null), cursor: row.cursor }];
  });
}

function toEvent(row: EventRow, fields: FieldChange[], by: TimelineEvent["by"]): TimelineEvent {
  return {
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    import:
      row.import_id === null
        ? null
        : { id: row.import_id, filename: row.filename, row: row.row, line: row.line },
    tag: row.tag_id && row.tag_name !== null ? { id: row.tag_id, name: row.tag_name } : null,
    change_id: row.change_id,
    of: row.of_id && row.of_email !== null ? { id: row.of_id, email: row.of_email } : null,
    by,
    fields,
  };
}
