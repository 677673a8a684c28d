import { type SQL, sql } from "drizzle-orm";
import { pg, type Transaction } from "@/db/client";
import { contacts } from "@/db/schema";
import { asSearch } from "@/db/work";
import { type ChangeSet, newChangeSet } from "@/lib/changes/record";
import { actorOf } from "@/lib/changes/schemas";
import { mergeCustomFields } from "@/lib/contacts/custom-fields";
import { adoptDeleted, noteKeysWithin } from "@/lib/contacts/custom-keys";
import { contactConditions } from "@/lib/contacts/filter";
import type { ContactFilter } from "@/lib/contacts/filter-schemas";
import { notFound, refusal, validationError } from "@/lib/errors";
import { fitCustomFields } from "@/lib/fields/rules";
import { LIMITS, limitReached } from "@/lib/limits";
import { toPage } from "@/lib/schemas";
import { withSegment } from "@/lib/segments/queries";
import { forgetStatistics } from "@/lib/stats/queries";
import { unknownTags } from "@/lib/tags/queries";
import { totalOf } from "@/lib/totals";
import { inTurn } from "@/lib/workspaces/turns";
import { wayOf } from "./actions";
import { blocks } from "./blocks";
import {
  type BulkListQuery,
  type BulkRecord,
  bulkRecord,
  type NewBulkAction,
  type NewValues,
  valuesOf,
} from "./schemas";

/**
 * Stores a bulk action with its contacts: exactly those that match in this statement, whatever happens before they are
 * processed. Throws 400 for an unknown tag or segment, 409 if the maximum number of actions is waiting or running.
 */
export async function createBulk(workspaceId: string, asked: NewBulkAction): Promise<BulkRecord> {
  const tagIds = asked.tag_id ? [asked.tag_id] : [];
  if ((await unknownTags(workspaceId, tagIds)).length > 0)
    throw validationError([{ path: ["tag_id"], code: "unknown", message: "no such tag" }]);
  const fields = asked.action === "set" ? await fitted(workspaceId, asked.fields) : ({} as NewValues);
  const filter = await withSegment(workspaceId, asked.filter ?? {}, ["filter"]);
  const set = newChangeSet(workspaceId, wayOf(asked.action), { tagId: asked.tag_id });
  await asSearch(() =>
    inTurn(workspaceId, async (tx) => {
      await requireRoom(workspaceId, tx);
      const keys = Object.keys(mergeCustomFields(null, fields.custom_fields ?? null) ?? {});
      if (keys.length > 0) await noteKeysWithin(tx, workspaceId, keys);
      await storeBulk(workspaceId, tx, {
        ...set,
        action: asked.action,
        fields: valuesOf(fields).map(([name]) => name),
        newValues: asked.action === "set" ? fields : null,
        where: contactsOf(workspaceId, filter, asked.ids),
      });
    }),
  );
  return findBulk(workspaceId, set.id);
}

/** New values in the form in which they are stored. Throws 400 for one that does not fit its custom field. */
async function fitted(workspaceId: string, fields: NewValues = {}): Promise<NewValues> {
  if (!fields.custom_fields) return fields;
  const custom_fields = await fitCustomFields(workspaceId, fields.custom_fields, ["fields", "custom_fields"]);
  return { ...fields, custom_fields };
}

/** Throws 409 if the maximum number of bulk actions is waiting or running. */
export async function requireRoom(workspaceId: string, tx: Transaction): Promise<void> {
  const [alive] = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from bulk_actions where workspace_id = ${workspaceId} and status = 'processing'`);
  const { max } = LIMITS.bulk_alive;
  if (alive && alive.n >= max)
    throw limitReached(
      "bulk_alive",
      `${max} bulk actions are waiting or running. Try again when one is done.`,
    );
}

interface NewBulk extends Pick<ChangeSet, "id" | "tagId" | "userId" | "apiKeyId"> {
  action: BulkRecord["action"];
  fields: string[];
  newValues: object | null;
  /** SQL for the contacts of the workspace to which it applies. */
  where: SQL;
}

/** Stores a bulk action and its contacts in id order, so that neighbours are near each other in the table, too. */
export async function storeBulk(
  workspaceId: string,
  tx: Transaction,
  { id, action, tagId, userId, apiKeyId, fields, newValues, where }: NewBulk,
): Promise<void> {
  await tx.execute(sql`
    with stored as (
      insert into bulk_blocks (workspace_id, bulk_id, n, ids)
      select ${workspaceId}, ${id}, found.n, array_agg(found.id order by found.id)
      from (
        select ${contacts.id} as id, ((row_number() over (order by ${contacts.id}) - 1) / ${blocks.size})::int as n
        from ${contacts} where ${where}) found group by found.n
      returning cardinality(ids) as size
    )
    insert into bulk_actions (workspace_id, id, action, tag_id, fields, new_values, user_id, api_key_id, total,
      status, completed_at)
    select ${workspaceId}, ${id}, ${action}, ${tagId}::uuid, array(select jsonb_array_elements_text(${JSON.stringify(fields)}::jsonb)),
      ${newValues && JSON.stringify(newValues)}::jsonb,
      ${userId}::uuid, ${apiKeyId}::uuid, coalesce(sum(size), 0),
      case when count(*) > 0 then 'processing' else 'completed' end, case when count(*) = 0 then now() end
    from stored`);
}

function contactsOf(workspaceId: string, filter: ContactFilter, ids: string[] | undefined): SQL {
  const where = contactConditions(workspaceId, filter);
  return ids ? sql`${where} and ${contacts.id} = any(${`{${ids.join(",")}}`}::uuid[])` : sql`${where}`;
}

type Row = Omit<BulkRecord, "actor" | "tag" | "field" | "created_at" | "completed_at"> & {
  field_id: string | null;
  field_name: string | null;
  tag_id: string | null;
  tag_name: string | null;
  user_id: string | null;
  api_key_id: string | null;
  who: string | null;
  created_at: Date | string;
  completed_at: Date | string | null;
};

function records(workspaceId: string) {
  return pg()`
    select b.id, b.action, b.tag_id, g.name as tag_name, f.field_id, f.name as field_name, b.fields, b.user_id, b.api_key_id,
      coalesce(k.name, m.email) as who, b.status, b.total, b.processed, b.changed, b.refused, b.refused_ids,
      b.failure_code, s.id as change_id, s.undone_by, b.created_at, b.completed_at
    from bulk_actions b
    left join change_sets s on s.workspace_id = ${workspaceId} and s.id = b.id
    left join memberships m on m.workspace_id = ${workspaceId} and m.user_id = b.user_id
    left join api_keys k on k.workspace_id = ${workspaceId} and k.id = b.api_key_id
    left join tags g on g.workspace_id = ${workspaceId} and g.id = b.tag_id
    left join field_changes f on f.workspace_id = ${workspaceId} and f.change_id = b.id
    where b.workspace_id = ${workspaceId}`;
}

function toRecord({
  tag_id,
  tag_name,
  field_id,
  field_name,
  user_id,
  api_key_id,
  who,
  ...row
}: Row): BulkRecord {
  return bulkRecord.parse({
    ...row,
    tag: tag_id ? { id: tag_id, name: tag_name } : null,
    field: field_id ? { id: field_id, name: field_name } : null,
    actor: actorOf({ user_id, api_key_id, who }),
    created_at: new Date(row.created_at).toISOString(),
    completed_at: row.completed_at && new Date(row.completed_at).toISOString(),
  });
}

/** Throws 404 when the workspace has no such bulk action. */
export async function findBulk(workspaceId: string, id: string): Promise<BulkRecord> {
  const [row] = await pg()<Row[]>`${records(workspaceId)} and b.id = ${id}`;
  if (!row) throw notFound("Bulk action");
  return toRecord(row);
}

/** A page of bulk actions, newest first, and their total. */
export async function listBulk(workspaceId: string, { cursor, limit, status }: BulkListQuery) {
  const withStatus = status ? pg()`and b.status = ${status}` : pg()``;
  const after = cursor ? pg()`and b.id < ${cursor}` : pg()``;
  const all = pg()<{ n: number }[]>`
    select count(*)::int as n from bulk_actions b where b.workspace_id = ${workspaceId} ${withStatus}`;
  const rows = await pg()<(Row & { total: number })[]>`
    select page.*, (${all}) as total
    from (${records(workspaceId)} ${withStatus} ${after} order by b.id desc limit ${limit + 1}) page order by page.id desc`;
  return toPage(rows.map(toRecord), limit, await totalOf(rows, cursor, all));
}

/**
 * Stops a bulk action: what was changed by then stays, and can be undone; the block in progress is discarded. Does not
 * wait for writers of contacts. Throws 404, and 409 if it has ended.
 */
export async function stopBulk(workspaceId: string, id: string): Promise<void> {
  const stopped = await pg().begin(async (tx) => {
    const rows = await tx`
      update bulk_actions set status = 'stopped', completed_at = now(), lease_until = null, new_values = null
      where workspace_id = ${workspaceId} and id = ${id} and status = 'processing' returning 1`;
    if (rows.length === 0) return false;
    await blocks.discard(tx, workspaceId, id);
    await adoptDeleted(tx, workspaceId, id);
    await forgetStatistics(workspaceId, tx);
    return true;
  });
  if (stopped) return;
  const { status } = await findBulk(workspaceId, id);
  throw refusal("over", "The bulk action has ended", "CONFLICT", { status });
}
