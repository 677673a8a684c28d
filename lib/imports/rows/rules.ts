import type { TextField } from "@/lib/contacts/fields";

/** How a column may change stored values: `fill` only empty ones; `never` only supplies values for new contacts. */
export type ColumnRule = "overwrite" | "fill" | "never";

/** The fields under a rule. */
export interface FieldRules {
  fills: TextField[];
  keeps: TextField[];
  /** Keys of custom fields. */
  customFills: string[];
  customKeeps: string[];
  tags: ColumnRule;
}
