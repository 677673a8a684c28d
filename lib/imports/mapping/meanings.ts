import { isName, TEXT_FIELDS, type TextField } from "@/lib/contacts/fields";

/** What a header can mean. `name` is a name of unclear extent; `subscribed` and `unsubscribed_at` fill is_unsubscribed. */
export type Meaning =
  | ("email" | TextField | "full_name" | "name" | "tags")
  | ("unsubscribed" | "subscribed" | "unsubscribed_at");

/** In the order in which they claim a header with two meanings. */
export const MEANINGS: readonly Meaning[] = [
  "email",
  ...TEXT_FIELDS.filter(isName),
  "full_name",
  "name",
  ...TEXT_FIELDS.filter((field) => !isName(field)),
  "tags",
  "unsubscribed",
  "subscribed",
  "unsubscribed_at",
];

/** Names of headers by what they mean; a comma separates them. */
export type Words = Partial<Record<Meaning, string>>;

/** Whether a column of this meaning says who opted out. */
export function isFlag(meaning: Meaning): meaning is "unsubscribed" | "subscribed" | "unsubscribed_at" {
  return meaning === "unsubscribed" || meaning === "subscribed" || meaning === "unsubscribed_at";
}
