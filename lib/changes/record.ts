import { type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { joinShard } from "@/db/shard";
import { currentWork } from "@/db/work";
import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { refusal } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { Way } from "./ways";

/**
 * Every write to contacts and tags records its change set and the former values in the same statement: one round trip,
 * and neither can exist without the other. Not by triggers or session settings: a distributed database would not pass
 * them on to its shards (docs/decisions/change-sets.md).
 */

/** A change set that is about to be written. */
export interface ChangeSet {
  workspaceId: string;
  id: string;
  way: Way;
  userId: string | null;
  apiKeyId: string | null;
  tagId: string | null;
  /** Set if an earlier call began it and this one adds to it. */
  isContinued: boolean;
}

interface Told {
  tagId?: string;
  /** A change set that an earlier call of the same kind began. */
  continues?: string | undefined;
}

/** Begins a change set in the name of the current caller. Call it before taking a connection. */
export function newChangeSet(workspaceId: string, way: Way, { tagId, continues }: Told = {}): ChangeSet {
  const { actor } = currentWork();
  return {
    workspaceId,
    id: continues ?? newId(),
    way,
    userId: actor?.userId ?? null,
    apiKeyId: actor?.apiKeyId ?? null,
    tagId: tagId ?? null,
    isContinued: continues !== undefined,
  };
}

/**
 * Runs a transaction that writes a change set. A continued set is locked first, so that an undo waits for this part.
 * Throws 409 if the set belongs to another caller, is of another kind, older than an hour, or undone.
 */
export function inChangeSet<T>(set: ChangeSet, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db().transaction(async (tx) => {
    if (set.isContinued) await lockChangeSet(tx, set);
    return work(tx);
  });
}

async function lockChangeSet(tx: Transaction, { workspaceId, id, ...set }: ChangeSet): Promise<void> {
  const found = await tx.execute(sql`
    select 1 from change_sets
    where workspace_id = ${workspaceId} and id = ${id} and way = ${set.way} and undone_by is null
      and user_id is not distinct from ${set.userId}::uuid
      and api_key_id is not distinct from ${set.apiKeyId}::uuid
      and tag_id is not distinct from ${set.tagId}::uuid and created_at > now() - interval '1 hour'
    for no key update`);
  if (found.length === 0) throw refusal("over", "This change set takes no more changes");
}

/** What an entry stores of a contact, besides its tags. */
export const KEPT_COLUMNS: readonly string[] = [
  "email",
  ...TEXT_FIELDS,
  "is_unsubscribed",
  "unsubscribed_at",
  "resubscribed_at",
  "custom_fields",
  "import_id",
  "import_row",
  "written_by",
  "created_at",
  "updated_at",
];

/** `c.email, c.first_name, …` */
export function keptColumns(alias?: string): string {
  return KEPT_COLUMNS.map((name) => (alias ? `${alias}.${name}` : name)).join(", ");
}

/**
 * For a `from`: the tags of contact `c` with the times they were added, as `carried`; `tags` is the table of all
 * contacts' tags.
 */
function carriedTags(workspaceId: string, tags = sql`contact_tags`): SQL {
  return sql`cross join lateral (
    select coalesce(array_agg(t.tag_id order by t.tag_id), '{}') as tag_ids,
      coalesce(array_agg(t.created_at order by t.tag_id), '{}') as tagged_at
    from ${tags} t where t.workspace_id = ${workspaceId} and t.contact_id = c.id) carried`;
}

/**
 * Writes an entry with former values for every row of `from`, where `c` is the contact before the change. If the
 * statement itself waits for a lock on the contact, `c` must be the locked row, because its snapshot may be older. A
 * contact that a continued set writes again keeps its first entry. `withTags`: also stores the tags, current ones or
 * those that this SQL selects.
 */
export function entriesOf(
  { workspaceId, id }: ChangeSet,
  kind: "changed" | "deleted",
  from: SQL,
  withTags: boolean | SQL = false,
  mergedInto: string | null = null,
): SQL {
  const columns = keptColumns();
  return sql`
    insert into contact_changes (workspace_id, change_id, contact_id, kind, after, merged_into, ${sql.raw(columns)},
      tag_ids, tagged_at)
    select own.workspace_id, ${id}::uuid, c.id, ${kind}, ${kind === "changed" ? id : null}::uuid, ${mergedInto}::uuid,
      ${sql.raw(keptColumns("c"))}, ${withTags ? sql.raw("carried.tag_ids, carried.tagged_at") : sql.raw("null, null")}
    ${from} ${joinShard(workspaceId)} ${withTags ? carriedTags(workspaceId, withTags === true ? undefined : withTags) : sql.raw("")}
    on conflict do nothing`;
}

/** For `entriesOf`: the contacts that an earlier statement of the transaction locked. */
export function contactsById(workspaceId: string, ids: SQL): SQL {
  return sql`from (
    select * from contacts where workspace_id = ${workspaceId} and id = any(${ids}) order by id) c`;
}

/** Writes entries of contacts that did not exist before. */
export function creationsOf({ workspaceId, id }: ChangeSet, from: SQL): SQL {
  return sql`
    insert into contact_changes (workspace_id, change_id, contact_id, kind, after)
    select own.workspace_id, ${id}::uuid, c.id, 'created', ${id}::uuid ${from} ${joinShard(workspaceId)}`;
}

/**
 * Inserts the change set's own row, with the number of contacts (with `tags`, none) that it wrote, if `from` has any
 * rows.
 */
export function setRow(set: ChangeSet, counted: "created" | "changed" | "deleted" | "tags", from: SQL): SQL {
  const { workspaceId, id, way, userId, apiKeyId, tagId } = set;
  const column = counted === "tags" ? "changed" : counted;
  const number = counted === "tags" ? sql.raw("0") : sql.raw("count(*)");
  return sql`
    insert into change_sets (workspace_id, id, way, user_id, api_key_id, tag_id, ${sql.raw(column)})
    select own.workspace_id, ${id}::uuid, ${way}, ${userId}::uuid, ${apiKeyId}::uuid, ${tagId}::uuid, ${number}
    ${from} ${joinShard(workspaceId)} group by own.workspace_id
    on conflict (workspace_id, id) do update
    set ${sql.raw(`${column} = change_sets.${column} + excluded.${column}`)}`;
}

/** A part of a `with` that returns nothing. */
export function silently(name: string, statement: SQL) {
  return db().$with(name, {}).as(statement);
}

/** For `any(…)` and `unnest(…)`: a parameter of ids. */
export function idArray(ids: string[]): SQL {
  return sql`${`{${ids.join(",")}}`}::uuid[]`;
}

export const TAG_COLUMNS = "name, color, emoji, import_id, written_by, created_at";

/** Records a change set of one tag, which an earlier statement locked. */
export function noteTag(set: ChangeSet, tagId: string, kind: "changed" | "deleted"): SQL {
  const former = sql`from (select * from tags where workspace_id = ${set.workspaceId} and id = ${tagId}) c`;
  return sql`
    with entry as (${tagEntry(set, kind, former)} returning 1), noted as (${setRow(set, "tags", sql`from entry`)})
    select 1`;
}

/** Writes the entry of a tag with its former values; for a deleted one also with the contacts that had it. */
function tagEntry({ workspaceId, id }: ChangeSet, kind: "changed" | "deleted", from: SQL): SQL {
  const isGone = kind === "deleted";
  const carriers = sql`cross join lateral (
    select array_agg(t.contact_id order by t.contact_id) as contact_ids,
      array_agg(t.created_at order by t.contact_id) as tagged_at
    from contact_tags t where t.workspace_id = ${workspaceId} and t.tag_id = c.id) carriers`;
  return sql`
    insert into tag_changes (workspace_id, change_id, tag_id, kind, after, ${sql.raw(TAG_COLUMNS)}, contact_ids, tagged_at)
    select own.workspace_id, ${id}::uuid, c.id, ${kind}, ${isGone ? null : id}::uuid, ${sql.raw(TAG_COLUMNS)},
      ${sql.raw(isGone ? "contact_ids, tagged_at" : "null, null")}
    ${from} ${joinShard(workspaceId)} ${isGone ? carriers : sql.raw("")}`;
}

/** Writes the entry of a tag that did not exist before. */
export function tagCreation({ workspaceId, id }: ChangeSet, from: SQL): SQL {
  return sql`
    insert into tag_changes (workspace_id, change_id, tag_id, kind, after)
    select own.workspace_id, ${id}::uuid, c.id, 'created', ${id}::uuid ${from} ${joinShard(workspaceId)}`;
}
