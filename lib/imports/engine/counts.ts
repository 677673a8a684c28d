import type { TransactionSql } from "postgres";
import { isDistributed } from "@/db/distributed";

/**
 * Begins the counts of a transaction that writes contacts: its changes to the workspace's counts are written once, at
 * its end (`add_later_counts`), and contacts unsubscribed by an old opt-out are counted from zero (`takeOptedOut`).
 */
export async function startCounts(tx: TransactionSql): Promise<void> {
  await isDistributed(tx);
  await tx`select set_config('kith.counts_later', '0 0', true), set_config('kith.opted_out', '0', true)`;
}
