import { createHmac } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { redirectDelivery } from "./blob-delivery.mjs";
import { bodyOf, type ServiceDouble, sendJson, serviceDouble } from "./http";

interface StoredBlob {
  file: string;
  size: number;
  contentType: string;
  uploadedAt: string;
}

export interface BlobDouble extends ServiceDouble {
  token: string;
  readonly blobs: ReadonlyMap<string, StoredBlob>;
  /** Makes the delivery host answer a range request with the whole file, as a cache may. */
  ignoreRanges: boolean;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const STORE = "dbl1234";
const PAGE = 3;
const notFound = () => new Refusal(404, "not_found", "The requested blob does not exist");

/**
 * Vercel Blob's API and its delivery host for one private store: put, multipart, head, list in pages, delete, read by
 * range, and client tokens, whose signature, path, size, type and expiry are checked. Answers as the SDK 2.8 expects.
 */
export async function blobDouble(): Promise<BlobDouble> {
  const token = `vercel_blob_rw_${STORE}_secret`;
  const folder = mkdtempSync(join(tmpdir(), "kith-blob-double-"));
  const blobs = new Map<string, StoredBlob>();
  const uploads = new Map<string, Map<number, string>>();
  let files = 0;
  const newFile = () => join(folder, String(++files));

  async function receive(request: IncomingMessage, limit = Number.POSITIVE_INFINITY): Promise<string> {
    const file = newFile();
    await pipeline(request, createWriteStream(file));
    if (statSync(file).size > limit) {
      throw new Refusal(400, "bad_request", `the file length cannot be greater than ${limit} bytes`);
    }
    return file;
  }

  function keep(pathname: string, file: string, request: IncomingMessage): object {
    const overwrite = request.headers["x-allow-overwrite"] === "1";
    if (blobs.has(pathname) && !overwrite) throw new Refusal(400, "bad_request", "This blob already exists");
    const contentType = String(request.headers["x-content-type"] ?? "application/octet-stream");
    blobs.set(pathname, {
      file,
      size: statSync(file).size,
      contentType,
      uploadedAt: new Date().toISOString(),
    });
    return describe(pathname);
  }

  function describe(pathname: string): object {
    const blob = blobs.get(pathname);
    if (!blob) throw notFound();
    const url = `https://${STORE}.private.blob.vercel-storage.com/${pathname}`;
    const { size, contentType, uploadedAt } = blob;
    const fixed = { contentDisposition: "attachment", cacheControl: "private", etag: '"1"' };
    return { url, downloadUrl: `${url}?download=1`, pathname, size, contentType, uploadedAt, ...fixed };
  }

  function mayUpload(request: IncomingMessage, pathname: string): { limit?: number } {
    if (request.headers["x-vercel-blob-access"] !== "private") {
      throw new Refusal(400, "bad_request", "Cannot use public access on a private store");
    }
    const given = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (given === token) return {};
    const grant = readGrant(given, token);
    if (!grant) throw new Refusal(403, "forbidden", "Access denied");
    if (grant.validUntil < Date.now()) throw new Refusal(403, "forbidden", "Token expired");
    if (grant.pathname !== pathname) {
      throw new Refusal(400, "bad_request", '"pathname" does not match the token payload');
    }
    const type = String(request.headers["x-content-type"] ?? "");
    if (grant.allowedContentTypes && !grant.allowedContentTypes.includes(type)) {
      throw new Refusal(400, "bad_request", `"contentType" ${type} is not allowed`);
    }
    return { limit: grant.maximumSizeInBytes };
  }

  async function multipart(request: IncomingMessage, pathname: string): Promise<object> {
    const { limit } = mayUpload(request, pathname);
    const action = request.headers["x-mpu-action"];
    if (action === "create") {
      const uploadId = `upload-${++files}`;
      uploads.set(uploadId, new Map());
      return { uploadId, key: pathname };
    }
    const parts = uploads.get(String(request.headers["x-mpu-upload-id"]));
    if (!parts) throw notFound();
    if (action === "upload") {
      const number = Number(request.headers["x-mpu-part-number"]);
      parts.set(number, await receive(request, limit));
      return { etag: `"part-${number}"` };
    }
    const wanted: { partNumber: number }[] = JSON.parse(String(await bodyOf(request)));
    const file = newFile();
    // By number, as the service must: the SDK sends parts concurrently and lists them in the order of their arrival.
    for (const { partNumber } of wanted.toSorted((a, b) => a.partNumber - b.partNumber)) {
      const part = parts.get(partNumber);
      if (!part) throw notFound();
      await pipeline(createReadStream(part), createWriteStream(file, { flags: "a" }));
      rmSync(part);
    }
    return keep(pathname, file, request);
  }

  function deliver(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const blob = blobs.get(pathname);
    if (!blob || request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(blob ? 403 : 404).end();
      return;
    }
    const range = double.ignoreRanges ? undefined : /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1];
    const start = Number(range ?? 0);
    if (start > 0 && start >= blob.size) {
      response.writeHead(416, { "content-range": `bytes */${blob.size}` }).end();
      return;
    }
    const partial = { "content-range": `bytes ${start}-${blob.size - 1}/${blob.size}` };
    response.writeHead(range ? 206 : 200, {
      "content-length": blob.size - start,
      "content-type": blob.contentType,
      ...(range && partial),
    });
    createReadStream(blob.file, { start }).pipe(response);
  }

  async function api(request: IncomingMessage, url: URL): Promise<object> {
    const pathname = url.searchParams.get("pathname") ?? "";
    if (url.pathname === "/mpu") return multipart(request, pathname);
    if (request.method === "PUT") {
      const { limit } = mayUpload(request, pathname);
      return keep(pathname, await receive(request, limit), request);
    }
    if (request.headers.authorization !== `Bearer ${token}`)
      throw new Refusal(403, "forbidden", "Access denied");
    if (url.pathname === "/delete") {
      const { urls }: { urls: string[] } = JSON.parse(String(await bodyOf(request)));
      for (const one of urls) blobs.delete(one);
      return {};
    }
    const one = url.searchParams.get("url");
    if (one) return describe(one);
    const prefix = url.searchParams.get("prefix") ?? "";
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const found = [...blobs.keys()].filter((key) => key.startsWith(prefix)).sort();
    const hasMore = found.length > from + PAGE;
    const page = found.slice(from, from + PAGE).map(describe);
    return { blobs: page, hasMore, ...(hasMore && { cursor: String(from + PAGE) }) };
  }

  const service = await serviceDouble(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://double");
    allowBrowsers(request, response);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (request.headers["x-delivery"] === "1") return deliver(request, response, url.pathname.slice(1));
    try {
      sendJson(response, 200, await api(request, url));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, { error: { code: error.code, message: error.message } });
    }
  });
  const restore = redirectDelivery(service.url);
  const { close } = service;
  const double: BlobDouble = Object.assign(service, {
    token,
    blobs,
    ignoreRanges: false,
    async close() {
      restore();
      await close();
      rmSync(folder, { recursive: true });
    },
  });
  return double;
}

interface Grant {
  pathname: string;
  maximumSizeInBytes?: number;
  allowedContentTypes?: string[];
  validUntil: number;
}

/** What a client token allows; null if its signature is not ours. */
function readGrant(given: string, token: string): Grant | null {
  const encoded = given.replace(`vercel_blob_client_${STORE}_`, "");
  const [signature, payload = ""] = Buffer.from(encoded, "base64").toString().split(".");
  const expected = createHmac("sha256", token).update(payload).digest("hex");
  return signature === expected ? JSON.parse(Buffer.from(payload, "base64").toString()) : null;
}

/** Browsers upload from other origins. */
function allowBrowsers(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-methods", "PUT, POST");
  response.setHeader(
    "access-control-allow-headers",
    request.headers["access-control-request-headers"] ?? "*",
  );
}
