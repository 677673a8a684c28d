import { z } from "zod";

/**
 * Why a column was suggested for a field: codes for programs, and for languages other than that of the accompanying
 * sentence. `header_…`: the header, and whether the cells agree; the others name the evidence used when the header is
 * not telling.
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
  "cells_are_names",
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

/** The field that a column would have filled, if another one did not fill it already. */
export const filledBy = z
  .object({ field: z.string(), header: z.string() })
  .meta({ description: "The field that this column says, too, and the column that fills it" });
export type FilledBy = z.output<typeof filledBy>;
