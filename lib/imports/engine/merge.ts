import type { TransactionSql } from "postgres";
import { isDistributed, nowIn } from "@/db/distributed";
import { type OverfullCode, overfullSql } from "@/lib/imports/rows/custom-limits";
import { contactColumns, KEY_COLUMNS } from "@/lib/imports/rows/encode";
import { ownError } from "@/lib/own-error";
import { keepEntries, keepFormer } from "./former";
import { mergedSearchText, newValues } from "./merge-values";
import type { Division, Merged, MergePlan } from "./plan";
import { findOvertagged } from "./tag-limits";
import { STAGED_TABLE, TAGGED_TABLE } from "./work-tables";

/** Contacts that rows pushed over their limits, by e-mail: the merge must be rolled back and repeated without those rows. */
export class OverfullError extends ownError("OverfullError") {
  readonly codes: Record<string, OverfullCode>;

  constructor(codes: Record<string, OverfullCode>) {
    super("a contact would hold more than it can");
    this.codes = codes;
  }
}

/**
 * Merges the staging table, with statements over all of its rows. Throws OverfullError.
 */
export async function mergeStaged(
  tx: TransactionSql,
  plan: MergePlan,
  { staged: { length: rows }, mayBeNew, isLikely }: Division,
  asked: Asked,
): Promise<Omit<Merged, "missing">> {
  if (rows === 0) return { created: 0, ...NOT_UPDATED };
  // If all of them exist and change, new ones need not be looked for. For a change set the lookup came earlier.
  const likely = isLikely && !plan.isChangeSet ? await updateKnown(tx, plan, asked) : NOT_UPDATED;
  if (likely.changed === rows) return { created: 0, ...likely };
  const { created, written: made } =
    mayBeNew && plan.creates ? await insertNew(tx, plan, asked) : NOT_CREATED;
  const isSet = plan.isChangeSet && created < rows;
  if (isSet) await keepFormer(tx, plan);
  if (plan.columns.tags) await addTags(tx, plan);
  const isUpdate = created < rows && (plan.strategy === "update" || plan.columns.is_unsubscribed);
  const { changed, again, written } = isUpdate ? await updateKnown(tx, plan, asked) : NOT_UPDATED;
  if (isSet) await keepEntries(tx, plan);
  else if (plan.columns.tags && changed > 0) await journalTags(tx, plan);
  const overtagged = plan.columns.tags ? await findOvertagged(tx, plan.workspaceId) : null;
  if (overtagged) throw new OverfullError(overtagged);
  return {
    created,
    changed: likely.changed + changed,
    again: likely.again + again,
    written: [...made, ...likely.written, ...written],
  };
}

/** Numbers of staged rows whose e-mail occurred in an earlier batch, and of those about which `written` tells. */
interface Asked {
  met: readonly number[];
  contested: readonly number[];
}

type Updated = Omit<Merged, "created" | "missing">;
const NOT_UPDATED: Updated = { changed: 0, again: 0, written: [] };
const NOT_CREATED: Pick<Merged, "created" | "written"> = { created: 0, written: [] };

/**
 * Creates the contacts whose e-mail is new. The unique index decides, so a concurrent writer does no harm; looking
 * them up first spares existing rows, usually nearly all, an attempt to insert them.
 */
async function insertNew(
  tx: TransactionSql,
  plan: MergePlan,
  { contested }: Asked,
): Promise<typeof NOT_CREATED> {
  const { workspaceId, importId, isChangeSet, columns } = plan;
  const names = [...KEY_COLUMNS, ...contactColumns(columns)].join(", ");
  const result = await tx.unsafe(
    `insert into contacts (workspace_id, import_id, written_by, ${names})
     select '${workspaceId}', ${isChangeSet ? "null" : `'${importId}'`}, '${importId}', ${names} from (select * from ${STAGED_TABLE}) s
     where not exists (select from contacts c where c.workspace_id = '${workspaceId}' and c.email = s.email)
     order by email
     on conflict (workspace_id, email) do nothing`,
  );
  const created = result.count;
  if (created === 0 || contested.length === 0) return { created, written: [] };
  const rows = await tx<{ row: number }[]>`
    select c.import_row as row from (select * from ${tx.unsafe(STAGED_TABLE)}) s cross join lateral (
      select c.import_row from contacts c
      where c.workspace_id = ${workspaceId} and c.email = s.email and c.id = s.id offset 0) c
    where s.import_row = any(${[...contested]}::int[])`;
  return { created, written: rows.map(({ row }) => row) };
}

/**
 * Adds the rows' tags to their contacts: to all of them, or only to new ones when known e-mails are skipped, or as the
 * rule of their column says. The tags actually added are then in the work table `tagged`.
 */
async function addTags(
  tx: TransactionSql,
  { workspaceId, strategy, tagIds, rules }: MergePlan,
): Promise<void> {
  const mayGet = {
    overwrite: "true",
    fill: `(c.id = w.row_id or not exists (
      select from contact_tags has where has.workspace_id = $1 and has.contact_id = c.id))`,
    never: "c.id = w.row_id",
  }[rules.tags];
  await tx.unsafe(
    `with wanted as (
       select s.id as row_id, s.email, t.id as tag_id, true as is_said
       from (select * from ${STAGED_TABLE}) s cross join lateral unnest(s.tags) as named(name)
       cross join lateral (
         select t.id from tags t where t.workspace_id = $1 and t.name_key = fold_text(named.name) offset 0) t
       union
       select s.id, s.email, t.id, false from (select * from ${STAGED_TABLE}) s join tags t on t.workspace_id = $1 and t.id = any($2::uuid[])
     ), added as (
       insert into contact_tags (workspace_id, tag_id, contact_id)
       select c.workspace_id, w.tag_id, c.id
       from wanted w cross join lateral (
         select c.workspace_id, c.id from contacts c where c.workspace_id = $1 and c.email = w.email
           and ${strategy === "skip" ? "c.id = w.row_id" : `(not w.is_said or ${mayGet})`} offset 0) c
       order by w.email
       on conflict do nothing
       returning contact_id, tag_id
     )
     insert into ${TAGGED_TABLE} select contact_id, array_agg(tag_id) from added group by contact_id`,
    [workspaceId, tagIds],
  );
}

/**
 * Updates the known contacts whose row really changes something; the others are not even locked. The staging table is
 * read in order of e-mail, as it was filled, so contacts are locked in that order, and compared as they are under the
 * lock. A trigger keeps their former values in the undo journal. A contact can become unsubscribed, never the other
 * way round. An unsubscribe that is already stored changes nothing and does not count, but the import takes the
 * contact over from another import, whose undo would subscribe it again. Its `updated_at` stays, which tells the two
 * cases apart here; hence the millisecond, in case another transaction began in the same one. Contacts that earlier
 * batches `met` are looked up in the journal: that is expensive, and hardly any row needs it. Ids are written out,
 * because a parameter would cost a second round trip: one to prepare the statement, one to run it.
 */
async function updateKnown(tx: TransactionSql, plan: MergePlan, { met, contested }: Asked): Promise<Updated> {
  const { workspaceId, importId, columns } = plan;
  const news = Object.entries(newValues(plan));
  const differs = news.map(([name, value]) => `${value} is distinct from c.${name}`);
  const isSkip = plan.strategy === "skip";
  if (columns.tags && !isSkip) differs.push(await wasTagged(tx));
  if (differs.length === 0) return NOT_UPDATED;
  const differ = differs.join(" or ");
  const now = await nowIn(tx);
  const later = await nowIn(tx, "1 ms");
  const saysAgain = columns.is_unsubscribed
    ? `(s.is_unsubscribed and c.is_unsubscribed and c.written_by <> '${importId}')`
    : "false";
  const sets = news.map(([name, value]) => `, ${name} = ${value}`);
  sets.push(`, search_doc = ${mergedSearchText(plan)}`);
  if (columns.is_unsubscribed)
    sets.push(`, unsubscribed_at = case when s.is_unsubscribed and not c.is_unsubscribed then ${now}
      else c.unsubscribed_at end`);
  const overfull =
    columns.custom && !isSkip
      ? `case when s.custom_fields is not null then ${await isOverfull(tx)} end`
      : "null::text";
  const isAgain = `s.import_row = any('{${met.join(",")}}'::int[])
    and (select o.written_by = '${importId}' from contacts o where o.workspace_id = '${workspaceId}' and o.id = c.id)`;
  const [row] = await tx.unsafe<(Updated & { overfull: Record<string, OverfullCode> | null })[]>(
    `with written as (
       update contacts c set written_by = '${importId}',
         updated_at = case when ${saysAgain} and not (${differ})
           then coalesce(nullif(c.updated_at, ${now}::timestamptz(3)), ${later}) else ${now} end
         ${sets.join("")}
       from (select * from ${STAGED_TABLE}) s
       where c.workspace_id = '${workspaceId}' and c.email = s.email and c.id <> s.id and (${differ} or ${saysAgain})
       returning c.updated_at = ${now}::timestamptz(3) as changed, ${isAgain} as again, s.email, ${overfull} as overfull,
         ${contested.length > 0 ? "s.import_row" : "null::int"} as row
     )
     select count(*) filter (where changed)::int as changed, count(*) filter (where changed and again)::int as again,
       coalesce(array_agg(row) filter (where changed and row = any('{${contested.join(",")}}')), '{}') as written,
       jsonb_object_agg(email, overfull) filter (where overfull is not null) as overfull
     from written`,
  );
  if (row?.overfull) throw new OverfullError(row.overfull);
  const { changed, again, written } = row ?? NOT_UPDATED;
  return { changed, again, written };
}

/**
 * SQL for whether `c` got tags, as a subquery per contact. With a list, `in (select …)`, the planner builds the list
 * again for each row, and so reads the whole workspace for each row. A distributed database keeps work tables outside
 * the shards and can only send them whole lists.
 */
async function wasTagged(tx: TransactionSql): Promise<string> {
  return (await isDistributed(tx))
    ? `c.id in (select contact_id from ${TAGGED_TABLE})`
    : `(select true from ${TAGGED_TABLE} g where g.contact_id = c.id) is not null`;
}

/**
 * SQL for why the custom fields of `c` are rejected. A distributed database cannot query the size of a row that it has
 * just written.
 */
async function isOverfull(tx: TransactionSql): Promise<string> {
  const fields = "c.custom_fields";
  return (await isDistributed(tx))
    ? overfullSql(fields, `octet_length(${fields}::text)`)
    : overfullSql(fields);
}

/** Adds the tags that the import added to the undo journal, after the contact's own entry. */
async function journalTags(tx: TransactionSql, { workspaceId, importId }: MergePlan): Promise<void> {
  await tx.unsafe(
    `insert into import_changes (workspace_id, import_id, contact_id, added_tags, first_name, is_unsubscribed,
       updated_at)
     select $1, $2, c.id, g.tag_ids, c.first_name, c.is_unsubscribed, c.updated_at
     from (select * from ${TAGGED_TABLE}) g cross join lateral (
       select * from contacts c
       where c.workspace_id = $1 and c.id = g.contact_id and c.import_id is distinct from $2 offset 0) c`,
    [workspaceId, importId],
  );
}
