import { ownError } from "./own-error";

/** The closed list of error codes and their HTTP status. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  INVALID_JSON: 400,
  EMAIL_NOT_CONFIGURED: 400,
  IMPORT_EMPTY: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  CONTACT_UNSUBSCRIBED: 409,
  IMPORT_NOT_PENDING: 409,
  EXPORT_NOT_READY: 409,
  IDEMPOTENCY_CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  EMAIL_PROVIDER_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What each code means for a client, for the document. */
export const errorMeaning: Record<ErrorCode, string> = {
  VALIDATION_ERROR: "A parameter or a field is missing or wrong; `details` names each.",
  INVALID_JSON: "The body is not JSON, or was cut off.",
  EMAIL_NOT_CONFIGURED: "The workspace has no key for an e-mail provider; see the settings.",
  IMPORT_EMPTY: "The file is empty.",
  UNAUTHORIZED: "The token or secret is missing, wrong, expired or revoked, or the user has no workspace.",
  FORBIDDEN:
    "The API key lacks the scope, the member's role or switches do not allow it, only a signed-in user may do it, or `X-Workspace-Id` names no workspace of the caller; `details.reason` says which.",
  NOT_FOUND: "It does not exist, or belongs to another workspace.",
  METHOD_NOT_ALLOWED: "The path has no such method; `Allow` names those it has.",
  CONFLICT: "It already exists, its state does not allow this, or a limit is reached; `message` says which.",
  CONTACT_UNSUBSCRIBED: "The contact is unsubscribed; `allow_unsubscribed` sends the mail all the same.",
  IMPORT_NOT_PENDING: "The import has already been confirmed, cancelled or finished.",
  EXPORT_NOT_READY: "The export is still being written, or it failed; `details.status` says which.",
  IDEMPOTENCY_CONFLICT: "The key was used for another request, or the first one is still running.",
  GONE: "The file no longer exists, the contact that the first request created is deleted, or the time for this is over.",
  PRECONDITION_FAILED: "`If-Match` does not name the current state, whose tag is in `ETag`.",
  PAYLOAD_TOO_LARGE: "The body or the file is larger than allowed, or the workspace's storage is full.",
  UNSUPPORTED_MEDIA_TYPE: "The body has a format that is not accepted here.",
  RATE_LIMITED: "Too many requests; `Retry-After` says when to try again.",
  INTERNAL_ERROR: "A fault of the service; `X-Request-Id` finds it in the log.",
  EMAIL_PROVIDER_ERROR: "The e-mail provider refused the mail; `message` has its reason.",
  SERVICE_UNAVAILABLE: "A part of the service is unavailable or busy; `Retry-After` says when to try again.",
};

/** One bad field of a request. `path` names it from the outside in: ["columnMapping", "E-mail"]. */
export interface FieldProblem {
  path: (string | number)[];
  code: string;
  message: string;
  /** The bound for a value that is too big or too small: characters, elements or a number. */
  limit?: number;
}

/** An answer other than success. Its message and details are sent to the caller as they are: no internals. */
export class ApiError extends ownError("ApiError") {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, details?: unknown, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Maximum number of bad fields in one answer, and of characters of a client's input repeated in it. */
export const MAX_PROBLEMS = 100;
const MAX_QUOTED = 300;

/** A 400 that names every bad field at once: the first 100, because a body of 1 MB can have a hundred thousand. */
export function validationError(problems: FieldProblem[]): ApiError {
  const named = problems.slice(0, MAX_PROBLEMS).map(quoteShortly);
  const [first] = named;
  const subject = first?.path.length ? `${first.path.join(".")}: ` : "";
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return new ApiError("VALIDATION_ERROR", `${subject}${first?.message ?? "Invalid request"}${more}`, named);
}

function quoteShortly({ path, code, message, limit }: FieldProblem): FieldProblem {
  const short = (text: string) =>
    text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text;
  return {
    path: path.map((part) => (typeof part === "string" ? short(part) : part)),
    code,
    message: short(message),
    ...(limit !== undefined && { limit }),
  };
}

/**
 * Why a state does not allow the request, if the code alone does not say: `reason` in `details`. The dashboard words
 * each in the reader's language.
 */
export const refusalReasons = [
  "changing",
  "running",
  "nothing_to_undo",
  "erased",
  "undoing",
  "undo_late",
  "over",
  "delivery_waiting",
  "endpoint_off",
  "draft_differs",
  "file_imported",
  "no_address",
  "mail_silent",
  "mail_key",
] as const;
type RefusalReason = (typeof refusalReasons)[number];

/** A refusal with its reason. `code` is CONFLICT unless the time for it is over or the e-mail provider is at fault. */
export function refusal(
  reason: RefusalReason,
  message: string,
  code: "CONFLICT" | "GONE" | "EMAIL_PROVIDER_ERROR" = "CONFLICT",
  details: Record<string, unknown> = {},
): ApiError {
  return new ApiError(code, message, { reason, ...details });
}

/** 400 for a cursor whose item was removed, in a list that has no other way to find its place. */
export function unknownCursor(): ApiError {
  const message = "names nothing that is still in this list; begin with its first page";
  return validationError([{ path: ["cursor"], code: "custom", message }]);
}

/** A part of the service is unavailable now; it may be back after that many seconds. */
export function unavailable(message: string, retryAfterS: number, details?: unknown): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", message, details, { "Retry-After": String(retryAfterS) });
}

/** The disk is full: nothing can be stored until somebody makes room. */
export function diskFull(message = "The server's disk is full. Whoever runs it has to make room."): ApiError {
  return unavailable(message, 300, { reason: "disk_full" });
}

/**
 * Why a caller who is known may not: `permission`, nobody but a signed-in `user`, `second_factor` not shown yet, another
 * `workspace` or `address`, a page of another `origin`, or an assistant and `opt_outs`.
 */
type Forbidding = "permission" | "user" | "second_factor" | "workspace" | "address" | "origin" | "opt_outs";

/** Every 403: its `details.reason` says why. */
export function forbidden(
  reason: Forbidding,
  message: string,
  details: Record<string, unknown> = {},
): ApiError {
  return new ApiError("FORBIDDEN", message, { reason, ...details });
}

/** 403: the member's role does not include `permission`. */
export function roleForbids(permission: string): ApiError {
  const message = "Your role in this workspace does not allow this; its owner can change that";
  return forbidden("permission", message, { permission });
}

/** The one 404 for "does not exist" and "belongs to another workspace". */
export function notFound(what: string): ApiError {
  return new ApiError("NOT_FOUND", `${what} not found`);
}
