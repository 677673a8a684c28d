/** Why a column of a file was suggested for a field. */
export const mapping = {
  "map.consent":
    "Sagt „{header}“, wer keine E-Mails möchte? So, wie es ist, wird die Spalte nicht importiert.",
  "map.consent.struck":
    "Einige Zeilen der Arbeitsmappe sind durchgestrichen. Sind diese Personen abgemeldet? Die Spalte „{header}“ kennzeichnet sie.",
  "map.consent.struck.rows": "Zeilen {rows}.",
  "map.consent.struck.more": "Zeilen {rows} und weitere, insgesamt {count}.",
  "map.consent.values": "Ihre Werte: {values}.",
  "map.consent.several":
    "Diese Spalten sagen, wer sich abgemeldet hat: {columns}. Eine davon genügt: Wen sie nennt, der bekommt keine E-Mails.",
  "map.consent.several.column": "„{header}“",
  "map.consent.out": "Ja heißt abgemeldet",
  "map.consent.in": "Nein heißt abgemeldet",
  "map.consent.no": "Weglassen",
  "map.consent.mapped":
    "Sagt „{header}“, wer keine E-Mails möchte? So, wie es ist, wird die Spalte zu {field} und meldet niemanden ab.",
  "map.consent.empty":
    "„{header}“ sagt, wer E-Mails möchte, und ist bei manchen leer. Was bedeutet das? Ohne Antwort werden sie nicht abgemeldet.",
  "map.consent.unread":
    "Manche Werte von „{header}“ sind weder Ja noch Nein. Was bedeuten sie? Ohne Antwort melden sie niemanden ab.",
  "map.consent.unread.leave": "Weiß ich nicht: Sie melden niemanden ab",
  "map.value": "„{value}“",
  "map.value.empty": "Leere Zellen",
  "map.value.out": "Abgemeldet",
  "map.value.not": "Angemeldet",
  "map.value.others": "Jeder andere Wert, der weder Ja noch Nein ist",
  "map.value.means": "{value}: {meaning}",
  "map.value.told": "Sie haben festgelegt, was diese Werte von „{header}“ bedeuten.",
  "map.consent.turned":
    "„{header}“ kann das Gegenteil von dem bedeuten, wonach es klingt, oder etwas anderes. Stimmt keine Antwort, schreiben Sie in Ihrer Datei „abgemeldet“ in diese Zeilen und laden Sie sie noch einmal hoch.",
  "check.unread": {
    one: "In {count} Zeile ist nicht zu lesen, ob sich jemand abgemeldet hat. Sie meldet niemanden ab.",
    other: "In {count} Zeilen ist nicht zu lesen, ob sich jemand abgemeldet hat. Sie melden niemanden ab.",
  },
  "check.unread.value": { one: "„{value}“ ({count} Zeile)", other: "„{value}“ ({count} Zeilen)" },
  "check.unread.hint": "Legen Sie fest, was diese Werte bedeuten, oder lassen Sie sie so.",
  "check.failedOptOuts": {
    one: "{count} abgelehnte Zeile sagt, dass sich jemand abgemeldet hat. Das zählt trotzdem.",
    other: "{count} abgelehnte Zeilen sagen, dass sich jemand abgemeldet hat. Das zählt trotzdem.",
  },
  "check.skippedOptOuts": {
    one: "{count} übersprungene Zeile sagt, dass sich jemand abgemeldet hat, der kein Kontakt ist. Das wird gemerkt: Kein späterer Import meldet diese Person wieder an.",
    other:
      "{count} übersprungene Zeilen sagen, dass sich Personen abgemeldet haben, die keine Kontakte sind. Das wird gemerkt: Kein späterer Import meldet diese Personen wieder an.",
  },
  "check.confirmReject": { one: "{does}, {count} Zeile ablehnen", other: "{does}, {count} Zeilen ablehnen" },
  "check.confirmOptOuts": { one: "{count} Abmeldung speichern", other: "{count} Abmeldungen speichern" },
  "result.undo.optOuts": {
    one: "{count} Abmeldung einer Person, die kein Kontakt ist, wird zurückgenommen: Nur dieser Import hatte sie vermerkt.",
    other:
      "{count} Abmeldungen von Personen, die keine Kontakte sind, werden zurückgenommen: Nur dieser Import hatte sie vermerkt.",
  },
  "result.skippedOptOuts": {
    one: "{count} übersprungene Zeile sagte, dass sich jemand abgemeldet hat, der kein Kontakt ist. Das wird gemerkt.",
    other:
      "{count} übersprungene Zeilen sagten, dass sich Personen abgemeldet haben, die keine Kontakte sind. Das wird gemerkt.",
  },
  "result.failedOptOuts": {
    one: "{count} abgelehnte Zeile sagte, dass sich jemand abgemeldet hat. Das zählt trotzdem.",
    other: "{count} abgelehnte Zeilen sagten, dass sich jemand abgemeldet hat. Das zählt trotzdem.",
  },
  "result.errors.optedOut": "Die Person hat sich abgemeldet. Das zählt trotzdem.",
  "map.consent.list":
    "Das sieht nach einer Liste von Abgemeldeten aus. So, wie es ist, werden oder bleiben sie Kontakte, die E-Mails bekommen.",
  "map.consent.sheet":
    "Ein anderes Blatt dieser Arbeitsmappe nennt vielleicht Personen, die sich abgemeldet haben. Importiert wird nur dieses Blatt: Sehen Sie sich zuerst das andere an, oder importieren Sie es danach.",
  "map.consent.sheet.go": "Mit diesem Blatt fortfahren",
  "map.consent.below":
    "Weiter unten, unter einer Überschrift, nennt diese Datei vielleicht Personen, die sich abgemeldet haben. So, wie es ist, werden oder bleiben sie Kontakte, die E-Mails bekommen: Geben Sie diesen Zeilen eine Spalte, die es sagt, oder importieren Sie sie in einer eigenen Datei.",
  "map.consent.below.go": "Fortfahren, niemand darin ist abgemeldet",
  "map.consent.list.all": "Ja, alle abmelden",
  "map.consent.all": "Alle in dieser Datei werden abgemeldet.",
  "map.consent.all.not": "Nein, nur die, die eine Spalte nennt",
  "map.consent.list.keep": "Nein, sie dürfen E-Mails bekommen",
  "map.consent.keep": "Nein, als {field} belassen",
  "map.consent.none": "Keine dieser {count}: so lassen",
  "map.why.header_means": "Der Spaltenname bedeutet „{field}“.",
  "map.why.header_means_cells_agree": "Der Spaltenname bedeutet „{field}“, und die Zellen passen dazu.",
  "map.why.header_means_cells_differ":
    "Der Spaltenname bedeutet „{field}“, aber die Zellen sehen nach etwas anderem aus.",
  "map.why.header_contains": "Der Spaltenname enthält ein Wort für „{field}“.",
  "map.why.header_contains_cells_agree":
    "Der Spaltenname enthält ein Wort für „{field}“, und die Zellen passen dazu.",
  "map.why.header_contains_cells_differ":
    "Der Spaltenname enthält ein Wort für „{field}“, aber die Zellen sehen nach etwas anderem aus.",
  "map.why.header_resembles": "Der Spaltenname ähnelt einem Wort für „{field}“.",
  "map.why.header_resembles_cells_agree":
    "Der Spaltenname ähnelt einem Wort für „{field}“, und die Zellen passen dazu.",
  "map.why.header_resembles_cells_differ":
    "Der Spaltenname ähnelt einem Wort für „{field}“, aber die Zellen sehen nach etwas anderem aus.",
  "map.why.subscribed_flag":
    "„{header}“ sagt, wer E-Mails bekommt. Also meldet „nein“ einen Kontakt ab; „ja“ ändert nichts.",
  "map.why.unsubscribed_flag":
    "„{header}“ sagt, wer sich abgemeldet hat: „ja“ meldet einen Kontakt ab, „nein“ ändert nichts.",
  "map.why.unsubscribed_date":
    "„{header}“ sagt, wann sich jemand abgemeldet hat: Jeder Eintrag meldet einen Kontakt ab.",
  "map.why.cells_are_emails": "Die Zellen sind E-Mail-Adressen.",
  "map.why.cells_are_phones": "Die Zellen sehen nach Telefonnummern aus.",
  "map.why.cells_are_names": "Die Zellen sehen nach Namen von Personen aus.",
  "map.why.cells_say_unsubscribed": "Die Wörter in „{header}“ sagen, wer abgemeldet ist.",
  "map.why.name_beside_other": "Neben dem anderen Namen bedeutet „{header}“ {field}.",
  "map.why.name_alone": "„{header}“ ist der ganze Name: Vor- und Nachname werden Zeile für Zeile getrennt.",
  "map.why.own_custom_field": "Kith hat dieses eigene Feld unter diesem Namen exportiert.",
  "map.why.own_error_column": "Kith hat diese Spalte einer Datei mit abgelehnten Zeilen beigefügt.",
  "map.why.field_taken": "„{filler}“ füllt {field} bereits.",
  "map.why.other_sheet": "Sie enthält die Adresse. Ein anderes Blatt nennt vielleicht Abgemeldete.",
  "map.why.table_below": "Sie enthält die Adresse. Weiter unten stehen vielleicht Abgemeldete.",
  "map.why.second_table": "Sie gehört zu einer zweiten Tabelle neben der ersten.",
  "map.why.no_header": "Die Spalte hat keinen Namen, und die Zellen passen zu keinem Feld mit Sicherheit.",
  "map.why.may_be_consent":
    "Die Zellen sagen vielleicht, wer keine E-Mails möchte. Sagen Sie, was sie bedeuten.",
  "map.why.struck_through":
    "Einige Zeilen sind durchgestrichen. Sagen Sie, ob diese Personen abgemeldet sind.",
  "map.why.kept_as_custom": "Kein Standardfeld. Die Spalte bleibt als eigenes Feld erhalten.",
  "map.why.kept_beside": "„{filler}“ füllt {field} bereits. Die Spalte bleibt als eigenes Feld erhalten.",
  "map.why.no_field": "Kein Standardfeld. Wählen Sie ein eigenes Feld, um die Spalte zu behalten.",
  "map.why.row_counter": "Sie zählt nur die Zeilen. Wählen Sie ein eigenes Feld, um sie zu behalten.",
  "map.why.beyond_custom_fields":
    "Kein Platz: Ein Kontakt hat schon alle eigenen Felder. Lassen Sie eine andere Spalte weg, um diese zu behalten.",
  "map.why.beyond_workspace_fields":
    "Kein Platz: Der Arbeitsbereich hat schon alle eigenen Felder. Wählen Sie eines davon, um die Spalte zu behalten.",
  "map.why.beyond_custom_size":
    "Ihre Texte sind für einen Kontakt vielleicht zu lang. Wählen Sie ein eigenes Feld, um sie zu behalten; Zeilen, die nicht passen, werden abgelehnt.",
  "map.why.model": "Das KI-Modell hält „{header}“ für {field}.",
  "map.why.remembered": "Wie Sie diese Spalte beim letzten Mal zugeordnet haben.",
  "map.why.remembered_answer": "Wie Sie es zu dieser Spalte beim letzten Mal gesagt haben.",
  "map.lines": "Die ersten Zeilen der Datei. Klicken Sie auf die mit den Namen der Spalten.",
  "map.delimiters": "Wie jedes Trennzeichen die Datei aufteilt",
  "map.more": { one: "{count} weitere Spalte anzeigen", other: "{count} weitere Spalten anzeigen" },
  "map.doubtful": { one: "{count} zu prüfen", other: "{count} zu prüfen" },
  "map.left.beyond_custom_fields": {
    one: "{count} Spalte wird nicht importiert, weil ein Kontakt nur Platz für {max} eigene Felder hat: {columns}. Um sie zu behalten, stellen Sie eine andere Spalte auf „Nicht importieren“ und wählen Sie dann für diese ein eigenes Feld.",
    other:
      "{count} Spalten werden nicht importiert, weil ein Kontakt nur Platz für {max} eigene Felder hat: {columns}. Um eine davon zu behalten, stellen Sie eine andere Spalte auf „Nicht importieren“ und wählen Sie dann für sie ein eigenes Feld.",
  },
  "map.left.beyond_workspace_fields": {
    one: "{count} Spalte wird nicht importiert, weil Ihr Arbeitsbereich keinen Platz für ein weiteres eigenes Feld hat: {columns}. Um sie zu behalten, wählen Sie ein vorhandenes Feld, oder löschen Sie ein Feld, das niemand braucht, und wählen Sie hier ein neues.",
    other:
      "{count} Spalten werden nicht importiert, weil Ihr Arbeitsbereich keinen Platz für weitere eigene Felder hat: {columns}. Um eine davon zu behalten, wählen Sie ein vorhandenes Feld, oder löschen Sie ein Feld, das niemand braucht, und wählen Sie hier ein neues.",
  },
  "map.left.beyond_custom_size": {
    one: "{count} Spalte wird nicht importiert, weil ihre langen Texte vielleicht nicht in einen Kontakt passen: {columns}. Um sie zu behalten, wählen Sie ein eigenes Feld. Der nächste Schritt zeigt die Zeilen, die nicht passen.",
    other:
      "{count} Spalten werden nicht importiert, weil ihre langen Texte vielleicht nicht in einen Kontakt passen: {columns}. Um eine davon zu behalten, wählen Sie ein eigenes Feld. Der nächste Schritt zeigt die Zeilen, die nicht passen.",
  },
  "map.keepAll": {
    one: "{count} nicht zugeordnete Spalte als eigenes Feld behalten",
    other: "{count} nicht zugeordnete Spalten als eigene Felder behalten",
  },
  "map.sum.matched": "{count} zugeordnet",
  "map.sum.custom": { one: "{count} eigenes Feld", other: "{count} eigene Felder" },
  "map.open": "Zeigen, was noch fehlt",
  "map.sum.left": "{count} nicht importiert",
  "map.sheet": "Blatt",
  "map.sheet.found": "Gelesen wird das Blatt „{sheet}“: Das erste enthält keine E-Mail-Adressen.",
  "map.sheet.again":
    "Gelesen wird das Blatt „{sheet}“, eines von {count}. Für ein anderes laden Sie die Mappe noch einmal hoch.",
  "map.source.xlsx": "Excel-Mappe",
  "map.source.json": "JSON",
  "map.source.vcard": "vCards",
};
