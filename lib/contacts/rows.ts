import { contacts } from "@/db/schema";
import { recordOf } from "@/lib/records";
import type { CarriedTags } from "@/lib/tags/queries";
import { avatarUrl } from "./email";
import { textFieldsOf } from "./fields";
import { type Contact, contact } from "./schemas";

/** The columns that are read of a contact, without its search text. */
export const columns = {
  id: contacts.id,
  workspace_id: contacts.workspace_id,
  email: contacts.email,
  ...textFieldsOf(contacts),
  is_unsubscribed: contacts.is_unsubscribed,
  custom_fields: contacts.custom_fields,
  import_id: contacts.import_id,
  import_row: contacts.import_row,
  created_at: contacts.created_at,
  updated_at: contacts.updated_at,
};

export type ContactRow = Omit<Contact, "avatar_url" | keyof CarriedTags | "created_at" | "updated_at"> & {
  created_at: Date;
  updated_at: Date;
};

export function toContact(
  row: ContactRow,
  carried: CarriedTags = { tags: [], has_more_tags: false },
): Contact {
  return recordOf(contact, { ...row, avatar_url: avatarUrl(row.email), ...carried });
}
