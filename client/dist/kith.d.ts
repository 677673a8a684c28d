import type { BulkAction, ChangeUndo, Export, Import, ImportPreview, Operations } from "./api-types.js";
import { type Upload } from "./upload.js";
export interface Options {
    /** Where Kith runs: `https://kith.example.com`. */
    url: string | URL;
    /** An API key or an access token, or what returns one for each request. */
    token: string | (() => string | Promise<string>);
    /** How often a request is sent again that may be; 4 unless said. */
    retries?: number;
    /** The longest `Retry-After` that is waited for, in milliseconds; a minute unless said. */
    maxWaitMs?: number;
    /** How long an answer may take to begin, in milliseconds; five minutes unless said. Uploads have fifteen. */
    timeoutMs?: number;
    fetch?: typeof fetch;
}
/** An operation by its method and its path under /api, as the reference names it: `GET /contacts`. */
export type Operation = keyof Operations;
export type Answer<O extends Operation> = Operations[O]["answer"];
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
    /** For operations that honour one. Without it the client makes one, so that a repetition does no harm. */
    idempotencyKey?: string;
}
export type Sent<O extends Operation> = Operations[O]["request"] & Settings;
/** What is sent may be left out where nothing must be. */
type Arguments<O extends Operation> = Record<never, never> extends Operations[O]["request"] ? [sent?: Sent<O>] : [sent: Sent<O>];
interface Jobs {
    import: Import;
    export: Export;
    bulk: BulkAction;
}
export interface Waiting<T> {
    signal?: AbortSignal;
    /** Hears every state that is read. */
    onProgress?: (job: T) => void;
}
/** Calls one Kith for the workspace of one token. */
export declare class Kith {
    #private;
    constructor({ url, token, retries, maxWaitMs, timeoutMs, fetch }: Options);
    /** Calls an operation. Throws KithError for every answer other than success. */
    call<O extends Operation>(operation: O, ...[sent]: Arguments<O>): Promise<Answer<O>>;
    /** The same for a file: its body is a stream that is still to be read. */
    file<O extends FileOperation>(operation: O, ...[sent]: Arguments<O>): Promise<Response>;
    /** Every item of a list, page after page as they are asked for. */
    each<O extends ListOperation>(operation: O, ...[sent]: Arguments<O>): AsyncGenerator<Item<O>, void>;
    /** Uploads a file. Nothing is imported until the import is confirmed. */
    upload(source: Upload, { filename, sheet, onProgress, ...settings }: UploadSettings): Promise<ImportPreview>;
    /** Waits until a job is over, and answers what it has become: look at its `status`. */
    wait<K extends keyof Jobs>(kind: K, id: string, waiting?: Waiting<Jobs[K]>): Promise<Jobs[K]>;
    /** Undoes a change set, to which an import belongs by its own id, and waits for the end. Possible for 30 days. */
    undo(id: string, waiting?: Waiting<ChangeUndo>): Promise<ChangeUndo>;
}
export interface UploadSettings extends Settings {
    filename: string;
    /** Of a workbook, by name or number; without it the first that is not hidden. */
    sheet?: string;
    /** Bytes of a stream that have been handed over. */
    onProgress?: (bytes: number) => void;
}
export {};
