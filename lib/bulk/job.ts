import { sql } from "drizzle-orm";
import { db, pg, type Transaction } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { bulkActions } from "@/db/schema";
import type { ChangeSet } from "@/lib/changes/record";
import { adoptDeleted, clientOf } from "@/lib/contacts/custom-keys";
import { removeErasedFiles } from "@/lib/contacts/erase";
import { ApiError } from "@/lib/errors";
import type { Failure, JobKind, Lease } from "@/lib/jobs/kind";
import { FencedError, held, progressed } from "@/lib/jobs/lease";
import { forgetStatistics } from "@/lib/stats/queries";
import { type Bulk, type Outcome, stepOf, wayOf } from "./actions";
import { blocks } from "./blocks";
import { type BulkFailure, NAMED_IDS } from "./schemas";

/**
 * Applies one action to many contacts, block by block. A block's changes, journal entries and progress are committed
 * together: after a kill the next worker begins with the next block, and no contact is written twice.
 */
export const bulkJob = {
  name: "bulk",
  table: bulkActions,
  unfinished: sql`status = 'processing'`,
  waitsSince: "created_at",
  lane: "bulk",
  makesRoom: true,
  limits: {
    failures: 4,
    claims: 20,
    interrupted: { code: "interrupted", message: "The bulk action was interrupted too often." },
    describe: (error) =>
      error instanceof ApiError
        ? { code: "tag_deleted", message: "The tag was deleted.", isFinal: true }
        : { code: "unexpected", message: "The bulk action failed.", isFinal: false },
    fail,
  },
  size: async ({ workspaceId, id }) => {
    const [row] = await pg()<{ contacts: number }[]>`
      select total - processed as contacts from bulk_actions where workspace_id = ${workspaceId} and id = ${id}`;
    return row?.contacts ?? 0;
  },
  work,
} as const satisfies JobKind<BulkFailure>;

async function work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished"> {
  for (;;) {
    const { isLast, hasDeleted } = await retryDeadlocks(() => db().transaction((tx) => doBlock(tx, lease)));
    if (!isLast && !isOver()) continue;
    if (hasDeleted) await removeErasedFiles(lease.workspaceId);
    return isLast ? "finished" : "unfinished";
  }
}

async function doBlock(tx: Transaction, lease: Lease) {
  const bulk = await fence(tx, lease);
  const { ids, isLast } = await readBlock(tx, lease, bulk.done_blocks);
  const outcome = await stepOf(bulk.action)(tx, changeSetOf(lease, bulk), bulk, ids);
  await fence(tx, lease, sql`for no key update`);
  await save(tx, lease, ids.length, outcome, isLast);
  if (isLast) await adoptDeleted(clientOf(tx), lease.workspaceId, lease.id);
  if (isLast) await forgetStatistics(lease.workspaceId, clientOf(tx));
  return { isLast, hasDeleted: bulk.action === "delete" };
}

/**
 * Reads the action's row before a block is written, and again with a lock afterwards. So stopping the action does not
 * wait for the block, which is then rolled back.
 */
async function fence(tx: Transaction, lease: Lease, lock = sql``): Promise<Bulk> {
  const [row] = await tx.execute<Bulk>(sql`
    select action, tag_id, new_values::text as new_values, user_id, api_key_id, done_blocks from bulk_actions
    where ${held(lease)} ${lock}`);
  if (!row) throw new FencedError(lease);
  return row;
}

/** It is missing if the action was stopped at this moment. */
async function readBlock(tx: Transaction, lease: Lease, n: number) {
  const { workspaceId, id } = lease;
  const [row] = await tx.execute<{ ids: string[]; is_last: boolean }>(sql`
    select ids, not exists (
      select from bulk_blocks m where m.workspace_id = ${workspaceId} and m.bulk_id = ${id} and m.n > b.n) as is_last
    from bulk_blocks b where b.workspace_id = ${workspaceId} and b.bulk_id = ${id} and b.n = ${n}`);
  if (!row) throw new FencedError(lease);
  return { ids: row.ids, isLast: row.is_last };
}

/** The change set has the action's id and its requester's name; the job itself has no caller. */
function changeSetOf({ workspaceId, id }: Lease, bulk: Bulk): ChangeSet {
  const { user_id: userId, api_key_id: apiKeyId, tag_id: tagId } = bulk;
  return { workspaceId, id, way: wayOf(bulk.action), userId, apiKeyId, tagId, isContinued: false };
}

async function save(
  tx: Transaction,
  { workspaceId, id }: Lease,
  count: number,
  { changed, refused }: Outcome,
  isLast: boolean,
): Promise<void> {
  const end = sql`status = 'completed', completed_at = now(), lease_until = null, attempts = 0, failures = 0,
    last_error = null, new_values = null`;
  await tx.execute(sql`
    update bulk_actions set done_blocks = done_blocks + 1, processed = processed + ${count}, changed = changed + ${changed},
      refused = refused + ${refused.length},
      refused_ids = array(
        select one.id from unnest(refused_ids || ${`{${refused.slice(0, NAMED_IDS).join(",")}}`}::uuid[]) with ordinality as one(id, n)
        where one.n <= ${NAMED_IDS} order by one.n),
      ${isLast ? end : sql.raw(progressed())}
    where workspace_id = ${workspaceId} and id = ${id}`);
  if (isLast)
    await tx.execute(sql`delete from bulk_blocks where workspace_id = ${workspaceId} and bulk_id = ${id}`);
}

/** What it had changed by then stays, and can be undone. */
async function fail(
  { workspaceId, id, epoch, ...lease }: Lease,
  { code }: Failure<BulkFailure>,
): Promise<void> {
  await pg().begin(async (tx) => {
    const rows = await tx`
      update bulk_actions
      set status = 'failed', failure_code = ${code}, completed_at = now(), lease_until = null, new_values = null
      where workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and status = 'processing' returning 1`;
    if (rows.length === 0) throw new FencedError({ workspaceId, id, epoch, ...lease });
    await blocks.discard(tx, workspaceId, id);
    await adoptDeleted(tx, workspaceId, id);
    await forgetStatistics(workspaceId, tx);
  });
}
