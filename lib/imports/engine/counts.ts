import type { TransactionSql } from "postgres";
import { requireSettings } from "@/db/distributed";
import { KIND } from "@/db/settings.mjs";

/**
 * Begins the counts of a transaction that writes contacts: its changes to the workspace's counts are written once, at
 * its end (`add_later_counts`), and contacts unsubscribed by an old opt-out are counted from zero (`takeOptedOut`). Throws
 * if this connection would lose the undo journal.
 */
export async function startCounts(tx: TransactionSql): Promise<void> {
  const [row] = await tx.unsafe<{ wrong: string | null }[]>(
    `select set_config('kith.counts_later', '0 0', true), set_config('kith.opted_out', '0', true), ${KIND} as wrong`,
  );
  requireSettings(row);
}
