import type { ErrorCode } from "./declared.js";

/** One bad field of a request: `path` names it from the outside in. */
export interface FieldProblem {
  path: (string | number)[];
  code: string;
  message: string;
  /** The bound for a value that is too large or too small. */
  limit?: number;
}

/** `NETWORK`: there was no answer. `UNEXPECTED`: an answer that is not Kith's, such as a proxy's page. */
export type Code = ErrorCode | "NETWORK" | "UNEXPECTED";

interface Parts {
  /** 0 when there was no answer. */
  status: number;
  code: Code;
  details?: unknown;
  requestId?: string | null;
  retryAfterS?: number | null;
  cause?: unknown;
}

/** An answer of Kith other than success, or no answer at all. */
export class KithError extends Error {
  readonly status: number;
  readonly code: Code;
  readonly details: unknown;
  /** Finds the request in the server's log. */
  readonly requestId: string | null;
  /** After how many seconds to try again, if the server said so. */
  readonly retryAfterS: number | null;

  constructor(message: string, { status, code, details, requestId, retryAfterS, cause }: Parts) {
    super(message, { cause });
    this.name = "KithError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId ?? null;
    this.retryAfterS = retryAfterS ?? null;
  }

  /** The bad fields of a `VALIDATION_ERROR`; otherwise none. */
  get problems(): FieldProblem[] {
    return Array.isArray(this.details) && this.code === "VALIDATION_ERROR" ? this.details : [];
  }
}

/** Reads an answer that is not a success. */
export async function failureOf(response: Response): Promise<KithError> {
  const body: unknown = await response.json().catch(() => null);
  const member = (name: string): unknown =>
    typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  const [code, message] = [member("code"), member("message")];
  const isOurs = typeof code === "string" && typeof message === "string";
  return new KithError(isOurs ? message : `The server answered ${response.status}`, {
    status: response.status,
    code: isOurs ? (code as ErrorCode) : "UNEXPECTED",
    details: member("details"),
    requestId: response.headers.get("x-request-id"),
    retryAfterS: secondsOf(response.headers.get("retry-after")),
  });
}

/** `Retry-After` in seconds; it may also be a date (RFC 9110, 10.2.3). */
function secondsOf(value: string | null): number | null {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

export function notReached(cause: unknown): KithError {
  const reasons = [cause, cause instanceof Error ? cause.cause : undefined];
  const said = reasons.flatMap((one) => (one instanceof Error && one.message ? [one.message] : []));
  return new KithError(`The server cannot be reached (${said.at(-1) ?? String(cause)})`, {
    status: 0,
    code: "NETWORK",
    cause,
  });
}
