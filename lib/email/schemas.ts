import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { headerLine } from "@/lib/header-line";
import { id, page, pageQuery, text, timestamp } from "@/lib/schemas";

/** The subject is checked as it was sent: trimming first would let a trailing CRLF through. */
const subject = headerLine
  .pipe(text(FIELD_LIMITS.mailSubject, 1))
  .meta({ override: { type: "string", minLength: 1, maxLength: 255 } });

export const sendEmailBody = z
  .object({
    subject,
    body: text(FIELD_LIMITS.mailBody, 1).meta({
      description: "Plain text; the HTML part is made from it by escaping",
    }),
    allow_unsubscribed: z.boolean().default(false).meta({
      description: "Send even though the contact is unsubscribed, for a reply they asked for",
    }),
  })
  .meta({ id: "OneOffEmail" });
export type OneOffEmail = z.output<typeof sendEmailBody>;

export const sendEmailResult = z
  .object({
    success: z.boolean(),
    messageId: z.string().meta({ description: "The provider's id of the message" }),
  })
  .meta({ id: "SentEmail", description: "The provider accepted the message" });

export const listNotificationsQuery = z.object(pageQuery);

export const notification = z
  .object({
    id,
    kind: z.string().meta({ example: "import_completed" }),
    recipient: z.string(),
    status: z.enum(["held", "pending", "sending", "sent", "failed", "unknown", "dropped"]).meta({
      description:
        "held: waiting for the address to be confirmed. failed: rejected permanently. unknown: no answer while a retry was still safe, so it may have been sent. dropped: switched off before it was sent.",
    }),
    attempts: z.number().int(),
    created_at: timestamp,
    next_attempt_at: timestamp.nullable().meta({ description: "While pending" }),
    sent_at: timestamp.nullable(),
  })
  .meta({ id: "Notification", description: "A system mail about this workspace" });
export type Notification = z.output<typeof notification>;

export const notificationPage = page(notification);
