import { z } from "zod";
import { id, integer, nullableText, page, pageQuery, text, timestamp } from "@/lib/schemas";

export const listAuditQuery = z.object({
  ...pageQuery,
  action: text(60, 1).optional().meta({ description: "Only this action, such as `settings.changed`" }),
  outcome: z.enum(["success", "failure"], "must be success or failure").optional(),
});
export type AuditFilter = z.output<typeof listAuditQuery>;

export const auditEvent = z
  .object({
    id,
    action: z.string().meta({ example: "api_key.created" }),
    outcome: z.enum(["success", "failure"]),
    user_id: id.nullable().meta({ description: "The user; null when the caller was not recognised" }),
    api_key_id: id.nullable().meta({ description: "The API key that was used" }),
    target: nullableText("Id of the object of the action"),
    address: z.string().nullable().meta({
      description:
        "The client address: IPv4, or an IPv6 /64; when an entry holds several failures, that of the last one",
      example: "203.0.113.7",
    }),
    request_id: nullableText("`X-Request-Id` of the answer"),
    detail: z.record(z.string(), z.unknown()).nullable().meta({
      description: "Names and numbers, such as which settings were changed; never values",
    }),
    count: integer("Number of events in this entry: failures of one kind within an hour share one"),
    created_at: timestamp,
    last_at: timestamp.meta({ description: "The time of the last of them" }),
  })
  .meta({ id: "AuditEvent", description: "An entry of the security log" });
export type AuditEvent = z.output<typeof auditEvent>;

export const auditPage = page(auditEvent);
