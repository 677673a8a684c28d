import type { BulkAction, ChangeUndo, Export, Import, ImportPreview, Operations } from "./api-types.js";
import { type Upload } from "./upload.js";
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
export type FileOperation = {
    [O in Operation]: Operations[O] extends {
        file: Blob;
    } ? O : never;
}[Operation];
type Cursor = {
    nextCursor: string | number | null;
} | {
    nextAfter: number | null;
};
/** Operations that answer in pages. */
export type ListOperation = {
    [O in Operation]: Answer<O> extends {
        data: unknown[];
    } & Cursor ? O : never;
}[Operation];
export type Item<O extends ListOperation> = Answer<O> extends {
    data: (infer T)[];
} ? T : never;
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
type Arguments<O extends Operation> = Record<never, never> extends Operations[O]["request"] ? [sent?: Sent<O>] : [sent: Sent<O>];
interface Jobs {
    import: Import;
    export: Export;
    bulk: BulkAction;
}
export interface Waiting<T> {
    signal?: AbortSignal;
    /** Called with every state that is read. */
    onProgress?: (job: T) => void;
}
/** Calls one Kith for the workspace of one token. */
export declare class Kith {
    #private;
    constructor({ url, token, retries, maxWaitMs, timeoutMs, fetch }: Options);
    /** Calls an operation. Throws KithError for every outcome other than success. */
    call<O extends Operation>(operation: O, ...[sent]: Arguments<O>): Promise<Answer<O>>;
    /** The same with the status, the headers and the `etag` of the answer. */
    whole<O extends Operation>(operation: O, ...[sent]: Arguments<O>): Promise<Whole<O>>;
    /** The same for a file: its body is a stream that is still to be read. */
    file<O extends FileOperation>(operation: O, ...[sent]: Arguments<O>): Promise<Response>;
    /** Every item of a list; pages are fetched as they are needed. */
    each<O extends ListOperation>(operation: O, ...[sent]: Arguments<O>): AsyncGenerator<Item<O>, void>;
    /** Uploads a file. Nothing is imported until the import is confirmed. */
    upload(source: Upload, { filename, sheet, onProgress, ...settings }: UploadSettings): Promise<ImportPreview>;
    /** Waits until a job has ended, and returns it: look at its `status`. */
    wait<K extends keyof Jobs>(kind: K, id: string, waiting?: Waiting<Jobs[K]>): Promise<Jobs[K]>;
    /** Undoes a change set, which for an import has the import's id, and waits until it is done. Possible for 30 days. */
    undo(id: string, waiting?: Waiting<ChangeUndo>): Promise<ChangeUndo>;
}
export interface UploadSettings extends Settings {
    filename: string;
    /** For a workbook, by name or number; by default the first that is not hidden. */
    sheet?: string;
    /** Bytes of a stream that have been handed over. */
    onProgress?: (bytes: number) => void;
}
export {};
