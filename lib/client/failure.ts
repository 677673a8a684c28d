import type { MessageKey, Translate } from "./messages/catalogue";

interface Problem {
  path: (string | number)[];
  message: string;
}

interface FailureParts {
  status: number;
  code: string;
  message: string;
  details?: unknown;
  requestId?: string | null;
  retryAfterS?: number | null;
}

/** An answer of the API other than success, or no answer at all (status 0, code `NETWORK`). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;

  constructor(parts: FailureParts) {
    super(parts.message);
    this.name = "ApiFailure";
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details;
    this.requestId = parts.requestId ?? null;
    this.retryAfterS = parts.retryAfterS ?? null;
  }

  static from(error: unknown): ApiFailure {
    if (error instanceof ApiFailure) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new ApiFailure({ status: 0, code: "UNEXPECTED", message });
  }

  /** The failure in the user's words where we have better ones than the API's. */
  say(t: Translate): string {
    if (this.code === "RATE_LIMITED") return t("error.rateLimited", { seconds: this.retryAfterS ?? 60 });
    const key = KNOWN[this.code];
    return key ? t(key) : this.message;
  }

  /** Messages of a validation error by the name of their field. */
  fields(): Record<string, string> {
    const problems = Array.isArray(this.details) ? this.details.filter(isProblem) : [];
    return Object.fromEntries(problems.map((problem) => [String(problem.path[0] ?? ""), problem.message]));
  }
}

const KNOWN: Record<string, MessageKey | undefined> = {
  NETWORK: "error.network",
  INTERNAL_ERROR: "error.internal",
  SERVICE_UNAVAILABLE: "error.unavailable",
  NOT_FOUND: "error.notFound",
  GONE: "error.gone",
};

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    Array.isArray(value.path) &&
    "message" in value
  );
}
