/** Abgelehnte Zeilen, vor einem Import berichtigt. */
export const mend = {
  "mend.none": "Keine Zeile wird mehr abgelehnt",
  "mend.body":
    "Korrigieren Sie Zeilen hier, dann werden sie mit den übrigen importiert. Die Datei selbst bleibt, wie sie ist; Zeilen, die Sie so lassen, werden abgelehnt.",
  "mend.reasons": "Gründe",
  "mend.reason.emailInvalid": "Ungültige E-Mail-Adresse",
  "mend.reason.emailMissing": "E-Mail-Adresse fehlt",
  "mend.reason.tooLong": "Zu lang",
  "mend.reason.tagTooLong": "Tag zu lang",
  "mend.reason.tooManyTags": "Zu viele Tags",
  "mend.reason.tooManyCells": "Mehr Zellen als Spalten",
  "mend.reason.otherHeader": "Ab hier andere Spalten",
  "mend.reason.surplusCells": "Mehr Zellen als die meisten Zeilen",
  "row.tooFewCells":
    "Vor „{value}“ fehlt wohl eine Zelle: Diese Zeile hat weniger Zellen, als es Spalten gibt, und „{value}“ steht sonst in einer Spalte mit Abmeldungen. Verschieben Sie den Wert dorthin, oder füllen Sie auch diese Spalte aus, wenn er hierher gehört.",
  "mend.reason.tooFewCells": "Abmeldung in anderer Spalte",
  "row.cellsMoved":
    "In „_line“ steht in dieser Zeile nicht die Zahl, die Kith dort geschrieben hat: Ihre Zellen sind in andere Spalten gerutscht. Schieben Sie sie zurück, oder leeren Sie die Zelle „_line“.",
  "mend.reason.cellsMoved": "Zellen in andere Spalten gerutscht",
  "mend.reason.quote": "Einzelnes Anführungszeichen",
  "map.warning.missing_values":
    "Zellen mit „{example}“ stehen in dieser Datei für einen fehlenden Wert und werden leer importiert.",
  "map.warning.words_kept":
    "„{example}“ kann für einen fehlenden Wert stehen oder ein Name sein und wird als Text importiert.",
  "map.missing.text": "Als Text behalten",
  "map.missing.empty": "Leer lassen",
  "map.warning.two_tables":
    "Hier stehen zwei Tabellen nebeneinander. Nur die linke wird als Kontakte importiert; speichern Sie die rechte, „{example}“, als eigene Datei.",
  "map.warning.rounded_numbers":
    "Eine Tabellenkalkulation hat Zahlen wie „{example}“ gerundet: Ihre letzten Ziffern fehlen. Formatieren Sie diese Spalten dort als Zahl ohne Nachkommastellen oder als Text, und laden Sie die Datei noch einmal hoch. Ziffern nach der fünfzehnten fehlen auch dort: Nehmen Sie sie aus der Quelle der Liste.",
  "map.warning.hidden_rows":
    "Auch Zeilen, die in der Tabelle ausgeblendet sind, etwa durch einen Filter, werden importiert: {count}, etwa {lines}. Sollen sie wegbleiben, kopieren Sie die sichtbaren Zeilen in eine neue Mappe, und laden Sie diese hoch.",
  "map.warning.left_out": "Nicht importierte Angaben der Karten: {example}.",
  "map.warning.mixed_encodings":
    "Zeilen, die nicht in diesem Zeichensatz stehen: {count}, etwa {lines}. Sie werden abgelehnt. Korrigieren Sie die Datei, oder importieren Sie sie einmal in jedem ihrer Zeichensätze.",
  "row.otherHeader":
    "Ab hier hat die Datei andere Spalten: Diese Zeile oder eine darüber benennt sie neu, in anderer Reihenfolge. Laden Sie den Rest als eigene Datei hoch.",
  "row.unbalancedQuote":
    'Ein Anführungszeichen (") in dieser Zeile wird geöffnet und nie geschlossen. Schließen Sie es, oder verdoppeln Sie es, wenn es zum Text gehört.',
  "row.cut":
    "Ein Zeilenumbruch in einer Zelle zerschneidet diese Zeile: Der Rest steht in der nächsten. Entfernen Sie den Umbruch, oder setzen Sie die Zelle in Anführungszeichen.",
  "row.rest": "Das ist der Rest der Zeile darüber, die ein Umbruch in einer Zelle zerschneidet.",
  "row.undecodable":
    "Diese Zeile enthält Bytes, die im Zeichensatz der Datei kein Text sind. Wählen Sie einen anderen Zeichensatz, oder korrigieren Sie die Zeile.",
  "row.changedSince":
    "Der Kontakt wurde nach der Bestätigung dieser Änderung geändert und blieb deshalb, wie er ist. Laden Sie die Zeile noch einmal hoch, um zu sehen, was sie jetzt ändern würde.",
  "mend.reason.cut": "Durch einen Umbruch zerschnitten",
  "mend.reason.rest": "Rest der Zeile darüber",
  "mend.reason.undecodable": "Beschädigte Buchstaben",
  "mend.forAll": "In all diesen Zeilen:",
  "mend.forAll.one": { one: "{what} ({count} Zeile)", other: "{what} ({count} Zeilen)" },
  "mend.proposal.bareAddress": "Nur die Adresse behalten",
  "mend.proposal.firstAddress": "Die erste Adresse behalten",
  "mend.proposal.atSign": "„(at)“ oder „%40“ als „@“ schreiben",
  "mend.proposal.noSpaces": "Leerzeichen entfernen",
  "mend.proposal.ascii": "Adresse mit einfachen Zeichen schreiben (ASCII)",
  "mend.proposal.punctuation": "Punkte und Kommas korrigieren",
  "mend.proposal.tidy": "Adresse bereinigen",
  "mend.proposal.otherCell": "Adresse aus einer anderen Spalte nehmen",
  "mend.proposal.trim": "Auf die erlaubte Länge kürzen",
  "mend.proposal.noNul": "NUL-Zeichen entfernen",
  "mend.proposal.quoteAsText": "Anführungszeichen als Text behandeln",
  "mend.proposal.dropEmpty": "Leere Zellen am Ende weglassen",
  "mend.proposal.nearestOption": "Die gemeinte Option nehmen",
  "mend.use": "{value} nehmen",
  "mend.line": "Zeile {line}",
  "mend.cell": "{column}, Zeile {line}",
  "mend.extraCell": "Überzählige Zelle {number}",
  "mend.cut": "Dieser Text ist zu lang, um hier bearbeitet zu werden.",
  "mend.editRow.done": "Fertig",
  "mend.editRow": "Ganze Zeile bearbeiten",
  "mend.accepted": "Übernommen",
  "mend.limited":
    "Zu viele Anfragen in der letzten Minute. Diese Korrektur wird gleich von selbst noch einmal gesendet.",
  "mend.takeBack": "Rückgängig",
  "mend.takeBack.rule": "Rückgängig: {rule}",
  "mend.applied": "Korrekturen",
  "mend.applied.rows": {
    one: "{count} Zeile korrigiert",
    other: "{count} Zeilen korrigiert",
  },
  "mend.applied.some": {
    one: "{right} von {count} bearbeiteten Zeile korrigiert",
    other: "{right} von {count} bearbeiteten Zeilen korrigiert",
  },
  "map.reread.title": "Die Datei anders lesen?",
  "map.reread.body":
    "Ihre Zeilen sind dann andere, deshalb werden korrigierte und ausgelassene Zeilen verworfen. Sie kommen auch nicht zurück, wenn die Datei wieder wie vorher gelesen wird.",
  "map.reread.action": "Anders lesen",
  "mend.discard": "Alle Korrekturen verwerfen",
  "mend.previous": "Vorige Zeilen",
  "mend.next": "Weitere Zeilen",
  "mend.reason.number": "Keine Zahl",
  "mend.reason.date": "Kein Datum",
  "mend.reason.yesNo": "Weder ja noch nein",
  "mend.reason.option": "Keine der Optionen",
  "upload.drop.anywhere": "Datei ablegen, um sie zu importieren",
  "result.errors.mend": "Korrigieren und importieren",
  "result.resume": { one: "Die übrige Zeile importieren", other: "Die übrigen {count} Zeilen importieren" },
  "error.changesConfirmed":
    "Die Zeile für Zeile bestätigten Änderungen dieses Imports sind nicht mehr gespeichert. Laden Sie die Datei noch einmal hoch, um den Rest anzusehen.",
  "error.fieldChanged":
    "Ein eigenes Feld, das dieser Import füllt, wurde inzwischen geändert oder gelöscht. Prüfen Sie seine Spalten noch einmal; ein angehaltener Import kann weitergehen, sobald diese Änderung im Verlauf rückgängig gemacht ist.",
  "error.correctionsDiffer":
    "Zeilen dieser Datei wurden korrigiert, als sie noch anders gelesen wurde. Verwerfen Sie zuerst die Korrekturen.",
} as const;
