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
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  EMAIL_PROVIDER_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One bad field of a request. `path` names it from the outside in: ["columnMapping", "E-mail"]. */
export interface FieldProblem {
  path: (string | number)[];
  code: string;
  message: string;
}

/** An answer to the caller other than success. Its message and details are shown as they are: no internals. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, details?: unknown, headers: Record<string, string> = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Of bad fields in one answer, and the characters of what a client wrote that is repeated to it. */
const MAX_PROBLEMS = 100;
const MAX_QUOTED = 300;

/** A 400 that names every bad field at once: the first 100, for a body of 1 MB can have a hundred thousand. */
export function validationError(problems: FieldProblem[]): ApiError {
  const named = problems.slice(0, MAX_PROBLEMS).map(quoteShortly);
  const [first] = named;
  const subject = first?.path.length ? `${first.path.join(".")}: ` : "";
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return new ApiError("VALIDATION_ERROR", `${subject}${first?.message ?? "Invalid request"}${more}`, named);
}

function quoteShortly({ path, code, message }: FieldProblem): FieldProblem {
  const short = (text: string) =>
    text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text;
  return {
    path: path.map((part) => (typeof part === "string" ? short(part) : part)),
    code,
    message: short(message),
  };
}

/** The one 404 for "does not exist" and "belongs to another workspace". */
export function notFound(what: string): ApiError {
  return new ApiError("NOT_FOUND", `${what} not found`);
}
