import type { TextField } from "@/lib/contacts/fields";

/** What a column may do to what is stored: `fill` only what is empty, `never` anything but be part of a new contact. */
export type ColumnRule = "overwrite" | "fill" | "never";

/** Which fields obey a rule. */
export interface FieldRules {
  fills: TextField[];
  keeps: TextField[];
  /** Keys of custom fields. */
  customFills: string[];
  customKeeps: string[];
  tags: ColumnRule;
}
