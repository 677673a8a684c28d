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
        return Array.isArray(this.details) && this.code === "VALIDATION_ERROR"
            ? this.details.filter(isProblem)
            : [];
    }
}
/** Something in front of Kith may answer with a shape of its own. */
function isProblem(one) {
    return typeof one === "object" && one !== null && "path" in one && Array.isArray(one.path);
}
/** Reads an answer that is not a success. */
export async function failureOf(response) {
    if (isRedirect(response))
        return redirected(response);
    const text = await response.text().catch(() => "");
    const body = parsed(text);
    const member = (name) => typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    const [code, message] = [member("code"), member("message")];
    if (typeof code !== "string" || typeof message !== "string")
        return notOurs(response, text);
    return new KithError(message, {
        ...partsOf(response),
        code: code,
        details: member("details"),
    });
}
/** Browsers hide where it leads. */
function isRedirect({ type, status, headers }) {
    return type === "opaqueredirect" || (status >= 300 && status < 400 && headers.has("location"));
}
function redirected(response) {
    const { url, headers } = response;
    const target = headers.get("location") ?? "";
    const to = target !== "" && URL.canParse(target, url) ? new URL(target, url) : null;
    const where = to ? `${to.origin}${to.pathname}` : "another address";
    const said = `${serverOf(url)} redirects to ${where}, which is not followed: give the address of Kith itself`;
    return new KithError(said, { ...partsOf(response), code: "UNEXPECTED" });
}
/** For an answer that Kith would not give. */
export function notOurs(response, text) {
    const { status, url } = response;
    const said = /^\s*</.test(text) ? "a web page" : kindOf(text);
    const advice = status < 500 ? "is this the address of Kith?" : "something in front of Kith may have answered.";
    return new KithError(`${serverOf(url)} answered ${status} with ${said}, not as Kith does: ${advice}`, {
        ...partsOf(response),
        code: "UNEXPECTED",
    });
}
function serverOf(url) {
    return URL.canParse(url) ? new URL(url).origin : "The server";
}
function kindOf(text) {
    if (text.trim() === "")
        return "nothing";
    return parsed(text) === undefined ? "something that is not JSON" : "other JSON";
}
function partsOf({ status, headers }) {
    return {
        status,
        requestId: headers.get("x-request-id"),
        retryAfterS: secondsOf(headers.get("retry-after")),
    };
}
/** Undefined for what is not JSON. */
export function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
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
    return lost("The server cannot be reached", cause);
}
export function cutOff(cause) {
    return lost("The answer was cut off", cause);
}
/** For a repetition that is refused by what the first request did, or by what somebody else did. */
export function unknown(refusal) {
    const message = "It is not known whether this was done: the first answer was lost, and the repetition is refused";
    return lost(message, refusal);
}
function lost(message, cause) {
    const reasons = [cause, cause instanceof Error ? cause.cause : undefined];
    const said = reasons.flatMap((one) => (one instanceof Error && one.message ? [one.message] : []));
    return new KithError(`${message} (${said.at(-1) ?? String(cause)})`, { status: 0, code: "NETWORK", cause });
}
