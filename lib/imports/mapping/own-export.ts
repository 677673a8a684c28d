import { EXPORTED_FIELDS } from "@/lib/contacts/fields";
import { isOwnColumn } from "./error-columns";

/** The columns of Kith's own export that no import reads: importing it again must change nothing. */
const READ_ONLY = ["created_at", "updated_at"];
const FIRST = ["email", ...EXPORTED_FIELDS, "tags", "is_unsubscribed"];

/** Whether these are the headers of Kith's own export, or of its rejected rows, as it wrote them: its cells are exact. */
export function isOwnExport(headers: readonly string[]): boolean {
  const own = headers.filter((header) => !isOwnColumn(header));
  const custom = own.slice(FIRST.length, -READ_ONLY.length);
  return (
    FIRST.every((name, at) => own[at] === name) &&
    custom.every((header) => header.startsWith("custom_fields.")) &&
    READ_ONLY.every((name, at) => own[FIRST.length + custom.length + at] === name)
  );
}

/** Whether a column says when Kith stored a contact: any other program has a `created_at` of its own. */
export function isReadOnly(header: string, headers: readonly string[]): boolean {
  return READ_ONLY.includes(header) && [...FIRST, ...READ_ONLY].every((name) => headers.includes(name));
}
