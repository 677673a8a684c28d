// Made from the OpenAPI document by `npm run build:client`; a test fails when it is not current. Do not edit.

/** Operations that honour an Idempotency-Key. */
export const KEYED: ReadonlySet<string> = new Set([
  "POST /contacts",
  "POST /contacts/batch",
  "POST /contacts/bulk",
  "POST /contacts/{id}/send-email",
  "POST /exports",
  "POST /fields",
  "POST /imports/{id}/confirm",
  "POST /segments",
  "POST /settings/mail-test",
  "POST /tags",
]);

export type ErrorCode =
  | "VALIDATION_ERROR"
  | "INVALID_JSON"
  | "EMAIL_NOT_CONFIGURED"
  | "IMPORT_EMPTY"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CONFLICT"
  | "CONTACT_UNSUBSCRIBED"
  | "IMPORT_NOT_PENDING"
  | "EXPORT_NOT_READY"
  | "IDEMPOTENCY_CONFLICT"
  | "GONE"
  | "PRECONDITION_FAILED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "RATE_LIMITED"
  | "INTERNAL_ERROR"
  | "EMAIL_PROVIDER_ERROR"
  | "SERVICE_UNAVAILABLE";
