/** Was aus einem Import wurde, neben dem, was vorhergesagt war. */
export const outcome = {
  "result.contacts.all": "Kontakte zeigen",
  "result.foretold": "Vorhergesagt",
  "result.came": "Eingetreten",
  "result.same": "wie vorhergesagt",
  "result.asForetold": "Genau wie vorhergesagt.",
  "result.differs.line": "{label}: {value} statt {foretold}",
  "result.differs.cut": "Der Import endete vor dem Ende der Datei.",
  "result.differs.since":
    "Zwischen Prüfung und Import wurden Kontakte anderswo angelegt, geändert oder gelöscht; es zählt, was da ist, wenn eine Zeile an der Reihe ist.",
  "result.undoing.of": "{done} von {total} Kontakten",
  "result.undo.left": {
    one: "Noch {count} Tag lang lässt er sich zurücknehmen.",
    other: "Noch {count} Tage lang lässt er sich zurücknehmen.",
  },
};
