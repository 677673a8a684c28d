import { pg } from "@/db/client";
import { notFound, unknownCursor } from "@/lib/errors";
import { toPage } from "@/lib/schemas";
import { totalOf } from "@/lib/totals";
import { actorOf, type ChangeSetView, type ChangesFilter } from "./schemas";
import type { Way } from "./ways";

interface SetRow {
  id: string;
  way: Way;
  at: string;
  user_id: string | null;
  api_key_id: string | null;
  who: string | null;
  created: number;
  changed: number;
  deleted: number;
  opt_outs_withdrawn: number;
  opt_outs_remembered: number;
  tag_id: string | null;
  tag_name: string | null;
  field_id: string | null;
  field_name: string | null;
  filename: string | null;
  contact_id: string | null;
  contact_email: string | null;
  contact_exists: boolean | null;
  undoes: string | null;
  undone_way: Way | null;
  undone_by: string | null;
  status: "processing" | "completed";
  done: number | null;
  total_work: number | null;
  until: string | null;
  erased: boolean;
}

/** SQL for whether the undo `u` is complete but kept something, which a later undo may still undo. */
export const KEPT_SOME = "u.status = 'completed' and coalesce((u.result ->> 'kept')::int, 0) > 0";

/**
 * SQL for whether the set `s` is still being written: by the bulk action with the same id, or because it is an undo.
 */
export function isRunning(workspaceId: string) {
  return pg()`(s.undoes is not null and s.status = 'processing' or exists (
    select from bulk_actions b where b.workspace_id = ${workspaceId} and b.id = s.id and b.status = 'processing'))`;
}

/**
 * SQL for whether nothing is left of the set `s` because all its contacts were erased: an undo would do nothing.
 * Imports keep no entries for the contacts they created.
 */
export function isErased(workspaceId: string) {
  const has = (table: string) => pg()`exists (
    select from ${pg()(table)} e where e.workspace_id = ${workspaceId} and e.change_id = s.id)`;
  return pg()`(s.way not in ('import', 'contacts_erased') and s.undone_by is null
    and s.created + s.changed + s.deleted > 0 and s.opt_outs_remembered + s.opt_outs_withdrawn = 0
    and not ${has("contact_changes")} and not ${has("tag_changes")} and not ${has("field_changes")})`;
}

/** SQL for how much of the set `s` has been written so far. */
function workDone() {
  return pg()`case
    when i.status = 'processing' then i.processed_rows
    when s.undoes is not null and s.status = 'processing' then (
      select (r ->> 'removed')::int + (r ->> 'restored')::int + (r ->> 'kept')::int
      from (select coalesce(s.result, o.undo_result) as r) so_far)
    else b.processed end`;
}

/** SQL for the maximum of `workDone`: an undo skips what an earlier undo has done. */
function workTotal() {
  return pg()`case
    when i.status = 'processing' then i.total_rows
    when o.id is not null then o.created_rows + case
      when o.repeated_rows + o.changed_contacts > 0 then o.changed_contacts else o.updated_rows - o.unchanged_rows end
    when s.undoes is not null then a.created + a.changed + a.deleted
    else b.total end`;
}

/** Change sets with their authors; counts and status of an import come from its own row. */
function views(workspaceId: string) {
  return pg()`
    select s.id, s.way, s.created_at as at, s.user_id, s.api_key_id, coalesce(k.name, m.email) as who,
      coalesce(i.created_rows, s.created) as created, coalesce(i.changed_contacts, s.changed) as changed, s.deleted,
      s.opt_outs_withdrawn, s.opt_outs_remembered,
      s.tag_id, ${tagName(workspaceId)} as tag_name, f.field_id, coalesce(f.name, '') as field_name,
      coalesce(i.filename, o.filename) as filename, one.contact_id, one.contact_email, one.contact_exists, s.undoes,
      a.way as undone_way,
      case when i.undo_status is not null then coalesce(i.undo_change_id, i.id) else s.undone_by end as undone_by,
      case when i.status = 'processing' or i.undo_status = 'processing' or u.status = 'processing' or ${isRunning(workspaceId)}
        then 'processing' else 'completed' end as status,
      ${workDone()} as done, ${workTotal()} as total_work,
      ${isErased(workspaceId)} as erased,
      case
        when s.way = 'contacts_erased' or ${isErased(workspaceId)} then null
        when i.created_rows + i.updated_rows - i.unchanged_rows + i.changed_contacts + s.opt_outs_remembered = 0 then null
        when i.undo_status is not null and coalesce((i.undo_result ->> 'kept')::int, 0) = 0 then null
        when s.undone_by is not null and not (${pg().unsafe(KEPT_SOME)}) then null
        when s.created_at > now() - interval '30 days' then s.created_at + interval '30 days'
      end as until
    from change_sets s
    left join imports i on i.workspace_id = ${workspaceId} and i.id = s.id and s.way = 'import'
    left join change_sets u on u.workspace_id = ${workspaceId} and u.id = s.undone_by
    left join change_sets a on a.workspace_id = ${workspaceId} and a.id = s.undoes
    left join bulk_actions b on b.workspace_id = ${workspaceId} and b.id = s.id and b.status = 'processing'
    left join imports o on o.workspace_id = ${workspaceId} and o.id = s.undoes
    left join memberships m on m.workspace_id = ${workspaceId} and m.user_id = s.user_id
    left join api_keys k on k.workspace_id = ${workspaceId} and k.id = s.api_key_id
    left join lateral (${onlyContact(workspaceId)}) one on s.created + s.changed + s.deleted = 1 or s.way = 'merge'
    left join lateral (
      select (array_agg(e.field_id))[1] as field_id, coalesce(min(e.name), min(x.name)) as name from field_changes e
      left join field_changes x on x.workspace_id = ${workspaceId} and x.change_id = s.undoes and x.field_id = e.field_id
      where e.workspace_id = ${workspaceId} and e.change_id = s.id having count(*) = 1
    ) f on true`;
}

/**
 * The name that the tag of set `s` had after that set: the name that the next set found or, if `s` deleted the tag,
 * that `s` found; otherwise its current or last known name.
 */
function tagName(workspaceId: string) {
  const named = pg()`
    select e.name from tag_changes e
    where s.tag_id is not null and e.workspace_id = ${workspaceId} and e.tag_id = s.tag_id and e.name is not null`;
  return pg()`coalesce(
    (${named} and (e.change_id > s.id or e.change_id = s.id and e.kind = 'deleted') order by e.change_id limit 1),
    (select g.name from tags g where g.workspace_id = ${workspaceId} and g.id = s.tag_id),
    (${named} order by e.change_id desc limit 1))`;
}

/** The contact of a set `s` that wrote only one, or the survivor of a merge, with its current or last address. */
function onlyContact(workspaceId: string) {
  return pg()`
    select e.contact_id, coalesce(c.email, (
        select d.email from contact_changes d
        where d.workspace_id = ${workspaceId} and d.contact_id = e.contact_id and d.kind = 'deleted'
        order by d.change_id desc limit 1)) as contact_email, c.id is not null as contact_exists
    from contact_changes e left join contacts c on c.workspace_id = ${workspaceId} and c.id = e.contact_id
    where e.workspace_id = ${workspaceId} and e.change_id = s.id and (s.way <> 'merge' or e.kind = 'changed')
    limit 1`;
}

function toView(row: SetRow): ChangeSetView {
  return {
    id: row.id,
    way: row.way,
    at: new Date(row.at).toISOString(),
    actor: actorOf(row, row.way === "import"),
    created: row.created,
    changed: row.changed,
    deleted: row.deleted,
    opt_outs_withdrawn: row.opt_outs_withdrawn,
    opt_outs_remembered: row.opt_outs_remembered,
    tag: row.tag_id ? { id: row.tag_id, name: row.tag_name } : null,
    field: row.field_id ? { id: row.field_id, name: row.field_name ?? "" } : null,
    filename: row.filename,
    contact: row.contact_id
      ? { id: row.contact_id, email: row.contact_email, exists: row.contact_exists === true }
      : null,
    undoes: row.undoes,
    undone_way: row.undone_way,
    undone_by: row.undone_by,
    status: row.status,
    progress: progressOf(row),
    erased: row.erased,
    undoable_until: row.until && row.status === "completed" ? new Date(row.until).toISOString() : null,
  };
}

function progressOf({ done, total_work: total }: SetRow): ChangeSetView["progress"] {
  return done === null || total === null ? null : { done: Math.min(done, total), total };
}

function conditions(workspaceId: string, { actor, way, contact, from, to }: ChangesFilter) {
  const none = pg()``;
  return pg()`
    s.workspace_id = ${workspaceId}
    ${actor ? pg()`and ${actor}::uuid in (s.user_id, s.api_key_id)` : none}
    ${way ? pg()`and s.way = ${way}` : none}
    ${from ? pg()`and s.created_at >= ${from}` : none}
    ${to ? pg()`and s.created_at < ${to}` : none}
    ${contact ? pg()`and ${wrote(workspaceId, contact)}` : none}`;
}

/** Whether a set wrote the contact. Imports are queried one by one, because the key of their journals begins with the import. */
function wrote(workspaceId: string, contact: string) {
  return pg()`case when s.way = 'import' then exists (
      select from import_changes j
      where j.workspace_id = ${workspaceId} and j.import_id = s.id and j.contact_id = ${contact}
    ) or s.id = (select c.import_id from contacts c where c.workspace_id = ${workspaceId} and c.id = ${contact})
    else s.id in (
      select e.change_id from contact_changes e
      where e.workspace_id = ${workspaceId} and e.contact_id = ${contact}) end`;
}

/**
 * A page of change sets, newest first, and their total under the filter. Throws 400 for a cursor whose set was deleted.
 */
export async function listChanges(workspaceId: string, filter: ChangesFilter) {
  const { cursor, limit } = filter;
  const where = conditions(workspaceId, filter);
  const all = pg()<{ n: number }[]>`select count(*)::int as n from change_sets s where ${where}`;
  const rows = await pg()<(SetRow & { total: number })[]>`
    select v.*, (${all}) as total from (${views(workspaceId)} where ${where}
    ${
      cursor
        ? pg()`and (s.created_at, s.id) < (
            select l.created_at, l.id from change_sets l where l.workspace_id = ${workspaceId} and l.id = ${cursor})`
        : pg()``
    }
    order by s.created_at desc, s.id desc limit ${limit + 1}) v order by v.at desc, v.id desc`;
  if (rows.length === 0 && cursor) await requireCursor(workspaceId, cursor);
  return toPage(rows.map(toView), limit, await totalOf(rows, cursor, all));
}

async function requireCursor(workspaceId: string, cursor: string): Promise<void> {
  const found = await pg()`select from change_sets where workspace_id = ${workspaceId} and id = ${cursor}`;
  if (found.length === 0) throw unknownCursor();
}

/** These change sets, by id; those that have been deleted are missing. */
export async function findChanges(workspaceId: string, ids: string[]): Promise<Map<string, ChangeSetView>> {
  if (ids.length === 0) return new Map();
  const rows = await pg()<SetRow[]>`
    ${views(workspaceId)} where s.workspace_id = ${workspaceId} and s.id = any(${ids})`;
  return new Map(rows.map((row) => [row.id, toView(row)]));
}

/** Throws 404. */
export async function findChange(workspaceId: string, id: string): Promise<ChangeSetView> {
  const found = (await findChanges(workspaceId, [id])).get(id);
  if (!found) throw notFound("Change set");
  return found;
}

/** The change sets that last wrote these contacts, or deleted them, by contact. */
export async function lastWriters(workspaceId: string, ids: string[]): Promise<Map<string, ChangeSetView>> {
  if (ids.length === 0) return new Map();
  const rows = await pg()<{ id: string; by: string }[]>`
    select id, written_by as by from contacts
    where workspace_id = ${workspaceId} and id = any(${ids}) and written_by is not null
    union all
    (select distinct on (d.contact_id) d.contact_id, d.change_id from contact_changes d
    where d.workspace_id = ${workspaceId} and d.contact_id = any(${ids}) and d.kind = 'deleted' and not exists (
      select from contacts c where c.workspace_id = ${workspaceId} and c.id = d.contact_id)
    order by d.contact_id, d.change_id desc)`;
  const sets = await findChanges(workspaceId, [...new Set(rows.map(({ by }) => by))]);
  return new Map(
    rows.flatMap(({ id, by }) => {
      const set = sets.get(by);
      return set ? [[id, set] as const] : [];
    }),
  );
}
