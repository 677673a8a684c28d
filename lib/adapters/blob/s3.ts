import { env } from "@/lib/env";
import { safeKey, uploadPath } from "./key";
import type {
  BlobEntry,
  BlobInfo,
  BlobStore,
  ClientUpload,
  ClientUploadRequest,
  FinishedUpload,
} from "./port";
import { refused, S3Client } from "./s3-client";
import { inParts, unlessIdle, withoutFirst } from "./stream";

/** S3 accepts parts from 5 MiB on. Two of ours and the copies that fetch makes stay under 40 MB. */
const PART_BYTES = 5 * 1024 * 1024;
/** For uploads from the browser, which has them on disk: 25 for the largest file. */
const CLIENT_PART_BYTES = 8 * 1024 * 1024;
const CALL_TIMEOUT_MS = 15_000;
const PART_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 30_000;
const DELETES_AT_ONCE = 8;
const UPLOAD_LIFETIME_S = 60 * 60;

/**
 * A bucket of Amazon S3, or of a compatible service. Uses only calls that all of them support: single deletes, because
 * multi-object deletes need a checksum that services disagree on. A multipart upload that is not completed leaves no
 * file.
 */
export function s3Blobs(): BlobStore {
  const client = new S3Client(env());
  return {
    put: async (key, stream) => putWhole(client, safeKey(key), stream),
    read: async (key, range) => read(client, safeKey(key), range?.start ?? 0),
    head: async (key) => size(client, safeKey(key)),

    async remove(keys) {
      keys.forEach(safeKey);
      for (let at = 0; at < keys.length; at += DELETES_AT_ONCE)
        await Promise.all(keys.slice(at, at + DELETES_AT_ONCE).map((key) => removeOne(client, key)));
    },

    list: (prefix) => listAll(client, prefix),
    clientUploadToken: (request) => startClientUpload(client, request),
    finishClientUpload: (upload) => finishClientUpload(client, upload),
  };
}

async function putWhole(client: S3Client, key: string, stream: AsyncIterable<Uint8Array>): Promise<BlobInfo> {
  const parts = inParts(stream, PART_BYTES);
  try {
    const first = (await parts.next()).value ?? new Uint8Array();
    if (first.byteLength === PART_BYTES) return await putInParts(client, key, first, parts);
    const answer = await client.send("PUT", key, { body: first, ms: PART_TIMEOUT_MS });
    if (!answer.ok) throw await refused(answer);
    return { bytes: first.byteLength };
  } finally {
    parts.return(undefined).catch(() => {}); // releases a source that is no longer needed
  }
}

async function putInParts(
  client: S3Client,
  key: string,
  first: Uint8Array<ArrayBuffer>,
  rest: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>,
): Promise<BlobInfo> {
  const uploadId = await startParts(client, key);
  try {
    const tags: string[] = [];
    let bytes = 0;
    let part: Uint8Array<ArrayBuffer> | undefined = first;
    while (part) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const sending = client.send("PUT", key, { query, body: part, ms: PART_TIMEOUT_MS });
      // One is sent while the next one fills. If the source breaks, no call may be left whose error nobody handles.
      const [sent, next] = await Promise.allSettled([sending, rest.next()]);
      if (sent.status === "rejected") throw sent.reason;
      if (next.status === "rejected") throw next.reason;
      if (!sent.value.ok) throw await refused(sent.value);
      tags.push(sent.value.headers.get("etag") ?? "");
      bytes += part.byteLength;
      part = next.value.value;
    }
    await completeParts(client, key, uploadId, tags);
    return { bytes };
  } catch (error) {
    await client.send("DELETE", key, { query: { uploadId }, ms: CALL_TIMEOUT_MS }).catch(() => undefined);
    throw error;
  }
}

async function startParts(client: S3Client, key: string): Promise<string> {
  const answer = await client.send("POST", key, { query: { uploads: "" }, ms: CALL_TIMEOUT_MS });
  const [uploadId] = answer.ok ? elements(await answer.text(), "UploadId") : [];
  if (!uploadId) throw await refused(answer);
  return uploadId;
}

async function completeParts(client: S3Client, key: string, uploadId: string, tags: string[]): Promise<void> {
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const body = new TextEncoder().encode(
    `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
  );
  const answer = await client.send("POST", key, { query: { uploadId }, body, ms: PART_TIMEOUT_MS });
  // It may respond 200 at once, with the error at the end.
  const text = answer.ok ? await answer.text() : "";
  if (!answer.ok || text.includes("<Error>")) throw await refused(answer, text);
}

async function read(client: S3Client, key: string, start: number): Promise<AsyncIterable<Uint8Array> | null> {
  const range: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {};
  const answer = await client.send("GET", key, { headers: range, ms: CALL_TIMEOUT_MS });
  if (answer.status === 404) return none(answer, null);
  // It only means that there is nothing from `start` on.
  if (answer.status === 416) return none(answer, nothing());
  if (!answer.ok) throw await refused(answer);
  if (!answer.body) return nothing();
  const body = unlessIdle(answer.body, IDLE_TIMEOUT_MS);
  return start === 0 || answer.status === 206 ? body : withoutFirst(body, start);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function none<T>(answer: Response, value: T): Promise<T> {
  await answer.body?.cancel();
  return value;
}

async function size(client: S3Client, key: string): Promise<BlobInfo | null> {
  const answer = await client.send("HEAD", key, { ms: CALL_TIMEOUT_MS });
  if (answer.status === 404) return null;
  if (!answer.ok) throw await refused(answer);
  return { bytes: Number(answer.headers.get("content-length")) };
}

async function removeOne(client: S3Client, key: string): Promise<void> {
  const answer = await client.send("DELETE", key, { ms: CALL_TIMEOUT_MS });
  if (!answer.ok && answer.status !== 404) throw await refused(answer);
  await answer.body?.cancel();
}

async function* listAll(client: S3Client, prefix: string): AsyncGenerator<BlobEntry> {
  let more: string | undefined;
  do {
    const query = { "list-type": "2", prefix, ...(more && { "continuation-token": more }) };
    const answer = await client.send("GET", "", { query, ms: CALL_TIMEOUT_MS });
    if (!answer.ok) throw await refused(answer);
    const page = await answer.text();
    for (const entry of elements(page, "Contents")) {
      const [key = ""] = elements(entry, "Key");
      const [bytes] = elements(entry, "Size");
      const [modified = ""] = elements(entry, "LastModified");
      yield { key, bytes: Number(bytes), modifiedAt: new Date(modified) };
    }
    const isCut = elements(page, "IsTruncated")[0] === "true";
    more = isCut ? elements(page, "NextContinuationToken")[0] : undefined;
  } while (more);
}

/**
 * Presigned URLs for each part, valid for exactly its size and an hour. Unfinished uploads are removed by the bucket's
 * own rule.
 */
async function startClientUpload(client: S3Client, request: ClientUploadRequest): Promise<ClientUpload> {
  const pathname = uploadPath(request);
  const uploadId = await startParts(client, pathname);
  const count = Math.max(1, Math.ceil(request.bytes / CLIENT_PART_BYTES));
  const urls = await Promise.all(
    Array.from({ length: count }, (_, at) => {
      const bytes = Math.min(CLIENT_PART_BYTES, request.bytes - at * CLIENT_PART_BYTES);
      const query = { partNumber: String(at + 1), uploadId };
      return client.presign(pathname, query, bytes, UPLOAD_LIFETIME_S);
    }),
  );
  const expiresAt = Date.now() + UPLOAD_LIFETIME_S * 1000;
  const parts = { bytes: CLIENT_PART_BYTES, urls };
  return { pathname, token: `${count}.${uploadId}`, maximumBytes: request.bytes, expiresAt, parts };
}

async function finishClientUpload(
  client: S3Client,
  { pathname, token, tags }: FinishedUpload,
): Promise<boolean> {
  const key = safeKey(pathname);
  const [, count, uploadId = ""] = /^([0-9]+)\.(.+)$/.exec(token) ?? [];
  // A part that is not named would be left out silently.
  if (Number(count) !== tags.length) return false;
  try {
    await completeParts(client, key, uploadId, tags);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** Anything but an unavailable service: the parts, or their upload, do not exist. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.cause !== undefined && /^4/.test(String(error.cause));
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The contents of all elements of that name, which are never nested. */
function elements(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, "g"));
  return [...found].map(([, content = ""]) => unescaped(content));
}

const SIGNS: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => SIGNS[name] ?? "");
