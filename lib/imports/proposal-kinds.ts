import type { RowErrorCode } from "./faults";

/** What may be proposed for a row that fails. The closed list: the dashboard has words for each in every language. */
export const proposalKinds = [
  "bare_address",
  "first_address",
  "at_sign",
  "no_spaces",
  "ascii",
  "punctuation",
  "tidy_address",
  "other_cell",
  "trim",
  "no_nul",
  "quote_as_text",
  "drop_empty_cells",
  "nearest_option",
] as const;
export type Proposal = (typeof proposalKinds)[number];

/** What may be proposed for each reason, in this order. */
export const RULES_OF: Partial<Record<RowErrorCode, readonly Proposal[]>> = {
  email_invalid: [
    "bare_address",
    "first_address",
    "at_sign",
    "no_spaces",
    "ascii",
    "punctuation",
    "tidy_address",
  ],
  email_missing: ["other_cell"],
  too_long: ["trim"],
  tag_too_long: ["trim"],
  nul_character: ["no_nul"],
  unbalanced_quote: ["quote_as_text"],
  surplus_cells: ["drop_empty_cells"],
  not_an_option: ["nearest_option"],
};
