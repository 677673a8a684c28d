import { VALUE_FAULTS } from "@/lib/fields/fields";

/** What can be wrong with a contact, in a row of a file or of a batch. */
export const contactFaults = [
  "email_missing",
  "email_invalid",
  "too_long",
  "tag_too_long",
  "too_many_tags",
  "too_many_workspace_tags",
  "too_many_custom_fields",
  "custom_fields_too_long",
  "nul_character",
  "not_storable",
  "email_taken",
  "email_differs",
  "external_id_differs",
  ...VALUE_FAULTS,
] as const;

/** Why a row can fail. The closed list: the dashboard has words for each in every language. */
export const rowErrorCodes = [
  ...contactFaults,
  "too_many_cells",
  "surplus_cells",
  "too_few_cells",
  "cells_moved",
  "other_header",
  "unbalanced_quote",
  "record_too_long",
  "field_too_long",
  "too_many_columns",
  "row_cut",
  "rest_of_row",
  "undecodable_text",
  "changed_since",
] as const;
export type RowErrorCode = (typeof rowErrorCodes)[number];
