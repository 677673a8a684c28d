/**
 * Why a column was suggested for a field, for programs and for languages other than that of the sentence beside it.
 * `header_…`: what the header says, and whether the cells agree; the rest name the evidence used instead of a telling
 * header.
 */
export const reasonCodes = [
  "header_means",
  "header_means_cells_agree",
  "header_means_cells_differ",
  "header_contains",
  "header_contains_cells_agree",
  "header_contains_cells_differ",
  "header_resembles",
  "header_resembles_cells_agree",
  "header_resembles_cells_differ",
  "subscribed_flag",
  "unsubscribed_flag",
  "unsubscribed_date",
  "cells_are_emails",
  "cells_are_phones",
  "cells_say_unsubscribed",
  "name_beside_other",
  "name_alone",
  "own_custom_field",
  "own_error_column",
  "field_taken",
  "second_table",
  "other_sheet",
  "table_below",
  "no_header",
  "no_field",
  "may_be_consent",
  "struck_through",
  "kept_as_custom",
  "row_counter",
  "beyond_custom_fields",
  "beyond_workspace_fields",
  "beyond_custom_size",
  "model",
  "remembered",
  "remembered_answer",
] as const;
export type ReasonCode = (typeof reasonCodes)[number];
