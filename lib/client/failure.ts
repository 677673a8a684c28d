import { problemsOf, sayFailure, sayProblem } from "./failure-words";
import type { Translate } from "./messages/catalogue";
import { OtherAccount } from "./page-owner";

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
  /** Up to a second, because other tabs wait for the same moment. */
  readonly #spreadMs = Math.random() * 1000;

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
    if (error instanceof OtherAccount)
      return new ApiFailure({ status: 401, code: "OTHER_ACCOUNT", message: error.message });
    const message = error instanceof Error ? error.message : String(error);
    // What the call needs could not be loaded: the server did not answer that, either.
    const isUnloaded = error instanceof Error && error.name === "ChunkLoadError";
    return new ApiFailure({ status: 0, code: isUnloaded ? "NETWORK" : "UNEXPECTED", message });
  }

  /** The rate limit: waiting is sure to help. */
  get isLimited(): boolean {
    return this.status === 429;
  }

  /** There is nothing under this id, or there cannot be: the id in the address is none. */
  get isMissing(): boolean {
    const [problem] = this.code === "VALIDATION_ERROR" ? problemsOf(this.details) : [];
    return this.status === 404 || problem?.path.join() === "id";
  }

  /** The pause that the server asked for, and a little more. Null: it asked for none. */
  pauseMs(): number | null {
    return this.retryAfterS && Math.min(this.retryAfterS, 60) * 1000 + this.#spreadMs;
  }

  /** The failure in the user's language. */
  say(t: Translate): string {
    if (this.code === "RATE_LIMITED") return t("error.rateLimited", { seconds: this.retryAfterS ?? 60 });
    return sayFailure(t, this.code, this.message, this.details);
  }

  /** The errors of a validation error by field, in the user's language. */
  fields(t: Translate): Record<string, string> {
    const problems = problemsOf(this.details);
    return Object.fromEntries(
      problems.map((problem) => [String(problem.path[0] ?? ""), sayProblem(t, problem)]),
    );
  }
}
