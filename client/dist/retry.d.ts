import type { KithError } from "./failure.js";
export interface Attempt {
    /** Number of previous attempts. */
    count: number;
    /** Whether the request may reach the server twice and still do its work once. */
    isRepeatable: boolean;
    /** Whether its body can be sent again. */
    hasBody: boolean;
    /** How long it has waited for the first request under its key, in milliseconds. */
    waitedMs: number;
}
/** The first request under this key still runs, or was killed and holds its key for a while: its answer is yet to come. */
export declare function isStillRunning({ code, retryAfterS }: KithError): boolean;
/** Failures that a later attempt may not have: no answer, an unavailable part of the service, a proxy without a server. */
export declare function mayPass({ status, code }: KithError): boolean;
/** Whether a repetition may be refused because of what the first request did, whose answer was lost. */
export declare function isOwnDoing(method: string, { status }: KithError): boolean;
/** How long to wait before a request is retried; null if it must not be, or the wait would be too long. */
export declare function waitBefore(failure: KithError, attempt: Attempt, limits: {
    retries: number;
    maxWaitMs: number;
}): number | null;
/** Rejects with the signal's reason when it aborts first. */
export declare function pause(ms: number, signal?: AbortSignal | null): Promise<void>;
