const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 15_000;
/** The first request under this key still runs, or was killed and holds its key for a while: its answer is yet to come. */
export function isStillRunning({ code, retryAfterS }) {
    return code === "IDEMPOTENCY_CONFLICT" && retryAfterS !== null;
}
/** Failures that a later attempt may not have: no answer, an unavailable part of the service, a proxy without a server. */
export function mayPass({ status, code }) {
    return code === "NETWORK" || status === 503 || (code === "UNEXPECTED" && [502, 504].includes(status));
}
/** Whether a repetition may be refused because of what the first request did, whose answer was lost. */
export function isOwnDoing(method, { status }) {
    return status === 412 || (status === 404 && method === "DELETE");
}
/** How long to wait before a request is retried; null if it must not be, or the wait would be too long. */
export function waitBefore(failure, attempt, limits) {
    if (attempt.count >= limits.retries || !attempt.hasBody)
        return null;
    // With 429 the server did nothing: any request may be repeated.
    const isRepeated = failure.status === 429 || isStillRunning(failure) || (attempt.isRepeatable && mayPass(failure));
    if (!isRepeated)
        return null;
    const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** attempt.count);
    const wait = failure.retryAfterS === null ? backoff * (0.5 + Math.random() / 2) : failure.retryAfterS * 1000;
    const waited = isStillRunning(failure) ? attempt.waitedMs : 0;
    return waited + wait <= limits.maxWaitMs ? wait : null;
}
/** Rejects with the signal's reason when it aborts first. */
export function pause(ms, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, ms);
        if (signal?.aborted)
            stop();
        else
            signal?.addEventListener("abort", stop, { once: true });
    });
}
