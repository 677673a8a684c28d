/**
 * Why a file is refused as an import, the `reason` of a 415 beside the format (`kind`). The dashboard words each in the
 * reader's language.
 */
export const fileRefusals = [
  "old_workbook",
  "protected",
  "opendocument",
  "numbers",
  "binary",
  "packed",
  "no_table",
  "no_list",
  "encoding",
  "line_ends",
  "fixed_width",
  "extension",
  "damaged",
  "record",
  "nothing",
  "several",
  "encrypted",
  "method",
  "parts",
  "entries",
  "ratio",
  "size",
  "columns",
  "cell",
  "order",
  "formula",
  "doctype",
  "document",
] as const;
export type FileRefusal = (typeof fileRefusals)[number];
