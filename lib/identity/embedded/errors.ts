/**
 * An answer of the provider other than success. Codes and statuses are those of GoTrue, because the SDK tells
 * them apart (@supabase/auth-js, lib/error-codes.ts).
 */
export class IdentityError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = "IdentityError";
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

const VERSION = "X-Supabase-Api-Version";
const FIRST_WITH_CODES = Date.parse("2024-01-01");

/** The error body: `{code, message}` for clients that send an API version, the older shape for the rest. */
export function errorResponse(error: IdentityError, request: Request): Response {
  const version = request.headers.get(VERSION) ?? "";
  const { status, code, message, extra } = error;
  if (Date.parse(version) >= FIRST_WITH_CODES) {
    const headers = { ...NO_STORE, [VERSION]: version };
    return Response.json({ code, message, ...extra }, { status, headers });
  }
  return Response.json(
    { code: status, error_code: code, msg: message, ...extra },
    { status, headers: NO_STORE },
  );
}

export const NO_STORE = { "Cache-Control": "private, no-store" };

export function json(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...NO_STORE, ...headers } });
}
