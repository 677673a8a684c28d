import type { TransactionSql } from "postgres";
import { joinShardTx } from "@/db/shard";
import { FIELD_COLUMNS } from "@/lib/fields/journal";
import { isStored } from "./fit-values";
import { type Asked, earlierUndos, type PartVerdict, type Undone } from "./undone";

interface JudgedField {
  id: string;
  /** The current version of the field; null if it does not exist. */
  key: string | null;
  verdict: PartVerdict;
  by: string | null;
  /** True if a write or a file created it. */
  isNoted: boolean;
}

interface JudgedFields {
  fields: JudgedField[];
  /** True if the set undoes an import, or undoes the undo of one. */
  isOfImport: boolean;
  /**
   * True if the current field does not accept the values that the contacts would get; then the contacts stay as they
   * are, too.
   */
  isBlocked: boolean;
}

const BLOCKING = new Set<PartVerdict>(["edited", "deleted", "name_taken"]);

/**
 * Decides what happens to the custom fields of the set, and locks them unless this is a preview. A field that was created
 * or changed later stays, and so do the contacts. Not so if an import created it: the import's contacts are undone, and
 * their values go into the field that exists then (`fitValues`). A field that a later write created by itself counts
 * only while a contact has a value that would not fit.
 */
export async function judgeFields(
  tx: TransactionSql,
  undone: Asked,
  isLocked: boolean,
): Promise<JudgedFields> {
  const { workspaceId, id } = undone;
  if (isLocked)
    await tx`
      select from field_definitions f join field_changes e on e.workspace_id = ${workspaceId}
        and (e.field_id = f.id or e.key = f.key)
      where f.workspace_id = ${workspaceId} and e.change_id = ${id} order by f.id for update of f`;
  const isOfImport = await undoesImport(tx, undone);
  const fields = await tx<JudgedField[]>`
    select e.field_id as id, f.key, f.written_by as by, coalesce(f.is_noted, false) as "isNoted", case
        when e.kind = 'deleted' then case when f.id is not null then 'gone'
          when taken.key or taken.name and not ${isOfImport} then 'name_taken'
          when exists (
            select from field_changes x
            where x.workspace_id = ${workspaceId} and x.change_id = any(${earlierUndos(tx, undone)})
              and x.field_id = e.field_id) then 'deleted'
          else 'bring_back' end
        when f.id is null then case e.kind when 'created' then 'gone' else 'deleted' end
        when f.written_by is distinct from e.after then case
          when e.kind = 'changed' and f.written_by is not distinct from e.written_by then 'gone' else 'edited' end
        when e.kind = 'created' then 'remove'
        when taken.key or taken.name then 'name_taken'
        else 'restore' end as verdict
    from field_changes e
    left join field_definitions f on f.workspace_id = ${workspaceId} and f.id = e.field_id
    cross join lateral (
      select coalesce(bool_or(o.key = e.key), false) as key,
        coalesce(bool_or(fold_text(o.name) = fold_text(e.name)), false) as name
      from field_definitions o
      where o.workspace_id = ${workspaceId} and o.id <> e.field_id
        and not (o.is_noted and o.key = e.key and (${takesOver(tx, workspaceId)}))
    ) taken
    where e.workspace_id = ${workspaceId} and e.change_id = ${id}`;
  return {
    fields,
    isOfImport,
    isBlocked: !isOfImport && fields.some(({ verdict }) => BLOCKING.has(verdict)),
  };
}

/**
 * SQL for whether field `e` can replace `o`, which has the same key: their types and options are equal, or no contact
 * has a value for the key. The set removed the values of `e`, so any that exist belong to `o`.
 */
function takesOver(tx: TransactionSql, workspaceId: string) {
  return tx`(o.type, o.options) = (e.type, e.options) or not exists (
    select from contacts c
    where c.workspace_id = ${workspaceId} and jsonb_typeof(c.custom_fields) = 'object' and not ${isStored(tx, "e")})`;
}

/**
 * An import's row names its last undo. After the import's deletion, its undo is recognised by having no result, or an
 * import's result (lib/imports/engine/undo.ts).
 */
async function undoesImport(tx: TransactionSql, { workspaceId, id }: Omit<Undone, "by">): Promise<boolean> {
  const [row] = await tx<{ is: boolean }[]>`
    with recursive chain as (
      select id, undoes, way, result from change_sets where workspace_id = ${workspaceId} and id = ${id}
      union all
      select s.id, s.undoes, s.way, s.result from chain c
      join change_sets s on s.workspace_id = ${workspaceId} and s.id = c.undoes
    )
    select exists (select from imports where workspace_id = ${workspaceId} and undo_change_id = ${id})
      or exists (select from chain where way = 'undo' and (result is null or result ? 'phase')) as is`;
  return row?.is ?? false;
}

/** Fields that are removed after the contacts were undone, if no contact still has a value. */
const goingLast = ({ fields }: JudgedFields) => fields.filter(({ verdict }) => verdict === "remove");

/** Fields that are undone before the contacts. */
export const goingFirst = ({ fields }: JudgedFields) => fields.filter(({ verdict }) => verdict !== "remove");

/** A field in use stays. This is reported only for fields that a write would not simply create again. */
const staying = (field: JudgedField): JudgedField => ({
  ...field,
  verdict: field.isNoted ? "gone" : "in_use",
});

/** Removes the fields that the set created and that are no longer used. Returns what became of each. */
export async function undoCreated(tx: TransactionSql, undone: Undone): Promise<JudgedField[]> {
  const judged = await judgeFields(tx, undone, true);
  const fields = goingLast(judged);
  const removed = await removeUnused(tx, undone, fields, judged.isOfImport ? (fields[0]?.by ?? null) : null);
  return fields.map((field) => (removed.has(field.id) ? field : staying(field)));
}

/** Predicts the verdicts of `undoCreated`, as far as they are known before the contacts are restored. */
export async function predictFields(
  tx: TransactionSql,
  { workspaceId, id }: Omit<Undone, "by">,
  judged: JudgedFields,
): Promise<JudgedField[]> {
  const last = goingLast(judged);
  if (last.length === 0) return judged.fields;
  const by = judged.isOfImport ? (last[0]?.by ?? null) : null;
  const used = await tx<{ key: string }[]>`${usedKeys(tx, workspaceId, keysOf(last), by, id)}`;
  const keys = new Set<string | null>(used.map(({ key }) => key));
  return judged.fields.map((one) => (last.includes(one) && keys.has(one.key) ? staying(one) : one));
}

const keysOf = (fields: Pick<JudgedField, "key">[]) => fields.flatMap(({ key }) => key ?? []);

/**
 * A query of those keys (and maybe others) that contacts use; for fields that the import `by` created, also of those
 * that a segment or another import uses. All keys at once, because a query per key would read all contacts each time.
 * `but`: contacts still as this set left them do not count, since they will lose the keys.
 */
function usedKeys(
  tx: TransactionSql,
  workspaceId: string,
  keys: string[],
  by: string | null,
  but: string | null = null,
) {
  // One journal lookup per contact: a join read the whole journal for each of 200 000 contacts.
  const having = tx`
    from contacts c where c.workspace_id = ${workspaceId} and jsonb_typeof(c.custom_fields) = 'object' ${
      but === null
        ? tx``
        : tx`and (
            select true from contact_changes j
            where j.workspace_id = ${workspaceId} and j.change_id = ${but} and j.contact_id = c.id
              and c.written_by is not distinct from j.after limit 1) is null`
    }`;
  const contacts = tx`
    select key from first union
    select key from (
      select c.custom_fields ${having} and c.custom_fields ?| array(
        select unnest(${keys}::text[]) except select key from first)
        and exists (select from first)
    ) c, jsonb_object_keys(c.custom_fields) as key`;
  // Looking in a thousand contacts that have the key is enough; a million need not be searched.
  const first = tx`with first as materialized (
    select distinct key from (
      select c.custom_fields ${having} and c.custom_fields ?| ${keys}::text[] limit 1000
    ) c, jsonb_object_keys(c.custom_fields) as key)`;
  if (by === null) return tx`${first} ${contacts}`;
  return tx`${first} ${contacts}
    union select substr(field, length('custom_fields.') + 1) from imports, jsonb_each_text(column_mapping) as one(header, field)
    where workspace_id = ${workspaceId} and id <> ${by} and started_at is not null and undone_at is null
      and field is not null
    union select jsonb_object_keys(filter -> 'custom_fields') from segments
    where workspace_id = ${workspaceId} and jsonb_typeof(filter -> 'custom_fields') = 'object'
    union select substr(ltrim(sort, '-'), length('custom_fields.') + 1) from segments
    where workspace_id = ${workspaceId} and sort is not null`;
}

/** Removes those of the given, locked fields that nothing uses (`usedKeys`), and records it. Returns which. */
export async function removeUnused(
  tx: TransactionSql,
  { workspaceId, by }: Pick<Undone, "workspaceId" | "by">,
  fields: Pick<JudgedField, "id" | "key">[],
  importId: string | null,
): Promise<Set<string>> {
  if (fields.length === 0) return new Set();
  const rows = await tx<{ id: string }[]>`
    with used as materialized (${usedKeys(tx, workspaceId, keysOf(fields), importId)}), gone as (
      delete from field_definitions
      where workspace_id = ${workspaceId} and id = any(${fields.map(({ id }) => id)})
        and key <> all (array(select key from used))
      returning *
    ), ${journalRemoval(tx, workspaceId, by)} returning field_id as id`;
  return new Set(rows.map(({ id }) => id));
}

/** Undoes what the set did to a field, and records it so that the undo can be undone. */
export async function undoField(
  tx: TransactionSql,
  { workspaceId, id, by }: Undone,
  { id: fieldId, verdict }: JudgedField,
): Promise<void> {
  const columns = tx.unsafe(FIELD_COLUMNS);
  const former = tx`
    select * from field_changes where workspace_id = ${workspaceId} and change_id = ${id} and field_id = ${fieldId}`;
  if (verdict === "restore")
    await tx`
      with former as (${former}), journaled as (
        insert into field_changes (workspace_id, change_id, field_id, kind, after, ${columns})
        select f.workspace_id, ${by}, f.id, 'changed', (select written_by from former), ${columns}
        from field_definitions f where f.workspace_id = ${workspaceId} and f.id = ${fieldId}
      )
      update field_definitions f set (${columns}) = (select ${columns} from former)
      where f.workspace_id = ${workspaceId} and f.id = ${fieldId}`;
  if (verdict === "bring_back") {
    // If a write used the key meanwhile, the field was recreated as text; the values that it wrote stay.
    await tx`
      delete from field_definitions where workspace_id = ${workspaceId} and is_noted and key = (
        select key from field_changes
        where workspace_id = ${workspaceId} and change_id = ${id} and field_id = ${fieldId})`;
    await tx`
      with former as (${former}), made as (
        insert into field_definitions (workspace_id, id, ${columns})
        select own.workspace_id, field_id, ${columns} from former ${joinShardTx(tx, workspaceId)}
      ), noted as (
        insert into custom_keys (workspace_id, key)
        select own.workspace_id, ${hashOf(tx, workspaceId)} from former ${joinShardTx(tx, workspaceId)} on conflict do nothing
      )
      insert into field_changes (workspace_id, change_id, field_id, kind, after)
      select workspace_id, ${by}, field_id, 'created', written_by from former`;
  }
}

/** For a `with`: releases the keys of the fields in `gone`, and records the fields so that the undo can be undone. */
function journalRemoval(tx: TransactionSql, workspaceId: string, by: string) {
  const columns = tx.unsafe(FIELD_COLUMNS);
  return tx`forgotten as (
      delete from custom_keys where workspace_id = ${workspaceId} and key = any (array(select ${hashOf(tx, workspaceId)} from gone))
    )
    insert into field_changes (workspace_id, change_id, field_id, kind, ${columns})
    select workspace_id, ${by}, id, 'deleted', ${columns} from gone`;
}

/** In the form in which custom_keys has a key (lib/contacts/custom-keys.ts). */
function hashOf(tx: TransactionSql, workspaceId: string) {
  return tx`encode(sha256(convert_to(${workspaceId}::uuid::text || key, 'UTF8')), 'hex')`;
}
