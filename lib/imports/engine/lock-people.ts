import type { TransactionSql } from "postgres";
import { type Batch, type MergePlan, peopleOut } from "./plan";

/** Locks the contacts that a batch's rows are about, and the opt-outs of rows that fail, in order of e-mail as everywhere. */
export async function lockPeople(
  tx: TransactionSql,
  { workspaceId }: MergePlan,
  batch: Batch,
): Promise<void> {
  const { lines, order, said } = batch;
  const optOuts = peopleOut(batch);
  const emails = [
    ...order.map((index) => lines.emails[index] ?? ""),
    ...optOuts.flatMap(({ email }) => email ?? []),
  ];
  const ids = [...said, ...optOuts].flatMap(({ externalId }) => externalId ?? []);
  await tx`
    select count(*) from (
      select c.id from contacts c
      where c.workspace_id = ${workspaceId} and c.id = any(array(
        select k.id from unnest(${emails}::text[]) as e(email) cross join lateral (
          select k.id from contacts k where k.workspace_id = ${workspaceId} and k.email = e.email offset 0) k
        union
        select k.id from unnest(${ids}::text[]) as e(external_id) cross join lateral (
          select k.id from contacts k where k.workspace_id = ${workspaceId} and k.external_id = e.external_id offset 0) k))
      order by c.email for update) locked`;
}
