import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { enqueueMail } from "@/lib/email/outbox";
import { addTombstones } from "@/lib/files/tombstones";
import type { Failure, Lease } from "@/lib/jobs/kind";
import { FencedError, progressed } from "@/lib/jobs/lease";
import { fitsStorage } from "@/lib/workspaces/storage";
import { type ExportFailure, storageFull, UnexportableError } from "./failure";
import type { Part } from "./progress";

/** A file is kept for seven days (docs/decisions/retention.md). */
const KEEP = "7 days";

/**
 * Makes the file valid. One transaction: the status, the notification (at most one per export, only when the switch is
 * on) and tombstones for what earlier workers may have left in the store beside its parts. False, and nothing happens,
 * when contacts were deleted since they were read, according to the count of erasures. Throws a FencedError.
 */
export async function completeExport(lease: Lease, parts: Part[], erasures: number): Promise<boolean> {
  const { workspaceId, id, epoch } = lease;
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const key = parts.at(-1)?.key ?? fileKey(workspaceId, id, epoch);
  const kept = parts.length > 1 ? JSON.stringify({ parts }) : null;
  return pg().begin(async (tx) => {
    // Before the count is read: a deletion that locks the export, too, is then counted, or finds it complete.
    await tx`select from exports where workspace_id = ${workspaceId} and id = ${id} for update`;
    const [counts] = await tx<{ erasures: number }[]>`
      select erasures::int from workspace_counts where workspace_id = ${workspaceId}`;
    if (counts && counts.erasures !== erasures) return false;
    const [row] = await tx<{ created_by: string | null; filename: string }[]>`
      update exports
      set status = 'completed', total_rows = ${rows}, processed_rows = ${rows}, blob_key = ${key},
          blob_bytes = ${bytes}, completed_at = now(), expires_at = now() + ${KEEP}::interval,
          lease_owner = null, lease_until = null, checkpoint = ${kept}::jsonb, last_error = null,
          erasures = ${erasures}
      where workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and status = 'processing'
      returning created_by, filename`;
    if (!row) throw new FencedError(lease);
    if (!(await fitsStorage(tx, workspaceId))) throw storageFull();
    await discardFiles(tx, lease, parts);
    await notify(tx, workspaceId, { id, ...row, total_rows: rows });
    return true;
  });
}

interface Ended {
  id: string;
  created_by: string | null;
  filename: string;
  total_rows: number;
  failure?: ExportFailure;
}

/** Queues the mail to whoever requested the export, if the switch is on. */
async function notify(tx: TransactionSql, workspaceId: string, { id, created_by, ...told }: Ended) {
  const [row] = await tx<{ wanted: boolean }[]>`
    select notify_on_export_complete as wanted from settings where workspace_id = ${workspaceId}`;
  if (row?.wanted === false) return;
  await enqueueMail(tx, {
    workspaceId,
    kind: "export_completed",
    subjectKey: id,
    userId: created_by,
    payload: { exportId: id, ...told },
  });
}

/** How often an export starts over. */
const MAX_RESTARTS = 20;

/**
 * Contacts were deleted while it was written: what is stored is removed, and the next turn begins again. Fails an
 * export whose workspace never stops deleting.
 */
export async function startAnew(lease: Lease, restarts: number): Promise<void> {
  if (restarts >= MAX_RESTARTS) {
    const message =
      "Contacts were deleted again and again while the file was being written. Try again later.";
    throw new UnexportableError("contacts_deleted", message);
  }
  const { workspaceId, id, epoch } = lease;
  await pg().begin(async (tx) => {
    const [row] = await tx`
      update exports
      set checkpoint = jsonb_build_object('restarts', ${restarts + 1}::int), processed_rows = 0, erasures = null,
          ${tx.unsafe(progressed())}
      where workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and status in ('pending', 'processing')
      returning 1`;
    if (!row) throw new FencedError(lease);
    await discardFiles(tx, lease);
  });
}

/**
 * Fails a job that cannot succeed, with a sentence for the user and the notification. Nothing happens when the job is no
 * longer ours.
 */
export async function failExport(
  { workspaceId, id, epoch }: Lease,
  { code, message }: Failure<ExportFailure>,
): Promise<void> {
  await pg().begin(async (tx) => {
    const [failed] = await tx<Omit<Ended, "id">[]>`
      update exports
      set status = 'failed', failure_code = ${code}, error_message = ${message}, completed_at = now(),
          lease_owner = null, lease_until = null, checkpoint = null
      where workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and status in ('pending', 'processing')
      returning created_by, filename, total_rows`;
    if (!failed) return;
    await discardFiles(tx, { workspaceId, id, epoch });
    await notify(tx, workspaceId, { id, ...failed, failure: code });
  });
}

/** The epoch is part of the name: a worker that wakes too late cannot touch the file of its successor. */
export function fileKey(workspaceId: string, id: string, epoch: number): string {
  return `exports/${workspaceId}/${id}-${epoch}.csv`;
}

/**
 * Leaves tombstones for the files of all workers so far, whether they exist or not, except those of `kept`; returns
 * their keys.
 */
export async function discardFiles(
  tx: TransactionSql,
  { workspaceId, id, epoch }: Pick<Lease, "workspaceId" | "id" | "epoch">,
  kept: Part[] = [],
): Promise<string[]> {
  const valid = new Set(kept.map(({ key }) => key));
  const keys = Array.from({ length: epoch }, (_, n) => fileKey(workspaceId, id, n + 1)).filter(
    (key) => !valid.has(key),
  );
  await addTombstones(tx, workspaceId, keys);
  return keys;
}
