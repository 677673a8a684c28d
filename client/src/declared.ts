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

/** Operations that answer with JSON, and members that their answers have: an answer with none of them is not Kith's. */
export const ANSWERS: { readonly [operation: string]: readonly string[] } = {
  "DELETE /fields/{id}": ["field", "change_id", "bulk_action_id"],
  "DELETE /tags/{id}/contacts": ["untagged", "change_id"],
  "GET /api-keys": ["data"],
  "GET /audit": ["data", "nextCursor", "total"],
  "GET /bulk-actions": ["data", "nextCursor", "total"],
  "GET /bulk-actions/{id}": ["id", "action", "tag"],
  "GET /changes": ["data", "nextCursor", "total"],
  "GET /changes/{id}": ["id", "way", "at"],
  "GET /changes/{id}/undo": ["change_id", "undo_id", "undo_status"],
  "GET /contacts": ["data", "nextCursor", "total"],
  "GET /contacts/duplicates": ["search", "data", "nextCursor"],
  "GET /contacts/{id}": ["id", "workspace_id", "email"],
  "GET /contacts/{id}/timeline": ["data", "nextCursor"],
  "GET /cron/sweep": [],
  "GET /cron/weekly-digest": ["week", "enqueued"],
  "GET /events": ["id", "changed", "jobs"],
  "GET /exports": ["data", "nextCursor", "total"],
  "GET /exports/{id}": ["id", "workspace_id", "filename"],
  "GET /fields": ["data"],
  "GET /fields/{id}": ["id", "key", "name"],
  "GET /fields/{id}/values": ["data", "contacts_read", "is_sample"],
  "GET /health": ["status", "version", "uptime_seconds"],
  "GET /health/ready": ["status", "checks"],
  "GET /imports": ["data", "nextCursor", "total"],
  "GET /imports/{id}": ["id", "workspace_id", "filename"],
  "GET /imports/{id}/changes": ["importId", "draft_version", "etag"],
  "GET /imports/{id}/corrections": ["importId", "version", "rules"],
  "GET /imports/{id}/errors": ["headers", "data", "nextAfter"],
  "GET /imports/{id}/preview": ["importId", "preview", "suggestions"],
  "GET /imports/{id}/undo": ["importId", "undo_status", "removed"],
  "GET /invitations": ["data"],
  "GET /members": ["data"],
  "GET /members/{userId}": ["user_id", "email", "role"],
  "GET /notifications": ["data", "nextCursor", "total"],
  "GET /openapi.json": ["openapi"],
  "GET /segments": ["data"],
  "GET /segments/{id}": ["id", "workspace_id", "name"],
  "GET /settings": ["workspace_id", "mail_api_key", "mail_from"],
  "GET /stats": ["totalContacts", "totalImports", "successRate"],
  "GET /tags": ["data", "nextCursor"],
  "GET /tags/{id}": ["id", "workspace_id", "name"],
  "GET /views": ["views"],
  "GET /webhook-endpoints": ["data"],
  "GET /webhook-endpoints/{id}": ["id", "workspace_id", "url"],
  "GET /webhook-endpoints/{id}/deliveries": ["data", "nextCursor", "total"],
  "GET /webhook-endpoints/{id}/deliveries/{deliveryId}": ["id", "endpoint_id", "event_id"],
  "GET /workspace": ["id", "name", "contacts"],
  "GET /workspaces": ["data"],
  "PATCH /account": ["language"],
  "PATCH /contacts/{id}": ["id", "workspace_id", "email"],
  "PATCH /fields/{id}": ["field", "change_id", "bulk_action_id"],
  "PATCH /imports/{id}": ["id", "workspace_id", "filename"],
  "PATCH /imports/{id}/corrections": ["importId", "version", "corrected"],
  "PATCH /members/{userId}": ["user_id", "email", "role"],
  "PATCH /segments/{id}": ["id", "workspace_id", "name"],
  "PATCH /webhook-endpoints/{id}": ["id", "workspace_id", "url"],
  "PATCH /workspace": ["id", "name", "contacts"],
  "POST /api-keys": ["id", "workspace_id", "name"],
  "POST /bulk-actions/{id}/stop": ["id", "action", "tag"],
  "POST /changes/{id}/undo": ["change_id", "undo_id", "undo_status"],
  "POST /contacts": ["id", "workspace_id", "email"],
  "POST /contacts/batch": ["dry_run", "change_id", "created"],
  "POST /contacts/bulk": ["id", "action", "tag"],
  "POST /contacts/bulk-delete": ["deleted", "change_id"],
  "POST /contacts/bulk-unsubscribe": ["unsubscribed", "change_id"],
  "POST /contacts/duplicates": ["search"],
  "POST /contacts/duplicates/distinct": ["distinct"],
  "POST /contacts/{id}/merge": ["contact", "change_id"],
  "POST /contacts/{id}/send-email": ["success", "messageId"],
  "POST /cron/continue": ["accepted"],
  "POST /exports": ["exportId", "status"],
  "POST /fields": ["id", "key", "name"],
  "POST /fields/{id}/merge": ["field", "change_id", "bulk_action_id"],
  "POST /imports": ["importId", "preview", "suggestions"],
  "POST /imports/upload-token": ["upload"],
  "POST /imports/{id}/cancel": ["id", "workspace_id", "filename"],
  "POST /imports/{id}/confirm": ["importId", "status"],
  "POST /imports/{id}/dry-run": ["importId", "etag", "rows"],
  "POST /imports/{id}/resume": ["importId", "status"],
  "POST /imports/{id}/undo": ["importId", "undo_status", "removed"],
  "POST /invitations": ["id", "email", "role"],
  "POST /invitations/accept": ["id"],
  "POST /invitations/preview": ["workspace", "invited_by", "role"],
  "POST /segments": ["id", "workspace_id", "name"],
  "POST /settings/mail-test": ["success", "messageId"],
  "POST /tags": ["id", "workspace_id", "name"],
  "POST /tags/{id}/contacts": ["tagged", "refused", "change_id"],
  "POST /tags/{tagId}/contacts/{contactId}": ["success"],
  "POST /webhook-endpoints": ["id", "workspace_id", "url"],
  "POST /webhook-endpoints/{id}/deliveries/{deliveryId}/replay": ["id", "endpoint_id", "event_id"],
  "POST /webhook-endpoints/{id}/rotate": ["id", "workspace_id", "url"],
  "POST /webhook-endpoints/{id}/test": ["id", "endpoint_id", "event_id"],
  "POST /webhooks": ["success"],
  "POST /workspaces": ["id", "name", "role"],
  "PUT /settings": ["workspace_id", "mail_api_key", "mail_from"],
  "PUT /tags/{id}": ["id", "workspace_id", "name"],
  "PUT /views": ["views"],
};

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
