import { fileOf, jsonOf } from "./answer.js";
import type { BulkAction, ChangeUndo, Export, Import, ImportPreview, Operations } from "./api-types.js";
import { KEYED } from "./declared.js";
import { failureOf, KithError, notReached, unknown } from "./failure.js";
import { isOwnDoing, isStillRunning, mayPass, pause, waitBefore } from "./retry.js";
import { type Broken, bodyOf, isSentAgain, type Upload } from "./upload.js";

export interface Options {
  /** Where Kith runs: `https://kith.example.com`. */
  url: string | URL;
  /** An API key or an access token, or a function that returns one for each request. */
  token: string | (() => string | Promise<string>);
  /** How often a request is retried that may be; 4 by default. */
  retries?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; a minute by default. */
  maxWaitMs?: number;
  /** How long an answer may take to begin, in milliseconds; five minutes by default. Uploads have fifteen. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** An operation by its method and its path under /api, as the reference names it: `GET /contacts`. */
export type Operation = keyof Operations;
export type Answer<O extends Operation> = Operations[O]["answer"];
/** An answer with what is not in its JSON. */
export interface Whole<O extends Operation> {
  body: Answer<O>;
  status: number;
  headers: Headers;
  /** Names the state in `body`: for `ifMatch`. Null if the answer has none. */
  etag: string | null;
}
/** Operations that may answer with something other than JSON. */
export type FileOperation = { [O in Operation]: Operations[O] extends { file: Blob } ? O : never }[Operation];
type Cursor = { nextCursor: string | number | null } | { nextAfter: number | null };
/** Operations that answer in pages. */
export type ListOperation = {
  [O in Operation]: Answer<O> extends { data: unknown[] } & Cursor ? O : never;
}[Operation];
export type Item<O extends ListOperation> = Answer<O> extends { data: (infer T)[] } ? T : never;

export interface Settings {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** For operations that honour one. By default the client generates one, so that a repetition does no harm. */
  idempotencyKey?: string;
  /** The `etag` of the state that is to be changed: if it has changed since, nothing is done (`PRECONDITION_FAILED`). */
  ifMatch?: string | null;
}
export type Sent<O extends Operation> = Operations[O]["request"] & Settings;
/** The arguments may be omitted if nothing is required. */
type Arguments<O extends Operation> =
  Record<never, never> extends Operations[O]["request"] ? [sent?: Sent<O>] : [sent: Sent<O>];

interface AnySent extends Settings {
  path?: Record<string, string>;
  query?: object;
  body?: unknown;
}
interface Content {
  source: Upload;
  type: string;
  onProgress?: (bytes: number) => void;
}

interface Jobs {
  import: Import;
  export: Export;
  bulk: BulkAction;
}
const JOBS = {
  import: "GET /imports/{id}",
  export: "GET /exports/{id}",
  bulk: "GET /bulk-actions/{id}",
} as const;

export interface Waiting<T> {
  signal?: AbortSignal;
  /** Called with every state that is read. */
  onProgress?: (job: T) => void;
}

const UPLOAD_MS = 15 * 60_000;
const SHORTEST_WAIT_MS = 1;
const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 3_000;

/** Calls one Kith for the workspace of one token. */
export class Kith {
  readonly #base: string;
  readonly #token: Options["token"];
  readonly #limits: { retries: number; maxWaitMs: number };
  readonly #timeoutMs: number;
  readonly #fetch: typeof fetch;

  constructor({ url, token, retries = 4, maxWaitMs = 60_000, timeoutMs = 300_000, fetch }: Options) {
    const { protocol, origin, pathname } = new URL(url);
    if (!/^https?:$/.test(protocol)) throw new TypeError(`url must be http or https: ${url}`);
    this.#base = `${origin}${pathname.replace(/\/+$/, "")}/api`;
    this.#token = token;
    this.#limits = { retries, maxWaitMs };
    this.#timeoutMs = timeoutMs;
    this.#fetch = fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** Calls an operation. Throws KithError for every outcome other than success. */
  async call<O extends Operation>(operation: O, ...[sent]: Arguments<O>): Promise<Answer<O>> {
    return (await this.#json(operation, sent)).body as Answer<O>;
  }

  /** The same with the status, the headers and the `etag` of the answer. */
  async whole<O extends Operation>(operation: O, ...[sent]: Arguments<O>): Promise<Whole<O>> {
    const { body, response } = await this.#json(operation, sent);
    const { status, headers } = response;
    return { body: body as Answer<O>, status, headers, etag: headers.get("etag") };
  }

  /** The same for a file: its body is a stream that is still to be read. */
  file<O extends FileOperation>(operation: O, ...[sent]: Arguments<O>): Promise<Response> {
    return this.#send(operation, sent, (response) => fileOf(response, sent?.signal));
  }

  /** Every item of a list; pages are fetched as they are needed. */
  async *each<O extends ListOperation>(operation: O, ...[sent]: Arguments<O>): AsyncGenerator<Item<O>, void> {
    const given: AnySent = sent ?? {};
    let query: object = { limit: 100, ...given.query };
    for (let last: unknown = null; ; ) {
      const page = (await this.#json(operation, { ...given, query })).body as Answer<O>;
      yield* page.data as Item<O>[];
      const [name, next] = "nextAfter" in page ? ["after", page.nextAfter] : ["cursor", page.nextCursor];
      if (next === null || next === last) return;
      query = { ...query, [name]: next };
      last = next;
    }
  }

  /** Uploads a file. Nothing is imported until the import is confirmed. */
  async upload(
    source: Upload,
    { filename, sheet, onProgress, ...settings }: UploadSettings,
  ): Promise<ImportPreview> {
    const content = { source, type: "text/csv", ...(onProgress && { onProgress }) };
    const sent = { ...settings, query: { filename, ...(sheet !== undefined && { sheet }) } };
    return (await this.#json("POST /imports", sent, content)).body as ImportPreview;
  }

  /** Waits until a job has ended, and returns it: look at its `status`. */
  async wait<K extends keyof Jobs>(kind: K, id: string, waiting: Waiting<Jobs[K]> = {}): Promise<Jobs[K]> {
    const read = () => this.call(JOBS[kind], { path: { id }, ...signalOf(waiting) }) as Promise<Jobs[K]>;
    // An import that nobody has confirmed waits for a person: that is not work.
    const isOver = ({ status }: Jobs[K]) =>
      status !== "processing" && (status !== "pending" || kind === "import");
    return poll(read, isOver, waiting);
  }

  /** Undoes a change set, which for an import has the import's id, and waits until it is done. Possible for 30 days. */
  async undo(id: string, waiting: Waiting<ChangeUndo> = {}): Promise<ChangeUndo> {
    const sent = { path: { id }, ...signalOf(waiting) };
    const first = await this.call("POST /changes/{id}/undo", sent);
    if (first.undo_status === "completed") return first;
    const isOver = ({ undo_status }: ChangeUndo) => undo_status === "completed";
    return poll(() => this.call("GET /changes/{id}/undo", sent), isOver, waiting);
  }

  #json(operation: Operation, sent?: AnySent, content?: Content) {
    const read = async (response: Response) => ({ response, body: await jsonOf(operation, response) });
    return this.#send(operation, sent, read, content);
  }

  async #send<T extends object>(
    operation: Operation,
    sent: AnySent = {},
    read: (success: Response) => Promise<T>,
    content?: Content,
  ): Promise<T> {
    const [method = "GET"] = operation.split(" ", 1);
    const keyed: AnySent = KEYED.has(operation)
      ? { ...sent, idempotencyKey: sent.idempotencyKey ?? randomKey() }
      : sent;
    const isRepeatable = ["GET", "PUT", "DELETE"].includes(method) || KEYED.has(operation);
    const hasBody = !content || isSentAgain(content.source);
    let mayBeDone = false;
    for (let [count, waitedMs] = [0, 0]; ; ) {
      const request = await this.#request(operation, keyed, content);
      const outcome = await this.#fetchInTime(request, content ? UPLOAD_MS : this.#timeoutMs)
        .then(async (response) => {
          if (!response.ok) throw await failureOf(response);
          return read(response);
        })
        .catch((error: unknown) => {
          if (sent.signal?.aborted) throw sent.signal.reason;
          // Theirs, and no failure of the server: sent again it would fail again.
          if (request.broken.reason) throw request.broken.reason.thrown;
          return error instanceof KithError ? error : notReached(error);
        });
      if (!(outcome instanceof KithError)) return outcome;
      const wait = waitBefore(outcome, { count, isRepeatable, hasBody, waitedMs }, this.#limits);
      if (wait === null) throw mayBeDone && isOwnDoing(method, outcome) ? unknown(outcome) : outcome;
      mayBeDone ||= mayPass(outcome);
      await pause(wait, sent.signal);
      // Waiting for one's own first request is no retry: it takes as long as that, or until a killed one's key is free.
      if (isStillRunning(outcome)) waitedMs += Math.max(wait, SHORTEST_WAIT_MS);
      else count++;
    }
  }

  async #request(operation: Operation, sent: AnySent, content?: Content): Promise<Prepared> {
    const [method = "GET", template = ""] = operation.split(" ");
    const path = template.replace(/\{(\w+)\}/g, (_, name) => segment(name, sent.path?.[name]));
    const token = typeof this.#token === "function" ? await this.#token() : this.#token;
    const headers = new Headers(sent.headers);
    headers.set("authorization", `Bearer ${sendable(token)}`);
    if (sent.idempotencyKey !== undefined) headers.set("idempotency-key", sent.idempotencyKey);
    if (sent.ifMatch === null) throw new TypeError("ifMatch is null: the answer had no etag");
    if (sent.ifMatch !== undefined) headers.set("if-match", sent.ifMatch);
    if (content) headers.set("content-type", content.type);
    else if (sent.body !== undefined) headers.set("content-type", "application/json");
    const json = sent.body !== undefined && { body: JSON.stringify(sent.body) };
    const broken: Broken = {};
    const body = content ? bodyOf(content.source, broken, content.onProgress) : json;
    const signal = sent.signal ?? null;
    // A redirect could lead the token or the file elsewhere.
    const init = { method, headers, signal, redirect: "manual" as const, ...body };
    return { url: `${this.#base}${path}${queryOf(sent.query)}`, init, broken };
  }

  /** The timeout for an answer to begin; its body may take longer. */
  async #fetchInTime({ url, init }: Prepared, ms: number): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new Error("no answer in time")), ms);
    const signals = init.signal ? [init.signal, patience.signal] : [patience.signal];
    try {
      return await this.#fetch(url, { ...init, signal: AbortSignal.any(signals) });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The token, unless no header can carry it: the error of `Headers` would quote it, and end up in a log. */
function sendable(token: string): string {
  const text = token.trim();
  if (/[^ -~]/.test(text)) throw new TypeError("token must be one line of ASCII characters");
  return text;
}

interface Prepared {
  url: string;
  init: RequestInit;
  broken: Broken;
}

export interface UploadSettings extends Settings {
  filename: string;
  /** For a workbook, by name or number; by default the first that is not hidden. */
  sheet?: string;
  /** Bytes of a stream that have been handed over. */
  onProgress?: (bytes: number) => void;
}

async function poll<T>(read: () => Promise<T>, isOver: (job: T) => boolean, waiting: Waiting<T>): Promise<T> {
  for (let ms = FIRST_POLL_MS; ; ms = Math.min(LONGEST_POLL_MS, ms * 1.5)) {
    const job = await read();
    waiting.onProgress?.(job);
    if (isOver(job)) return job;
    await pause(ms, waiting.signal);
  }
}

function signalOf({ signal }: { signal?: AbortSignal }): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

/** One segment of a path: without characters that would change the path. */
function segment(name: string, value: string | undefined): string {
  if (!value) throw new TypeError(`path.${name} is missing`);
  if (/^\.{1,2}$/.test(value)) throw new TypeError(`path.${name} must not be "${value}"`);
  return encodeURIComponent(value);
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** `crypto.randomUUID` is missing on pages that were not loaded over https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
