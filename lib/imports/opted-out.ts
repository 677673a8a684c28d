import type { TransactionSql } from "postgres";
import type { RowLines } from "./row-lines";

/** The share of new contacts that opted out before from which on it pays to ask beforehand. */
const WORTH_ASKING = 0.02;

/** Imports that bring many people who opted out before, by their plan. */
const asking = new WeakSet<object>();

/** Learns from a batch whether the next ones should be asked about. */
export function learnOptedOut(plan: object, created: number, optedOut: number): void {
  if (optedOut > WORTH_ASKING * created) asking.add(plan);
}

/**
 * Of these rows, those whose address opted out before, by the packed filter. Only a hint that saves time: the database
 * unsubscribes every one that is missed, at the price of a second row version for each. Nothing is asked before a batch
 * has shown that it pays.
 */
export async function findOptedOut(
  tx: TransactionSql,
  plan: { workspaceId: string },
  { emails }: RowLines,
  rows: readonly number[],
): Promise<ReadonlySet<number>> {
  if (rows.length === 0 || !asking.has(plan)) return new Set();
  const { workspaceId } = plan;
  const [row] = await tx<{ found: number[] | null }[]>`
    select array_agg(e.n::int - 1 order by e.n) as found
    from string_to_table(${rows.map((index) => emails[index]).join("\n")}, E'\n') with ordinality as e(email, n)
    join opt_out_keys k on k.workspace_id = ${workspaceId}
    join opt_outs o on o.workspace_id = ${workspaceId}
      and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, e.email)
    where get_bit(
      (select f.bits || ''::bytea from opt_out_filters f where f.workspace_id = ${workspaceId}),
      opt_out_probe(k.seed, e.email)
        & (select 8 * length(f.bits) - 1 from opt_out_filters f where f.workspace_id = ${workspaceId})) = 1`;
  return new Set(row?.found?.map((at) => rows[at] ?? -1));
}

/** Counts rows that were brought in unsubscribed, with those that the database made so. */
export async function countOptedOut(tx: TransactionSql, more: number): Promise<void> {
  if (more > 0)
    await tx`select set_config('kith.opted_out', (current_setting('kith.opted_out')::bigint + ${more}::int)::text, true)`;
}

/** How many came unsubscribed since this was asked last, because their addresses had opted out before. */
export async function takeOptedOut(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ n: string }[]>`
    select current_setting('kith.opted_out') as n, set_config('kith.opted_out', '0', true)`;
  return Number(row?.n);
}
