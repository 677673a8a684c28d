/** Eigene Felder: Typen, Seite und Werte. */
export const fields = {
  "fields.exists": "Ein eigenes Feld mit diesem Namen gibt es schon.",
  "fields.inImport": "Ein Import füllt dieses Feld gerade. Versuchen Sie es danach noch einmal.",
  "error.field.number": "Das ist keine Zahl mit höchstens 15 Ziffern.",
  "error.field.date": "Das ist kein Datum.",
} as const;
