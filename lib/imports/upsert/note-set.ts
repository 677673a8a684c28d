import type { TransactionSql } from "postgres";
import type { ChangeSet } from "@/lib/changes/record";
import type { Answered } from "./answer";

/**
 * Records what a batch created, and the batch itself with its figures; the merge has recorded what it changed. False
 * when it wrote nothing, and remembered no opt-out of an address without a contact that was not remembered before.
 */
export async function noteSet(
  tx: TransactionSql,
  { workspaceId, id, way, userId, apiKeyId }: ChangeSet,
  { created }: Answered,
  remembered: number,
): Promise<boolean> {
  if (created.length > 0)
    await tx`
    insert into contact_changes (workspace_id, change_id, contact_id, kind, after)
    select ${workspaceId}, ${id}, made.id::uuid, 'created', ${id}
    from string_to_table(${created.join("\n")}, E'\\n') as made(id)`;
  const noted = await tx`
    insert into change_sets (workspace_id, id, way, user_id, api_key_id, created, changed, opt_outs_remembered)
    select ${workspaceId}, ${id}, ${way}, ${userId}, ${apiKeyId}, count(*) filter (where kind = 'created'),
      count(*) filter (where kind = 'changed'), ${remembered}::int
    from contact_changes where workspace_id = ${workspaceId} and change_id = ${id}
    having count(*) > 0 or ${remembered}::int > 0
      or exists (select from tag_changes where workspace_id = ${workspaceId} and change_id = ${id})`;
  return noted.count > 0;
}
