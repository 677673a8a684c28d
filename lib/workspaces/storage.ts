import type { Sql, TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";

/** Bytes that a workspace has stored: uploads, exports, the finished parts of running exports, diffs of pending imports. */
async function storedBytes(tx: Sql | TransactionSql, workspaceId: string): Promise<number> {
  const [row] = await tx.unsafe<{ bytes: string }[]>(
    `select coalesce((
        select sum(blob_bytes) from public.imports where workspace_id = $1 and blob_key is not null), 0)
      + coalesce((
        select sum(case when blob_key is not null then blob_bytes when status in ('pending', 'processing') then (
          select sum((part ->> 'bytes')::bigint) from jsonb_array_elements(checkpoint -> 'parts') part) end)
        from public.exports where workspace_id = $1), 0)
      + coalesce((select sum(bytes) from public.import_diffs where workspace_id = $1), 0) as bytes`,
    [workspaceId],
  );
  return Number(row?.bytes ?? 0);
}

/** Bytes that the workspace may still store; Infinity without a limit. */
export async function storageRoom(tx: Sql | TransactionSql, workspaceId: string): Promise<number> {
  const { WORKSPACE_STORAGE_BYTES: limit } = env();
  return limit === 0 ? Number.POSITIVE_INFINITY : limit - (await storedBytes(tx, workspaceId));
}

/** Whether the stored bytes are within the limit. Of two transactions that check, the second waits for the first. */
export async function fitsStorage(tx: TransactionSql, workspaceId: string): Promise<boolean> {
  await tx`select from workspaces where id = ${workspaceId} for no key update`;
  return (await storageRoom(tx, workspaceId)) >= 0;
}

/** Throws 413 unless the workspace may store that many more bytes. Returns how many it may store. */
export async function requireStorage(workspaceId: string, bytes: number): Promise<number> {
  const room = await storageRoom(pg(), workspaceId);
  if (room <= 0 || bytes > room) throw storageExceeded();
  return room;
}

export function storageExceeded(): ApiError {
  const { WORKSPACE_STORAGE_BYTES: limit } = env();
  const advice = "Delete imports or exports that are no longer needed";
  return new ApiError(
    "PAYLOAD_TOO_LARGE",
    `A workspace may store ${Math.floor(limit / 1024 ** 2).toLocaleString("en")} MB of files, and this would be more. ${advice}.`,
    { reason: "storage_bytes", limit },
  );
}
