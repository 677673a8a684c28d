import type { TransactionSql } from "postgres";
import { isDistributed } from "@/db/distributed";

/**
 * Begins the counts of a transaction that writes contacts: what it adds to those of the workspace is written once, at
 * its end (`add_later_counts`), and who came unsubscribed by an old opt-out is counted from zero (`takeOptedOut`).
 */
export async function startCounts(tx: TransactionSql): Promise<void> {
  await isDistributed(tx);
  await tx`select set_config('kith.counts_later', '0 0', true), set_config('kith.opted_out', '0', true)`;
}
