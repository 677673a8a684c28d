import { fileOf, jsonOf } from "./answer.js";
import { KEYED } from "./declared.js";
import { failureOf, KithError, notReached, unknown } from "./failure.js";
import { isOwnDoing, isStillRunning, mayPass, pause, waitBefore } from "./retry.js";
import { bodyOf, isSentAgain } from "./upload.js";
const JOBS = {
    import: "GET /imports/{id}",
    export: "GET /exports/{id}",
    bulk: "GET /bulk-actions/{id}",
};
const UPLOAD_MS = 15 * 60_000;
const SHORTEST_WAIT_MS = 1;
const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 3_000;
/** Calls one Kith for the workspace of one token. */
export class Kith {
    #base;
    #token;
    #limits;
    #timeoutMs;
    #fetch;
    constructor({ url, token, retries = 4, maxWaitMs = 60_000, timeoutMs = 300_000, fetch }) {
        const { protocol, origin, pathname } = new URL(url);
        if (!/^https?:$/.test(protocol))
            throw new TypeError(`url must be http or https: ${url}`);
        this.#base = `${origin}${pathname.replace(/\/+$/, "")}/api`;
        this.#token = token;
        this.#limits = { retries, maxWaitMs };
        this.#timeoutMs = timeoutMs;
        this.#fetch = fetch ?? globalThis.fetch.bind(globalThis);
    }
    /** Calls an operation. Throws KithError for every outcome other than success. */
    async call(operation, ...[sent]) {
        return (await this.#json(operation, sent)).body;
    }
    /** The same with the status, the headers and the `etag` of the answer. */
    async whole(operation, ...[sent]) {
        const { body, response } = await this.#json(operation, sent);
        const { status, headers } = response;
        return { body: body, status, headers, etag: headers.get("etag") };
    }
    /** The same for a file: its body is a stream that is still to be read. */
    file(operation, ...[sent]) {
        return this.#send(operation, sent, (response) => fileOf(response, sent?.signal));
    }
    /** Every item of a list; pages are fetched as they are needed. */
    async *each(operation, ...[sent]) {
        const given = sent ?? {};
        let query = { limit: 100, ...given.query };
        for (let last = null;;) {
            const page = (await this.#json(operation, { ...given, query })).body;
            yield* page.data;
            const [name, next] = "nextAfter" in page ? ["after", page.nextAfter] : ["cursor", page.nextCursor];
            if (next === null || next === last)
                return;
            query = { ...query, [name]: next };
            last = next;
        }
    }
    /** Uploads a file. Nothing is imported until the import is confirmed. */
    async upload(source, { filename, sheet, onProgress, ...settings }) {
        const content = { source, type: "text/csv", ...(onProgress && { onProgress }) };
        const sent = { ...settings, query: { filename, ...(sheet !== undefined && { sheet }) } };
        return (await this.#json("POST /imports", sent, content)).body;
    }
    /** Waits until a job has ended, and returns it: look at its `status`. */
    async wait(kind, id, waiting = {}) {
        const read = () => this.call(JOBS[kind], { path: { id }, ...signalOf(waiting) });
        // An import that nobody has confirmed waits for a person: that is not work.
        const isOver = ({ status }) => status !== "processing" && (status !== "pending" || kind === "import");
        return poll(read, isOver, waiting);
    }
    /** Undoes a change set, which for an import has the import's id, and waits until it is done. Possible for 30 days. */
    async undo(id, waiting = {}) {
        const sent = { path: { id }, ...signalOf(waiting) };
        const first = await this.call("POST /changes/{id}/undo", sent);
        if (first.undo_status === "completed")
            return first;
        const isOver = ({ undo_status }) => undo_status === "completed";
        return poll(() => this.call("GET /changes/{id}/undo", sent), isOver, waiting);
    }
    #json(operation, sent, content) {
        const read = async (response) => ({ response, body: await jsonOf(operation, response) });
        return this.#send(operation, sent, read, content);
    }
    async #send(operation, sent = {}, read, content) {
        const [method = "GET"] = operation.split(" ", 1);
        const keyed = KEYED.has(operation)
            ? { ...sent, idempotencyKey: sent.idempotencyKey ?? randomKey() }
            : sent;
        const isRepeatable = ["GET", "PUT", "DELETE"].includes(method) || KEYED.has(operation);
        const hasBody = !content || isSentAgain(content.source);
        let mayBeDone = false;
        for (let [count, waitedMs] = [0, 0];;) {
            const request = await this.#request(operation, keyed, content);
            const outcome = await this.#fetchInTime(request, content ? UPLOAD_MS : this.#timeoutMs)
                .then(async (response) => {
                if (!response.ok)
                    throw await failureOf(response);
                return read(response);
            })
                .catch((error) => {
                if (sent.signal?.aborted)
                    throw sent.signal.reason;
                // Theirs, and no failure of the server: sent again it would fail again.
                if (request.broken.reason)
                    throw request.broken.reason.thrown;
                return error instanceof KithError ? error : notReached(error);
            });
            if (!(outcome instanceof KithError))
                return outcome;
            const wait = waitBefore(outcome, { count, isRepeatable, hasBody, waitedMs }, this.#limits);
            if (wait === null)
                throw mayBeDone && isOwnDoing(method, outcome) ? unknown(outcome) : outcome;
            mayBeDone ||= mayPass(outcome);
            await pause(wait, sent.signal);
            // Waiting for one's own first request is no retry: it takes as long as that, or until a killed one's key is free.
            if (isStillRunning(outcome))
                waitedMs += Math.max(wait, SHORTEST_WAIT_MS);
            else
                count++;
        }
    }
    async #request(operation, sent, content) {
        const [method = "GET", template = ""] = operation.split(" ");
        const path = template.replace(/\{(\w+)\}/g, (_, name) => segment(name, sent.path?.[name]));
        const token = typeof this.#token === "function" ? await this.#token() : this.#token;
        const headers = new Headers(sent.headers);
        headers.set("authorization", `Bearer ${sendable(token)}`);
        if (sent.idempotencyKey !== undefined)
            headers.set("idempotency-key", sent.idempotencyKey);
        if (sent.ifMatch === null)
            throw new TypeError("ifMatch is null: the answer had no etag");
        if (sent.ifMatch !== undefined)
            headers.set("if-match", sent.ifMatch);
        if (content)
            headers.set("content-type", content.type);
        else if (sent.body !== undefined)
            headers.set("content-type", "application/json");
        const json = sent.body !== undefined && { body: JSON.stringify(sent.body) };
        const broken = {};
        const body = content ? bodyOf(content.source, broken, content.onProgress) : json;
        const signal = sent.signal ?? null;
        // A redirect could lead the token or the file elsewhere.
        const init = { method, headers, signal, redirect: "manual", ...body };
        return { url: `${this.#base}${path}${queryOf(sent.query)}`, init, broken };
    }
    /** The timeout for an answer to begin; its body may take longer. */
    async #fetchInTime({ url, init }, ms) {
        const patience = new AbortController();
        const timer = setTimeout(() => patience.abort(new Error("no answer in time")), ms);
        const signals = init.signal ? [init.signal, patience.signal] : [patience.signal];
        try {
            return await this.#fetch(url, { ...init, signal: AbortSignal.any(signals) });
        }
        finally {
            clearTimeout(timer);
        }
    }
}
/** The token, unless no header can carry it: the error of `Headers` would quote it, and end up in a log. */
function sendable(token) {
    const text = token.trim();
    if (/[^ -~]/.test(text))
        throw new TypeError("token must be one line of ASCII characters");
    return text;
}
async function poll(read, isOver, waiting) {
    for (let ms = FIRST_POLL_MS;; ms = Math.min(LONGEST_POLL_MS, ms * 1.5)) {
        const job = await read();
        waiting.onProgress?.(job);
        if (isOver(job))
            return job;
        await pause(ms, waiting.signal);
    }
}
function signalOf({ signal }) {
    return signal ? { signal } : {};
}
/** One segment of a path: without characters that would change the path. */
function segment(name, value) {
    if (!value)
        throw new TypeError(`path.${name} is missing`);
    if (/^\.{1,2}$/.test(value))
        throw new TypeError(`path.${name} must not be "${value}"`);
    return encodeURIComponent(value);
}
function queryOf(query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
}
/** `crypto.randomUUID` is missing on pages that were not loaded over https. */
function randomKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
