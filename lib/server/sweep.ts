import { pruneLimiter } from "@/lib/adapters/limiter/local";
import { pruneAudit } from "@/lib/audit/queries";
import { discardErasedFiles } from "@/lib/contacts/erase";
import { pruneOrders } from "@/lib/contacts/kept";
import { enforceLateOptOuts } from "@/lib/contacts/opt-outs";
import { env } from "@/lib/env";
import { expireExports } from "@/lib/exports/queries";
import { forgetFields } from "@/lib/fields/forget";
import { removeOrphanedFiles } from "@/lib/files/orphans";
import { removeTombstonedFiles } from "@/lib/files/remove";
import { pruneIdentity } from "@/lib/identity/embedded/retention";
import { pruneInvitations } from "@/lib/invitations/queries";
import { log } from "@/lib/log";
import { pruneDeliveries, retireDeliveries } from "@/lib/webhook-endpoints/outbox";
import { forgetFormerSecrets } from "@/lib/webhook-endpoints/secrets";
import { checkKeyOwners } from "@/lib/workspaces/provision";
import { removeAbandonedWorkspaces } from "@/lib/workspaces/remove";
import { revivals } from "./jobs";
import {
  expireDuplicateSearches,
  expireUnconfirmedImports,
  pruneBulkActions,
  pruneChangeSets,
  pruneIdempotencyKeys,
  pruneInbox,
  pruneJournals,
  pruneNotifications,
  trimChangeSets,
} from "./queries";

interface SweepOptions {
  /** Also compares the whole file store with the rows, and deletes what is kept for months. */
  thorough: boolean;
}

/** How many items each step processed; null when the step failed. */
type SweepReport = Record<string, number | null>;

/**
 * Repairs whatever a crash, a lost call or the passing of time left behind: safe at any time, from any number of
 * processes, because rows decide what is done. Jobs and mails are only started here. A step that fails is logged and
 * does not stop the others.
 */
export async function sweep({ thorough }: SweepOptions): Promise<SweepReport> {
  const steps: Record<string, () => Promise<number>> = {
    ...revivals(),
    late_opt_outs: enforceLateOptOuts,
    expired_imports: expireUnconfirmedImports,
    expired_exports: expireExports,
    expired_duplicates: expireDuplicateSearches,
    journal_rows: pruneJournals,
    change_sets: pruneChangeSets,
    bulk_actions: pruneBulkActions,
    unused_fields: forgetFields,
    unused_orders: pruneOrders,
    idempotency_keys: pruneIdempotencyKeys,
    given_up_webhooks: retireDeliveries,
    webhook_deliveries: pruneDeliveries,
    webhook_secrets: forgetFormerSecrets,
    ...(env().embedded.limiter && { limits: pruneLimiter }),
    abandoned_workspaces: removeAbandonedWorkspaces,
    ...(thorough && { erased_files: async () => (await discardErasedFiles()).length }),
    files: removeTombstonedFiles,
    ...(thorough && rareSteps()),
  };
  const report: SweepReport = {};
  for (const [name, step] of Object.entries(steps)) report[name] = await attempt(name, step);
  return report;
}

/** Steps that may wait: nothing depends on them. */
function rareSteps(): Record<string, () => Promise<number>> {
  const { embedded } = env();
  return {
    key_owners: checkKeyOwners,
    orphaned_files: () => removeOrphanedFiles(),
    surplus_changes: trimChangeSets,
    invitations: pruneInvitations,
    notifications: pruneNotifications,
    audit_events: pruneAudit,
    ...(embedded.mail && { inbox_mails: pruneInbox }),
    ...(embedded.identity && { sessions: pruneIdentity }),
  };
}

async function attempt(name: string, step: () => Promise<number>): Promise<number | null> {
  try {
    return await step();
  } catch (error) {
    log().error({ err: error, step: name }, "sweep step failed");
    return null;
  }
}
