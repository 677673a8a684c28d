/** An answer of Kith other than success, or no answer at all. */
export class KithError extends Error {
    status;
    code;
    details;
    /** Finds the request in the server's log. */
    requestId;
    /** After how many seconds to try again, if the server said so. */
    retryAfterS;
    constructor(message, { status, code, details, requestId, retryAfterS, cause }) {
        super(message, { cause });
        this.name = "KithError";
        this.status = status;
        this.code = code;
        this.details = details;
        this.requestId = requestId ?? null;
        this.retryAfterS = retryAfterS ?? null;
    }
    /** The bad fields of a `VALIDATION_ERROR`; otherwise none. */
    get problems() {
        return Array.isArray(this.details) && this.code === "VALIDATION_ERROR" ? this.details : [];
    }
}
/** Reads an answer that is not a success. */
export async function failureOf(response) {
    const body = await response.json().catch(() => null);
    const member = (name) => typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    const [code, message] = [member("code"), member("message")];
    const isOurs = typeof code === "string" && typeof message === "string";
    return new KithError(isOurs ? message : `The server answered ${response.status}`, {
        status: response.status,
        code: isOurs ? code : "UNEXPECTED",
        details: member("details"),
        requestId: response.headers.get("x-request-id"),
        retryAfterS: secondsOf(response.headers.get("retry-after")),
    });
}
/** `Retry-After` in seconds; it may also be a date (RFC 9110, 10.2.3). */
function secondsOf(value) {
    if (value === null || value.trim() === "")
        return null;
    const seconds = Number(value);
    const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
    return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
export function notReached(cause) {
    const reasons = [cause, cause instanceof Error ? cause.cause : undefined];
    const said = reasons.flatMap((one) => (one instanceof Error && one.message ? [one.message] : []));
    return new KithError(`The server cannot be reached (${said.at(-1) ?? String(cause)})`, {
        status: 0,
        code: "NETWORK",
        cause,
    });
}
