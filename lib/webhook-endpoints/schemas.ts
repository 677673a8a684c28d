import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";
import {
  id,
  nullableText,
  optionalText,
  page,
  pageQuery,
  storedText,
  text,
  timestamp,
  uuid,
} from "@/lib/schemas";
import { EVENT_TYPES } from "@/lib/webhook-events";
import { deliveryFailureCodes, MAX_KEPT_CHARS } from "./failures";

const url = text(FIELD_LIMITS.webhookUrl, 1).meta({
  description:
    "`https`, without user name or password, and never an address of a private network. Redirects are not followed. It is kept as it is called: percent-encoded, without line breaks, tabs and a fragment",
  example: "https://crm.example/kith",
});
const eventType = z.enum(EVENT_TYPES);
const events = z
  .array(eventType)
  .max(EVENT_TYPES.length, `must have at most ${EVENT_TYPES.length} types`)
  .transform((types) => EVENT_TYPES.filter((type) => types.includes(type)))
  .meta({
    override: { type: "array", items: { enum: [...EVENT_TYPES] }, maxItems: EVENT_TYPES.length },
    description: "Types of events; an empty list means all",
  });
const description = optionalText(FIELD_LIMITS.webhookDescription);
/** In answers, a list that may grow: of no fixed words. */
const EVENT_PATTERN = "^[a-z]+\\.[a-z]+$";
const perContact = z.boolean().meta({
  description:
    "Whether it is also sent an event for each contact that an import, a batch or a bulk action writes, in addition to the one event about all of them",
});

export const createWebhookBody = z
  .object({ url, description, events: events.default([]), per_contact: perContact.default(false) })
  .meta({ id: "NewWebhookEndpoint" });
export type NewWebhook = z.output<typeof createWebhookBody>;

export const updateWebhookBody = z
  .object({
    url: url.optional(),
    description,
    events: events.optional(),
    per_contact: perContact.optional(),
    is_enabled: z.boolean().optional().meta({
      description:
        "While it is off, no events are recorded for it. Pending ones are sent when it is switched on again within three days",
    }),
  })
  .meta({ id: "WebhookEndpointChanges", description: "Absent fields keep their values" });
export type WebhookChanges = z.output<typeof updateWebhookBody>;

export const webhookEndpoint = z
  .object({
    id,
    workspace_id: id,
    url: storedText({ minLength: 1, maxLength: FIELD_LIMITS.webhookUrl }),
    description: storedText({ minLength: 1, maxLength: FIELD_LIMITS.webhookDescription }).nullable(),
    events: z.array(storedText({ pattern: EVENT_PATTERN }).meta({ example: "contact.updated" })).meta({
      override: { type: "array", uniqueItems: true },
    }),
    per_contact: z.boolean(),
    is_enabled: z.boolean(),
    disabled_reason: z.enum(["user", "gone", "failing"]).nullable().meta({
      description: "What switched it off: a user, its own 410, or three days without a success",
    }),
    disabled_at: timestamp.nullable(),
    failing_since: timestamp.nullable().meta({ description: "The first failure since the last success" }),
    previous_until: timestamp.nullable().meta({
      description: "Until when deliveries are also signed with the previous secret",
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "WebhookEndpoint", description: "Where events are sent, without its secret" });
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

export const webhookWithSecret = webhookEndpoint
  .extend({
    secret: storedText({ pattern: "^whsec_[A-Za-z0-9+/]{32}$" }).meta({
      description: "Signs its deliveries (standardwebhooks.com). It is shown in this answer only",
      example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    }),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

export const webhookDelivery = z
  .object({
    id,
    endpoint_id: id,
    event_id: id.meta({ description: "`webhook-id` of the request: the same for every attempt and replay" }),
    type: storedText({ pattern: EVENT_PATTERN }).meta({ example: "contact.updated" }),
    is_replay: z.boolean(),
    status: z.enum(["pending", "sending", "delivered", "failed"]),
    attempts: z.number().int(),
    response_status: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Of the last attempt", override: { maximum: 999 } }),
    duration_ms: z.number().int().nullable(),
    last_error: z.string().nullable(),
    last_error_code: z
      .enum(deliveryFailureCodes)
      .nullable()
      .meta({ description: "What kind of error that is" }),
    created_at: timestamp,
    next_attempt_at: timestamp.nullable().meta({
      description:
        "While pending: when it is attempted at the earliest. Null while its endpoint is off. `Retry-After` or repeated failures postpone every delivery to an endpoint, and an earlier delivery about the same contact or tag the later ones",
    }),
    settled_at: timestamp.nullable(),
  })
  .meta({ id: "WebhookDelivery", description: "An event for one endpoint" });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryDetail = webhookDelivery
  .extend({
    request_body: nullableText(
      "What the last attempt sent; null before the first, and once its contact was deleted",
    ),
    response_body: storedText({ maxLength: MAX_KEPT_CHARS })
      .nullable()
      .meta({ description: "The beginning of the answer" }),
  })
  .meta({ id: "WebhookDeliveryDetail" });

export const webhookList = z.object({ data: z.array(webhookEndpoint) });
export const deliveryPage = page(webhookDelivery);
export const webhookParams = z.object({ id: uuid });
export const deliveryParams = z.object({ id: uuid, deliveryId: uuid });
export const listDeliveriesQuery = z.object({
  ...pageQuery,
  status: webhookDelivery.shape.status.optional(),
});
export type DeliveryFilter = z.output<typeof listDeliveriesQuery>;
