import type { TransactionSql } from "postgres";
import type { Poisoned } from "./isolate";
import { OvertakenError } from "./overtaken";
import type { Batch, MergePlan } from "./plan";
import { ONLY_LOOK_UPS } from "./staging";

/** How many statements have deleted contacts of the workspace so far: read before a batch is looked up. */
export async function countErasures(
  tx: TransactionSql,
  { workspaceId }: Pick<MergePlan, "workspaceId">,
): Promise<string> {
  const [row] = await tx.unsafe<{ n: string }[]>(
    "select erasures::text as n from workspace_counts where workspace_id = $1",
    [workspaceId],
    { prepare: true },
  );
  return row?.n ?? "";
}

/**
 * Throws if a contact of the batch was deleted after it was found, for example by an undo for which the merge has
 * waited: the content of its row, perhaps an opt-out, would be lost. Checked only if contacts were deleted at all.
 */
export async function requireNoneVanished(
  tx: TransactionSql,
  plan: MergePlan,
  { order, lines, moves }: Batch,
  { missing, poisoned }: { missing: readonly number[]; poisoned: readonly Poisoned[] },
  before: string,
): Promise<void> {
  if ((await countErasures(tx, plan)) === before) return;
  const without = new Set([...missing, ...poisoned.map(({ index }) => index)]);
  const emails = order.flatMap((index) => (without.has(index) ? [] : (lines.emails[index] ?? [])));
  await tx.unsafe(ONLY_LOOK_UPS);
  const [gone] = await tx`
    select from unnest(${emails.map((email) => moves.get(email) ?? email)}::text[]) as e(email) where not exists (
      select from contacts c where c.workspace_id = ${plan.workspaceId} and c.email = e.email offset 0) limit 1`;
  if (gone) throw new OvertakenError("a contact was deleted while its row was merged");
}
