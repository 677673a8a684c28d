import type { ApiError } from "@/lib/errors";
import { ownError } from "@/lib/own-error";

/**
 * An answer of the provider other than success. Codes and statuses are those of GoTrue, because the SDK tells
 * them apart (`error-codes` of @supabase/auth-js).
 */
export class IdentityError extends ownError("IdentityError") {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;
  /** Seconds after which to try again. */
  retryAfterS: number | null = null;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const invalid = (message: string) => new IdentityError(400, "validation_failed", message);
export const notAdmin = (message = "User not allowed") => new IdentityError(403, "not_admin", message);
export const userNotFound = () => new IdentityError(404, "user_not_found", "User not found");
export const emailExists = () =>
  new IdentityError(422, "email_exists", "A user with this email address has already been registered");
export const invalidCredentials = () =>
  new IdentityError(400, "invalid_credentials", "Invalid login credentials");
export const otpExpired = (message: string) => new IdentityError(403, "otp_expired", message);

/** Too many requests of one kind; `code` is GoTrue's. */
export function tooMany(code: string, message: string, retryAfterS: number): IdentityError {
  const error = new IdentityError(429, code, message);
  error.retryAfterS = retryAfterS;
  return error;
}

/**
 * Too many people are signing in at the moment. The SDK takes a 503 for an outage, and does not end the session
 * because of it.
 */
export function overloaded(): IdentityError {
  const error = new IdentityError(
    503,
    "overloaded",
    "Too many sign-ins at a time. Try again in a few seconds.",
  );
  error.retryAfterS = 2;
  return error;
}

/** An outage of the database in this protocol: its reason is the code, if it has one. */
export function unavailableFor({ status, message, details, headers }: ApiError): IdentityError {
  const { reason } = (details ?? {}) as { reason?: string };
  const error = new IdentityError(status, reason ?? "unavailable", message);
  error.retryAfterS = Number(headers["Retry-After"]);
  return error;
}

const VERSION = "X-Supabase-Api-Version";
const FIRST_WITH_CODES = Date.parse("2024-01-01");

/** The error body: `{code, message}` for clients that send an API version, the older shape for the rest. */
export function errorResponse(error: IdentityError, request: Request): Response {
  const version = request.headers.get(VERSION) ?? "";
  const { status, code, message, extra, retryAfterS } = error;
  const headers = { ...NO_STORE, ...(retryAfterS !== null && { "Retry-After": String(retryAfterS) }) };
  if (Date.parse(version) >= FIRST_WITH_CODES) {
    return Response.json(
      { code, message, ...extra },
      { status, headers: { ...headers, [VERSION]: version } },
    );
  }
  return Response.json({ code: status, error_code: code, msg: message, ...extra }, { status, headers });
}

export const NO_STORE = { "Cache-Control": "private, no-store" };

export function json(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...NO_STORE, ...headers } });
}
