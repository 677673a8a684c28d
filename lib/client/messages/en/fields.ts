/** Custom fields: their types, their page and their values. */
export const fields = {
  "fields.exists": "There is a custom field of this name already.",
  "fields.inImport": "An import fills this field at the moment. Try again when it is done.",
  "error.field.number": "This is not a number of at most 15 digits.",
  "error.field.date": "This is not a date.",
} as const;
