import type { TransactionSql } from "postgres";
import { keptColumns } from "@/lib/changes/record";
import type { MergePlan } from "./plan";
import { FORMER_TABLE, STAGED_TABLE, TAGGED_TABLE } from "./work-tables";

/**
 * Locks the known contacts of the staging table, in its order, and stores their current values: a batch's former
 * values, journaled as for every change set. Runs after new contacts are inserted, so that no other writer can come in
 * between.
 */
export async function keepFormer(tx: TransactionSql, { workspaceId }: MergePlan): Promise<void> {
  await tx.unsafe(
    `insert into ${FORMER_TABLE}
     select c.id, ${keptColumns("c")} from (select * from ${STAGED_TABLE} order by email) s cross join lateral (
       select * from contacts c where c.workspace_id = '${workspaceId}' and c.email = s.email and c.id <> s.id
       offset 0 for no key update) c`,
  );
}

/**
 * Writes entries for the contacts that the change set wrote. Their former tags are the current ones minus those it
 * added. One lookup per contact (ONLY_LOOK_UPS): a join compared every row with every other, and 10 000 took 4 to 16 s.
 */
export async function keepEntries(
  tx: TransactionSql,
  { workspaceId, importId, columns }: MergePlan,
): Promise<void> {
  const carried = `cross join lateral (
    select coalesce(array_agg(t.tag_id order by t.tag_id), '{}') as tag_ids,
      coalesce(array_agg(t.created_at order by t.tag_id), '{}') as tagged_at
    from contact_tags t where t.workspace_id = $1 and t.contact_id = f.id and not exists (
      select from (select * from ${TAGGED_TABLE}) g where g.contact_id = f.id and t.tag_id = any(g.tag_ids))) carried`;
  await tx.unsafe(
    `insert into contact_changes (workspace_id, change_id, contact_id, kind, after, ${keptColumns()}, tag_ids, tagged_at)
     select $1, $2, f.id, 'changed', $2, ${keptColumns("f")},
       ${columns.tags ? "carried.tag_ids, carried.tagged_at" : "null, null"}
     from (select * from ${FORMER_TABLE}) f cross join lateral (
       select from contacts c where c.workspace_id = $1 and c.id = f.id and c.written_by = $2 offset 0) c
     ${columns.tags ? carried : ""}`,
    [workspaceId, importId],
  );
}
