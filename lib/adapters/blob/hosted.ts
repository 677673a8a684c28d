import { setTimeout as sleep } from "node:timers/promises";
import {
  BlobNotFoundError,
  BlobServiceNotAvailable,
  BlobServiceRateLimited,
  BlobStoreSuspendedError,
  completeMultipartUpload,
  createMultipartUpload,
  del,
  get,
  head,
  list,
  type Part,
  put,
  uploadPart,
} from "@vercel/blob";
import { generateClientTokenFromReadWriteToken } from "@vercel/blob/client";
import { within } from "@/lib/deadline";
import { env } from "@/lib/env";
import { safeKey, uploadPath } from "./key";
import { noAnswer } from "./no-answer";
import type { BlobEntry, BlobInfo, BlobStore, ClientUpload, ClientUploadRequest } from "./port";
import { inParts, unlessIdle, withoutFirst } from "./stream";

/** The service accepts parts from 5 MiB on. Two of ours and the copies that fetch makes stay under 40 MB. */
const PART_BYTES = 6 * 1024 * 1024;
const CALL_TIMEOUT_MS = 15_000;
const PART_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 30_000;
const DELETE_BATCH = 500;
/** Attempts at a read. */
const ATTEMPTS = 3;
const PAUSE_MS = 100;
const TOKEN_LIFETIME_MS = 60 * 60 * 1000;
const newBlob = { access: "private", contentType: "text/csv", allowOverwrite: true } as const;

/**
 * A private Vercel Blob store. `put(…, {multipart: true})` of the SDK keeps up to 128 MB of a stream in memory, so
 * parts are sent from here, one while the next one fills. A multipart upload that is not completed leaves no file. The
 * SDK retries; the time limits here bound the total time.
 */
export function hostedBlobs(): BlobStore {
  const token = env().BLOB_READ_WRITE_TOKEN ?? "";
  return {
    put: async (key, stream) => putWhole(safeKey(key), stream, token),
    read: async (key, range) => read(safeKey(key), range?.start ?? 0, token),
    head: async (key) => size(safeKey(key), token),

    async remove(keys) {
      keys.forEach(safeKey);
      for (let at = 0; at < keys.length; at += DELETE_BATCH) {
        const batch = keys.slice(at, at + DELETE_BATCH);
        await call(CALL_TIMEOUT_MS, (abortSignal) => del(batch, { token, abortSignal }));
      }
    },

    list: (prefix) => listAll(prefix, token),
    clientUploadToken: (request) => clientToken(request, token),
    finishClientUpload: async () => true,
  };
}

async function putWhole(key: string, stream: AsyncIterable<Uint8Array>, token: string): Promise<BlobInfo> {
  const parts = inParts(stream, PART_BYTES);
  try {
    const first = (await parts.next()).value ?? new Uint8Array();
    if (first.byteLength === PART_BYTES) return await putInParts(key, first, parts, token);
    const options = { ...newBlob, token };
    await call(PART_TIMEOUT_MS, (abortSignal) => put(key, Buffer.from(first), { ...options, abortSignal }));
    return { bytes: first.byteLength };
  } finally {
    parts.return(undefined).catch(() => {}); // releases a source that is no longer needed
  }
}

async function putInParts(
  key: string,
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  token: string,
): Promise<BlobInfo> {
  const started = await call(CALL_TIMEOUT_MS, (abortSignal) =>
    createMultipartUpload(key, { ...newBlob, token, abortSignal }),
  );
  const options = { ...newBlob, ...started, token };
  const sent: Part[] = [];
  let bytes = 0;
  let part: Uint8Array | undefined = first;
  while (part) {
    const body: Buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const partNumber = sent.length + 1;
    const sending = call(PART_TIMEOUT_MS, (abortSignal) =>
      uploadPart(key, body, { ...options, partNumber, abortSignal }),
    );
    const [done, next] = await Promise.all([sending, rest.next()]);
    sent.push(done);
    bytes += part.byteLength;
    part = next.value;
  }
  await call(PART_TIMEOUT_MS, (abortSignal) =>
    completeMultipartUpload(key, sent, { ...options, abortSignal }),
  );
  return { bytes };
}

async function read(key: string, start: number, token: string): Promise<AsyncIterable<Uint8Array> | null> {
  const headers = start > 0 ? { range: `bytes=${start}-` } : undefined;
  const options = { access: "private", token, useCache: false, headers } as const;
  try {
    const found = await repeated(() =>
      call(CALL_TIMEOUT_MS, (abortSignal) => get(key, { ...options, abortSignal })),
    );
    if (found?.statusCode !== 200) return null;
    const body = unlessIdle(found.stream, IDLE_TIMEOUT_MS);
    const ranged = start === 0 || found.headers.has("content-range");
    return ranged ? body : withoutFirst(body, start);
  } catch (error) {
    if (isPastTheEnd(error)) return nothing();
    throw error;
  }
}

/** `get()` alone does not retry. Throws 503 if what may pass persists. */
async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (n === ATTEMPTS) throw noAnswer(error);
      await sleep(PAUSE_MS * 2 ** n);
    }
  }
}

/** No answer, a server error or too many requests. `get()` has no error classes: the message has the status. */
function mayPass(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof Error && /Failed to fetch blob: (?:429|5\d\d)\b/.test(error.message);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** `get()` has no error class for 416, which only means that there is nothing from `start` on. */
function isPastTheEnd(error: unknown): boolean {
  return error instanceof Error && /Failed to fetch blob: 416\b/.test(error.message);
}

async function size(key: string, token: string): Promise<BlobInfo | null> {
  try {
    const found = await call(CALL_TIMEOUT_MS, (abortSignal) => head(key, { token, abortSignal }));
    return { bytes: found.size };
  } catch (error) {
    if (error instanceof BlobNotFoundError) return null;
    throw error;
  }
}

async function* listAll(prefix: string, token: string): AsyncGenerator<BlobEntry> {
  let cursor: string | undefined;
  do {
    const from = cursor;
    const page = await call(CALL_TIMEOUT_MS, (abortSignal) =>
      list({ prefix, cursor: from, token, abortSignal }),
    );
    for (const blob of page.blobs)
      yield { key: blob.pathname, bytes: blob.size, modifiedAt: blob.uploadedAt };
    cursor = page.hasMore ? page.cursor : undefined;
  } while (cursor);
}

async function clientToken(request: ClientUploadRequest, token: string): Promise<ClientUpload> {
  const pathname = uploadPath(request);
  const expiresAt = Date.now() + TOKEN_LIFETIME_MS;
  const clientToken = await generateClientTokenFromReadWriteToken({
    token,
    pathname,
    maximumSizeInBytes: request.bytes,
    allowedContentTypes: [request.contentType],
    validUntil: expiresAt,
    addRandomSuffix: false,
    allowOverwrite: false,
  });
  return { pathname, token: clientToken, maximumBytes: request.bytes, expiresAt, parts: null };
}

/** Runs one SDK call under a time limit. A service that does not answer is a 503; other refusals keep their class. */
async function call<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = () => {
    queueMicrotask(() => abort.abort());
    return noAnswer();
  };
  try {
    return await within(ms, work(abort.signal), late);
  } catch (error) {
    throw passing.some((kind) => error instanceof kind) ? noAnswer(error) : error;
  }
}

const passing = [BlobServiceNotAvailable, BlobServiceRateLimited, BlobStoreSuspendedError];
