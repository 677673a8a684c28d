/** Was aus einem Import wurde, neben dem, was vorhergesagt war. */
export const outcome = {
  "result.contacts.all": "Kontakte anzeigen",
  "result.predicted": "Vorhergesagt",
  "result.came": "Tatsächlich",
  "result.same": "wie vorhergesagt",
  "result.asPredicted": "Genau wie vorhergesagt.",
  "result.differs.line": "{label}: {value} statt {predicted}",
  "result.differs.cut": "Der Import endete vor dem Ende der Datei.",
  "result.differs.since":
    "Zwischen Prüfung und Import wurden Kontakte anderswo angelegt, geändert oder gelöscht. Jede Zeile wird mit dem verglichen, was da ist, wenn sie an der Reihe ist.",
  "result.undoing.of": "{done} von {total} Kontakten",
  "result.undo.rest": "Rest rückgängig machen",
  "result.undo.rest.title": "Den Rest dieses Imports rückgängig machen?",
  "result.undo.nothing": "Es würde nichts rückgängig gemacht.",
  "result.undo.notYet": {
    one: "Noch nicht möglich: {count} Kontakt wurde danach geändert, oder ein anderer Kontakt hat seine frühere Adresse. Machen Sie zuerst diese Änderungen im Verlauf rückgängig.",
    other:
      "Noch nicht möglich: {count} Kontakte wurden danach geändert, oder andere Kontakte haben ihre früheren Adressen. Machen Sie zuerst diese Änderungen im Verlauf rückgängig.",
  },
  "result.undo.left": {
    one: "Er lässt sich noch {count} Tag lang rückgängig machen.",
    other: "Er lässt sich noch {count} Tage lang rückgängig machen.",
  },
};
