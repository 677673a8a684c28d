// Made from the OpenAPI document by `npm run build:client`; a test fails when it is not current. Do not edit.
/** Operations that honour an Idempotency-Key. */
export const KEYED = new Set([
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
