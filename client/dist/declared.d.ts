/** Operations that honour an Idempotency-Key. */
export declare const KEYED: ReadonlySet<string>;
/** Operations that answer with JSON, and members that their answers have: an answer with none of them is not Kith's. */
export declare const ANSWERS: {
    readonly [operation: string]: readonly string[];
};
export type ErrorCode = "VALIDATION_ERROR" | "INVALID_JSON" | "EMAIL_NOT_CONFIGURED" | "IMPORT_EMPTY" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "CONTACT_UNSUBSCRIBED" | "IMPORT_NOT_PENDING" | "EXPORT_NOT_READY" | "IDEMPOTENCY_CONFLICT" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "EMAIL_PROVIDER_ERROR" | "SERVICE_UNAVAILABLE";
