import { FIELD_LIMITS } from "@/lib/field-limits";
import { apiUrl, callApi, declared, failureOf, RENEWALS, renewedToken } from "./api";
import type { DirectUpload, ImportPreview } from "./api-types";
import { pageUser } from "./page-owner";
import { accessToken } from "./session";
import { createKeptStore, useStore } from "./store";
import { type Transfer, transfer } from "./transfer";
import { uploadParts } from "./upload-parts";
import { workspaceHeader } from "./workspace-choice";

/** The contract: uploads up to 200 MB. */
export const MAX_UPLOAD_BYTES = FIELD_LIMITS.uploadBytes;
const EXTENSIONS = /\.(?:csv|tsv|txt|xlsx|xlsm|json|jsonl|ndjson|vcf|vcard|gz|zip)$/i;
/** The same for the browser's file dialog. */
export const ACCEPTED =
  ".csv,.tsv,.txt,.xlsx,.xlsm,.json,.jsonl,.ndjson,.vcf,.vcard,.gz,.zip,text/csv,text/tab-separated-values,text/plain,text/vcard";

export type Refusal = "wrongType" | "tooLarge" | "empty";

/** Why a file is refused before a byte of it is sent; null if it may be tried. */
export function refusal(file: Pick<File, "name" | "size">): Refusal | null {
  if (!EXTENSIONS.test(file.name)) return "wrongType";
  if (file.size > MAX_UPLOAD_BYTES) return "tooLarge";
  if (file.size === 0) return "empty";
  return null;
}

export interface UploadOptions extends Transfer {
  /** Files are stored by this installation itself; otherwise they go to blob storage directly. */
  embeddedFiles: boolean;
  /** For a workbook, if it is not the first. */
  sheet?: string;
}

/** How many more uploads the server accepts, and until when that is so. */
export interface Allowance {
  remaining: number;
  resetAt: number;
}

/** As reported by the last upload from this browser, whichever page made it. */
const reported = createKeptStore<(Allowance & { user: string | undefined }) | null>("kith-uploads", null, {
  read: JSON.parse,
  write: JSON.stringify,
});

/** The allowance reported by the user's last upload; null when there was none, or its window is over. */
export function uploadAllowance(now = Date.now(), last = reported.get()): Allowance | null {
  if (!last || last.resetAt <= now || last.user !== (pageUser() ?? last.user)) return null;
  return { remaining: last.remaining, resetAt: last.resetAt };
}

export function useUploadAllowance(): Allowance | null {
  return uploadAllowance(Date.now(), useStore(reported, null));
}

/** Remembers the rate limit headers of an answer to an upload. */
export function noteAllowance(header: (name: string) => string | null): void {
  const remaining = header("x-ratelimit-remaining");
  const resetAt = Number(header("x-ratelimit-reset"));
  if (remaining === null || !(resetAt > 0)) return;
  reported.set({ remaining: Number(remaining), resetAt, user: pageUser() });
}

/** Uploads a file and returns its preview. Throws ApiFailure, or an AbortError when it was cancelled. */
export async function uploadImport(file: File, options: UploadOptions): Promise<ImportPreview> {
  if (!options.embeddedFiles) {
    const request = { filename: file.name, bytes: file.size, contentType: "text/csv" };
    const { upload } = await callApi("POST /imports/upload-token", { body: request });
    if (upload) return uploadDirectly(file, upload, options);
  }
  let token = await accessToken();
  for (let attempt = 0; ; attempt++) {
    const answer = await post(file, token, options);
    if (answer.ok) return declared<"POST /imports">(await answer.json());
    if (answer.status !== 401 || attempt >= RENEWALS) throw await failureOf(answer);
    token = await renewedToken(attempt);
  }
}

async function uploadDirectly(
  file: File,
  { pathname, token, parts }: DirectUpload,
  { onProgress, signal, sheet }: UploadOptions,
): Promise<ImportPreview> {
  const query = sheet === undefined ? {} : { sheet };
  if (parts) {
    const tags = await uploadParts(file, parts, { onProgress, signal });
    const body = { pathname, filename: file.name, token, tags };
    return callApi("POST /imports", { query, body, signal });
  }
  const { put } = await import("@vercel/blob/client");
  await put(pathname, file, {
    access: "private",
    token,
    contentType: "text/csv",
    multipart: file.size > 8 * 1024 * 1024,
    abortSignal: signal,
    onUploadProgress: ({ loaded }) => onProgress(loaded),
  });
  return callApi("POST /imports", { query, body: { pathname, filename: file.name }, signal });
}

async function post(
  file: File,
  token: string | null,
  { onProgress, signal, sheet }: UploadOptions,
): Promise<Response> {
  const request = new XMLHttpRequest();
  request.open("POST", apiUrl("/imports", { sheet }));
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  for (const [name, value] of Object.entries(workspaceHeader())) request.setRequestHeader(name, value);
  request.upload.onload = () => onProgress(file.size);
  const form = new FormData();
  form.set("file", file);
  await transfer(request, form, file.size, { onProgress, signal });
  const { responseText, status } = request;
  const answer = new Response(responseText, { status, headers: headersOf(request) });
  noteAllowance((name) => answer.headers.get(name));
  return answer;
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
    .filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => [line.replace(/:.*/, ""), line.replace(/^[^:]*: */, "")]),
  );
}
