/** Aktionen mit vielen Kontakten, die auf dem Server laufen. */
export const bulk = {
  "bulk.region": "Laufende Aktionen",
  "bulk.doing.tag": {
    one: "„{tag}“ wird {count} Kontakt hinzugefügt",
    other: "„{tag}“ wird {count} Kontakten hinzugefügt",
  },
  "bulk.doing.untag": {
    one: "„{tag}“ wird von {count} Kontakt entfernt",
    other: "„{tag}“ wird von {count} Kontakten entfernt",
  },
  "bulk.doing.unsubscribe": {
    one: "{count} Kontakt wird abgemeldet",
    other: "{count} Kontakte werden abgemeldet",
  },
  "bulk.doing.delete": { one: "{count} Kontakt wird gelöscht", other: "{count} Kontakte werden gelöscht" },
  "bulk.doing.set": {
    one: "{field} wird bei {count} Kontakt gesetzt",
    other: "{field} wird bei {count} Kontakten gesetzt",
  },
  "bulk.done.unsubscribe": { one: "{count} Kontakt abgemeldet", other: "{count} Kontakte abgemeldet" },
  "bulk.done.delete": { one: "{count} Kontakt gelöscht", other: "{count} Kontakte gelöscht" },
  "bulk.done.set": {
    one: "{field} bei {count} Kontakt geändert",
    other: "{field} bei {count} Kontakten geändert",
  },
  "bulk.done.nothing": "Nichts zu ändern: Es war bei allen schon so.",
  "bulk.doing.convert_field": {
    one: "{name} wird bei {count} Kontakt umgewandelt",
    other: "{name} wird bei {count} Kontakten umgewandelt",
  },
  "bulk.doing.merge_field": {
    one: "{name} wird bei {count} Kontakt verschoben",
    other: "{name} wird bei {count} Kontakten verschoben",
  },
  "bulk.doing.delete_field": {
    one: "{name} wird bei {count} Kontakt gelöscht",
    other: "{name} wird bei {count} Kontakten gelöscht",
  },
  "bulk.done.convert_field": {
    one: "{name} bei {count} Kontakt umgewandelt",
    other: "{name} bei {count} Kontakten umgewandelt",
  },
  "bulk.done.merge_field": {
    one: "{name} bei {count} Kontakt verschoben",
    other: "{name} bei {count} Kontakten verschoben",
  },
  "bulk.done.delete_field": {
    one: "{name} bei {count} Kontakt gelöscht",
    other: "{name} bei {count} Kontakten gelöscht",
  },
  "bulk.unfit": {
    one: "{count} Wert passt nicht zum Typ und blieb, wie er war",
    other: "{count} Werte passen nicht zum Typ und blieben, wie sie waren",
  },
  "bulk.noRoom": {
    one: "{count} Kontakt hat keinen Platz für ein weiteres eigenes Feld",
    other: "{count} Kontakte haben keinen Platz für ein weiteres eigenes Feld",
  },
  "bulk.stopped": "Angehalten: {what}.",
  "bulk.failed.tag_deleted": "Das Tag wurde inzwischen gelöscht. Davor: {what}.",
  "bulk.failed.interrupted": "Zu oft unterbrochen. Davor: {what}.",
  "bulk.failed.unexpected": "Etwas ist schiefgegangen. Davor: {what}.",
  "bulk.of": "{done} von {total}",
  "bulk.waiting": "Wartet, bis sie an der Reihe ist",
  "bulk.progress": "Fortschritt",
  "bulk.stop": "Anhalten",
  "bulk.started":
    "Das läuft auf dem Server. Sie können diese Seite schließen; der Fortschritt steht über der Liste und im Verlauf.",
  "bulk.undo.running": "Wird im Hintergrund rückgängig gemacht; der Verlauf zeigt den Fortschritt.",
  "bulk.set": "Feld setzen",
  "bulk.set.title": {
    one: "Ein Feld bei {count} Kontakt setzen",
    other: "Ein Feld bei {count} Kontakten setzen",
  },
  "bulk.set.field": "Feld",
  "bulk.set.value": "Neuer Wert",
  "bulk.set.hint": "Ersetzt, was da steht. Wenn Sie nichts eingeben, wird das Feld geleert.",
  "bulk.set.required": "Ersetzt, was da steht.",
  "bulk.set.action": { one: "Bei {count} Kontakt setzen", other: "Bei {count} Kontakten setzen" },
  "bulk.set.clear": { one: "Bei {count} Kontakt leeren", other: "Bei {count} Kontakten leeren" },
} as const;
