import { serverGone, sessionRestored } from "./connection";
import { ApiFailure } from "./failure";
import { noteRequest } from "./pace";
import { accessToken, provisionWorkspace, refreshToken } from "./session";

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface CallOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  headers?: Record<string, string>;
}

/** The path under /api with its query; empty values are left out. */
export function apiUrl(path: string, query: Query = {}): string {
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
export async function callApi<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(path, options);
  return declared<T>(response.status === 204 ? undefined : await response.json());
}

/**
 * Gives an answer of the API its declared type. The one place where that happens: the API's own tests validate
 * every answer against the same schema, so checking it again would only make pages larger.
 */
export function declared<T>(body: unknown): T {
  return body as T;
}

/** The same, for an answer that is not JSON. */
export async function callForBlob(
  path: string,
  options: CallOptions = {},
): Promise<{ blob: Blob; filename: string }> {
  const response = await send(path, options);
  return { blob: await response.blob(), filename: filenameOf(response.headers.get("content-disposition")) };
}

async function send(path: string, options: CallOptions): Promise<Response> {
  let token = await accessToken();
  for (let attempt = 0; ; attempt++) {
    const response = await attemptOnce(path, options, token);
    if (response.ok) return response;
    if (response.status !== 401 || attempt > 2) throw await failureOf(response);
    token = await renewedToken(attempt);
  }
}

/** First a silent refresh and a check that the workspace exists; then the user must sign in again. */
async function renewedToken(attempt: number): Promise<string | null> {
  if (attempt === 0) {
    const token = await refreshToken();
    if (token && (await provisionWorkspace(token).catch(() => false))) return token;
  }
  await sessionRestored();
  return accessToken();
}

async function attemptOnce(path: string, options: CallOptions, token: string | null): Promise<Response> {
  const headers = new Headers(options.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("content-type", "application/json");
  noteRequest();
  let response: Response;
  try {
    response = await fetch(apiUrl(path, options.query), {
      method: options.method ?? "GET",
      headers,
      cache: "no-store",
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw notReached();
  }
  if (isProxyAlone(response)) throw notReached();
  serverGone.set(false);
  return response;
}

function notReached(): ApiFailure {
  serverGone.set(true);
  return new ApiFailure({ status: 0, code: "NETWORK", message: "The server cannot be reached" });
}

/** A proxy that finds no server behind it answers in its own words: ours are JSON. */
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
