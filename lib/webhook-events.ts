/** Events that an endpoint can receive. Triggers write all but the last one (db/migrations). */
export const EVENT_TYPES = [
  "contact.created",
  "contact.updated",
  "contact.unsubscribed",
  "contact.deleted",
  "contact.merged",
  "contacts.changed",
  "tag.created",
  "tag.updated",
  "tag.deleted",
  "import.completed",
  "import.failed",
  "import.cancelled",
  "import.undone",
  "export.completed",
  "email.sent",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
