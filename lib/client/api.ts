import type { Operations } from "./api-types";
import { countRequest, noteAnswered, noteGone, sessionRestored } from "./connection";
import { ApiFailure } from "./failure";
import { isReason } from "./failure-words";
import { noteAnswer, noteLimit, noteRequest } from "./pace";
import { pageEnded } from "./page-owner";
import { refusals } from "./refusals";
import { secondFactorPage } from "./second-factor-page";
import { accessToken, provisionWorkspace, refreshToken } from "./session";
import { hasUnsaved } from "./unsaved";
import { forgetWorkspace, noteLeft, workspaceHeader } from "./workspace-choice";

/** An operation of the API by its method and its path under /api. */
export type Operation = keyof Operations;
export type Answer<O extends Operation> = Operations[O]["answer"];
type Files = { [O in Operation]: Operations[O] extends { file: Blob } ? O : never }[Operation];

/** In a query, null values are left out. */
type OrNull<Q> = { [Name in keyof Q]: Q[Name] | null };
type Request<R> = { [Part in keyof R]: Part extends "query" ? OrNull<R[Part]> : R[Part] };
interface Settings {
  signal?: AbortSignal;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  headers?: Record<string, string>;
}
type Sent<O extends Operation> = Request<Operations[O]["request"]> & Settings;
/** The arguments may be omitted if nothing is required. */
type Arguments<O extends Operation> =
  Record<never, never> extends Operations[O]["request"] ? [sent?: Sent<O>] : [sent: Sent<O>];

interface AnySent extends Settings {
  path?: Record<string, string>;
  query?: object;
  body?: unknown;
}

/** The path under /api with its query; empty values are left out. */
export function apiUrl(path: string, query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api${path}${text && `?${text}`}`;
}

/**
 * Calls the API with the user's token. A 401 is answered by one refresh; if that fails the call waits until the
 * user has signed in again. Throws ApiFailure for every answer other than success.
 */
export async function callApi<O extends Operation>(
  operation: O,
  ...[sent]: Arguments<O>
): Promise<Answer<O>> {
  const response = await send(operation, sent);
  return declared<O>(response.status === 204 ? undefined : await response.json());
}

/**
 * Gives an answer of the API its documented type. The only place where that happens: the API's own tests validate
 * every answer against the same schema, so checking it again would only make pages larger.
 */
export function declared<O extends Operation>(body: unknown): Answer<O> {
  return body as Answer<O>;
}

/** The same, with the `ETag` of what was answered, for `If-Match`. */
export async function callForState<O extends Operation>(
  operation: O,
  ...[sent]: Arguments<O>
): Promise<{ answer: Answer<O>; etag: string | null }> {
  const response = await send(operation, sent);
  return { answer: declared<O>(await response.json()), etag: response.headers.get("etag") };
}

/** The same, for an answer that is not JSON. */
export async function callForBlob<O extends Files>(
  operation: O,
  ...[sent]: Arguments<O>
): Promise<{ blob: Blob; filename: string }> {
  const response = await send(operation, sent);
  return { blob: await response.blob(), filename: filenameOf(response.headers.get("content-disposition")) };
}

/** Changes that have not been answered yet. */
let changing = 0;

async function send(operation: Operation, sent: AnySent = {}): Promise<Response> {
  const isChange = !operation.startsWith("GET ");
  changing += Number(isChange);
  try {
    return await answerTo(operation, sent);
  } finally {
    changing -= Number(isChange);
  }
}

async function answerTo(operation: Operation, sent: AnySent): Promise<Response> {
  let token = await accessToken();
  for (let attempt = 0; ; attempt++) {
    const response = await attemptOnce(operation, sent, token);
    if (response.ok) return response;
    if (response.status === 401 && attempt < RENEWALS) token = await renewedToken(attempt);
    else {
      const failure = await failureOf(response);
      if (failure.isLimited) noteLimit(failure.pauseMs() ?? 0);
      if (isReason(failure.details, "permission")) refusals.set(refusals.get() + 1);
      // A question about another workspace says nothing about that of the page.
      if (isReason(failure.details, "workspace") && !sent.headers?.["x-workspace-id"])
        leaveForeignWorkspace();
      if (!isReason(failure.details, "second_factor")) throw failure;
      // Another tab may have shown the second factor: the session's new token is in the cookie.
      token = attempt === 0 ? await refreshToken() : askSecondFactor(failure);
    }
  }
}

/** The user no longer belongs to the tab's workspace: switches to the token's, unless that would lose what was typed. */
export function leaveForeignWorkspace(): void {
  noteLeft();
  forgetWorkspace();
  if (changing > 0 || pageEnded.get() || hasUnsaved()) pageEnded.set("workspace");
  else window.location.assign("/");
}

/** Goes to the page that asks for the second factor, which returns here. */
function askSecondFactor(failure: ApiFailure): never {
  const { pathname, search } = window.location;
  window.location.assign(secondFactorPage(`${pathname}${search}`));
  throw failure;
}

/** How often a token is renewed in one call: first by a refresh, then by signing in again. */
export const RENEWALS = 3;

/** After a 401: first a silent refresh and a check that the workspace exists; then the user must sign in again. */
export async function renewedToken(attempt: number): Promise<string | null> {
  if (attempt === 0) {
    const token = await refreshToken();
    if (token && (await provisionWorkspace(token).catch(() => false))) return token;
  }
  await sessionRestored();
  return accessToken();
}

async function attemptOnce(operation: Operation, sent: AnySent, token: string | null): Promise<Response> {
  const [method, template = ""] = operation.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.path?.[name] ?? ""));
  const headers = new Headers({ ...workspaceHeader(), ...sent.headers });
  if (headers.get("x-workspace-id") === "") headers.delete("x-workspace-id");
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (sent.body !== undefined) headers.set("content-type", "application/json");
  noteRequest();
  const request = countRequest();
  let response: Response;
  try {
    response = await fetch(apiUrl(path, sent.query), {
      method,
      headers,
      cache: "no-store",
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(sent.signal && { signal: sent.signal }),
      ...(sent.keepalive && { keepalive: true }),
    });
  } catch (error) {
    if (sent.signal?.aborted) throw error;
    throw notReached();
  } finally {
    noteAnswer();
  }
  if (isProxyAlone(response)) throw notReached();
  noteAnswered(request);
  return response;
}

function notReached(): ApiFailure {
  noteGone();
  return new ApiFailure({ status: 0, code: "NETWORK", message: "The server cannot be reached" });
}

/** A proxy without a server behind it answers in its own format: ours are JSON. */
function isProxyAlone({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !headers.get("content-type")?.startsWith("application/json");
}

/** Reads the API's error body; any other body (a proxy's page) becomes a plain failure. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => null);
  const text = (name: string) => {
    const value = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return new ApiFailure({
    status: response.status,
    code: text("code") ?? "UNEXPECTED",
    message: text("message") ?? `HTTP ${response.status}`,
    details: typeof body === "object" && body !== null ? Reflect.get(body, "details") : undefined,
    requestId: response.headers.get("x-request-id"),
    retryAfterS: Number(response.headers.get("retry-after")) || null,
  });
}

function filenameOf(disposition: string | null): string {
  const extended = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (extended) return decodeURIComponent(extended);
  return disposition?.match(/filename="([^"]*)"/i)?.[1] ?? "download.csv";
}

/** Gives a blob to the browser's download. */
export function saveBlob({ blob, filename }: { blob: Blob; filename: string }): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: filename });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
