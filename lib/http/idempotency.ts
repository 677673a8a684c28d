import { createHash } from "node:crypto";
import { pg } from "@/db/client";
import { ApiError, validationError } from "@/lib/errors";
import { storedJson } from "@/lib/jsonb";
import { log } from "@/lib/log";
import { Reply } from "./reply";

/** How long a first answer is replayed. */
const KEEP = "24 hours";
/**
 * How long an unfinished first request holds its key, and how often its process extends that, in ms. The key of one that
 * was killed is free again after `lastsMs`.
 */
export const hold = { lastsMs: 15_000, renewedEveryMs: 5_000 };

/**
 * Runs `work` once per key, workspace and operation within 24 hours; later calls get the first answer again with
 * `Idempotency-Replayed: true`. Another request under the same key, or one still running: 409. A failed first request
 * stores nothing, so that it can be repeated.
 */
export async function once(
  workspaceId: string,
  operation: string,
  key: string,
  input: unknown,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (key.length < 1 || key.length > 255) {
    const bound = key === "" ? { code: "too_small", limit: 1 } : { code: "too_big", limit: 255 };
    throw validationError([
      { path: ["Idempotency-Key"], message: "must have 1 to 255 characters", ...bound },
    ]);
  }
  // Hashed as well: people put addresses into the key, and the row outlives the data they delete.
  const request = { workspaceId, operation, key: sha256(key), hash: sha256(writtenOf(input)) };
  const claim = await claimKey(request);
  if (!claim) return replay(request);
  const renewal = setInterval(() => void renewHold(claim).catch(() => undefined), hold.renewedEveryMs);
  let answer: Reply;
  try {
    answer = await work();
  } catch (error) {
    await releaseKey(claim).catch(() => undefined); // the first error is the one to report
    throw error;
  } finally {
    clearInterval(renewal);
  }
  // The work is done even if this write fails: then the key is free again when its hold ends.
  await keepAnswer(claim, answer).catch((error: unknown) => log().warn({ err: error }, "answer not kept"));
  return answer;
}

/** Throws 400 for what is nested too deeply to be written as JSON: a batch has fields that nothing else reads. */
function writtenOf(input: unknown): string {
  try {
    return JSON.stringify(input);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "must not be nested this deeply beside an Idempotency-Key";
    throw validationError([{ path: [], code: "custom", message }]);
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

interface KeyedRequest {
  workspaceId: string;
  operation: string;
  key: string;
  hash: string;
}

/** The holder of a key; `since` distinguishes it from a later one that took over. */
interface Claim extends KeyedRequest {
  since: string;
}

/** The claim of the one caller that may work: the key is new, expired, or its holder died. Null for all others. */
async function claimKey(request: KeyedRequest): Promise<Claim | null> {
  const { workspaceId, operation, key, hash } = request;
  const [row] = await pg()<{ since: string }[]>`
    insert into idempotency_keys as k (workspace_id, operation, key, request_hash, locked_until)
    values (${workspaceId}, ${operation}, ${key}, ${hash}, now() + ${hold.lastsMs} * interval '1 ms')
    on conflict (workspace_id, operation, key) do update
    set request_hash = excluded.request_hash, locked_until = excluded.locked_until, created_at = excluded.created_at,
        status = null, headers = null, body = null
    where excluded.created_at - k.created_at > ${KEEP}::interval
       or (k.status is null and k.locked_until < excluded.created_at and k.request_hash = excluded.request_hash)
    returning created_at as since`;
  return row ? { ...request, since: row.since } : null;
}

async function replay({ workspaceId, operation, key, hash }: KeyedRequest): Promise<Reply> {
  const [row] = await pg()<
    { request_hash: string; status: number | null; headers: string; body: string | null }[]
  >`
    select request_hash, status, headers::text, body::text from idempotency_keys
    where workspace_id = ${workspaceId} and operation = ${operation} and key = ${key}`;
  if (row && row.request_hash !== hash) {
    throw new ApiError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was used with another request");
  }
  if (!row || row.status === null) {
    const message = "A request with this Idempotency-Key is still running";
    throw new ApiError("IDEMPOTENCY_CONFLICT", message, undefined, { "Retry-After": "1" });
  }
  const body = storedJson<unknown>(row.body ?? "null");
  const headers = storedJson<Record<string, string>>(row.headers);
  return new Reply(row.status, body, { ...headers, "Idempotency-Replayed": "true" });
}

async function keepAnswer({ workspaceId, operation, key, since }: Claim, { status, headers, body }: Reply) {
  await pg()`
    update idempotency_keys
    set status = ${status}, headers = ${JSON.stringify(headers)}::jsonb, body = ${JSON.stringify(body ?? null)}::jsonb
    where workspace_id = ${workspaceId} and operation = ${operation} and key = ${key}
      and status is null and created_at = ${since}::timestamptz`;
}

async function renewHold({ workspaceId, operation, key, since }: Claim) {
  await pg()`
    update idempotency_keys
    set locked_until = now() + ${hold.lastsMs} * interval '1 ms'
    where workspace_id = ${workspaceId} and operation = ${operation} and key = ${key}
      and status is null and created_at = ${since}::timestamptz`;
}

async function releaseKey({ workspaceId, operation, key, since }: Claim) {
  await pg()`
    delete from idempotency_keys
    where workspace_id = ${workspaceId} and operation = ${operation} and key = ${key}
      and status is null and created_at = ${since}::timestamptz`;
}
