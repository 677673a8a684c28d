/** The ways in which contacts and tags are written, as change sets record them. */
export const WAYS = [
  "contact_created",
  "contact_edited",
  "contact_deleted",
  "contact_tagged",
  "contact_untagged",
  "contacts_edited",
  "contacts_deleted",
  "contacts_unsubscribed",
  "contacts_tagged",
  "contacts_untagged",
  "contacts_erased",
  "merge",
  "tag_created",
  "tag_edited",
  "tag_deleted",
  "field_edited",
  "field_converted",
  "fields_merged",
  "field_deleted",
  "batch",
  "import",
  "undo",
] as const;

export type Way = (typeof WAYS)[number];
