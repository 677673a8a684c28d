import type { Message } from "../catalogue";
import type { common as english } from "../en/common";

export const common: Record<keyof typeof english, Message> = {
  "app.name": "Kith",
  "app.tagline": "Der Kontakt-Import, auf den Verlass ist",
  "app.skip": "Zum Inhalt",
  "app.title": "{page} · Kith",

  "nav.label": "Hauptmenü",
  "nav.overview": "Übersicht",
  "nav.contacts": "Kontakte",
  "nav.tags": "Tags",
  "nav.imports": "Importe",
  "nav.exports": "Exporte",
  "nav.history": "Verlauf",
  "nav.settings": "Einstellungen",
  "nav.api": "API-Referenz",
  "nav.menu": "Menü",
  "nav.account": "Konto",
  "nav.signOut": "Abmelden",
  "nav.commands": "Suchen",

  "theme.label": "Darstellung",
  "theme.light": "Hell",
  "theme.dark": "Dunkel",
  "theme.system": "Wie das System",
  "language.label": "Sprache",

  "action.back": "Zurück",
  "action.cancel": "Abbrechen",
  "confirm.cancel": "Abbrechen",
  "action.close": "Schließen",
  "action.copied": "Kopiert",
  "action.copyFailed":
    "Ihr Browser lässt das Kopieren hier nicht zu. Markieren und kopieren Sie den Text selbst.",
  "action.delete": "Löschen",
  "action.loadMore": "Mehr laden",
  "action.retry": "Erneut versuchen",
  "action.save": "Speichern",
  "action.undo": "Rückgängig",
  "action.more": "Weitere Aktionen",
  "field.optional": "optional",
  "state.loading": "Wird geladen",
  "toast.region": "Meldungen",
  "draft.title": "Eingaben verwerfen?",
  "draft.body": "Sie sind noch nicht gespeichert.",
  "draft.keep": "Weiter bearbeiten",
  "draft.discard": "Verwerfen",
  "list.more": { one: "{count} weitere", other: "{count} weitere" },
  "state.limited": "Zu viele Anfragen in der letzten Minute. Gleich geht es von selbst weiter.",
  "confirm.type": "Zum Bestätigen „{text}“ eingeben",

  "error.title": "Das konnte nicht geladen werden",
  "error.requestId": "Anfrage",
  "error.copy": "Details kopieren",
  "error.network":
    "Der Server ist nicht erreichbar. Ihre Eingaben bleiben erhalten; versuchen Sie es gleich noch einmal.",
  "error.internal":
    "Auf dem Server ist etwas schiefgegangen. Nichts blieb halb fertig; versuchen Sie es noch einmal.",
  "error.unavailable":
    "Ein Teil des Dienstes ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.",
  "error.busy": "Gerade werden andere Dateien geprüft. Versuchen Sie es in ein paar Sekunden noch einmal.",
  "error.tooSlow":
    "Das dauerte zu lange und wurde abgebrochen. Versuchen Sie es noch einmal; geschieht es wieder, nehmen Sie eine kleinere Datei oder einen engeren Filter.",
  "error.notFound": "Das gibt es nicht, oder es gehört nicht zu Ihrem Arbeitsbereich.",
  "error.gone": "Die Datei ist nicht mehr da: gelöscht oder abgelaufen.",
  "error.rateLimited": "Zu viele Anfragen. Versuchen Sie es in {seconds} s noch einmal.",
  "error.unauthorized": "Bitte melden Sie sich neu an.",
  "error.forbidden": "Das dürfen Sie nicht.",
  "error.tooLarge": "Die Datei ist zu groß. Die Grenze ist 200 MB.",
  "error.mediaType":
    "Diese Datei lässt sich hier nicht lesen. Speichern Sie sie als CSV und versuchen Sie es noch einmal.",
  "error.file.oldWorkbook":
    "Das ist eine Excel-Arbeitsmappe der alten Art (.xls). Wählen Sie in Excel Datei → Speichern unter → „Excel-Arbeitsmappe (*.xlsx)“, und laden Sie diese Datei hoch.",
  "error.file.protected":
    "Diese Excel-Arbeitsmappe ist durch ein Passwort geschützt. Entfernen Sie es in Excel, speichern Sie die Mappe, und laden Sie sie hoch.",
  "error.file.opendocument":
    "Das ist eine OpenDocument-Datei. Wählen Sie in LibreOffice Datei → Speichern unter → „Excel 2007–365 (.xlsx)“ oder „Text CSV“, und laden Sie diese Datei hoch.",
  "error.file.numbers":
    "Das ist eine Datei von Apple Numbers. Wählen Sie in Numbers Ablage → Exportieren → CSV, und laden Sie diese Datei hoch.",
  "error.file.binary":
    "Das ist eine binäre Excel-Arbeitsmappe (.xlsb). Wählen Sie in Excel Datei → Speichern unter → „Excel-Arbeitsmappe (*.xlsx)“, und laden Sie diese Datei hoch.",
  "error.file.packed": "Diese Datei ist gepackt. Entpacken Sie sie, und laden Sie die Datei darin hoch.",
  "error.file.noTable":
    "Das ist keine Tabelle. Exportieren Sie die Liste aus dem Programm, aus dem sie stammt, als CSV, und laden Sie diese Datei hoch.",
  "error.file.noList":
    "Diese JSON-Datei ist keine Liste von Kontakten. Exportieren Sie sie als Array von Objekten, mit einem Objekt je Zeile oder als CSV.",
  "error.file.encoding":
    "Die Zeichen dieser Datei sind nicht lesbar. Speichern Sie sie als CSV UTF-8, und laden Sie diese Datei hoch.",
  "error.file.lineEnds":
    "Die Zeilen dieser Datei enden mit einem ungewöhnlichen Zeichen. Speichern Sie sie mit üblichen Zeilenenden, und laden Sie sie erneut hoch.",
  "error.file.fixedWidth":
    "Die Spalten dieser Datei sind durch Leerzeichen ausgerichtet. Öffnen Sie sie in einer Tabellenkalkulation als Text mit fester Breite, speichern Sie sie als CSV UTF-8, und laden Sie diese Datei hoch.",
  "error.file.extension":
    "Der Name dieser Datei passt nicht zu ihrem Inhalt. Laden Sie die Liste als CSV, XLSX, JSON oder vCard hoch.",
  "error.file.damaged":
    "Die Datei ist beschädigt oder unvollständig. Speichern oder packen Sie sie noch einmal, und laden Sie sie dann hoch.",
  "error.file.damagedLine": "Die Datei ist beschädigt oder unvollständig: Zeile {line} ist nicht lesbar.",
  "error.file.record": "Die Zeile {line} ist zu lang für einen Kontakt.",
  "error.file.nothing": "Diese Datei enthält keine Tabelle.",
  "error.file.several": "Dieses Archiv enthält {count} Dateien. Laden Sie die mit den Kontakten hoch.",
  "error.file.encrypted":
    "Dieses Archiv ist verschlüsselt. Entpacken Sie es, und laden Sie die Datei darin hoch.",
  "error.file.archive":
    "Dieses Archiv ist auf ungewöhnliche Weise gepackt. Entpacken Sie es, und laden Sie die Datei darin hoch.",
  "error.file.tooLarge":
    "Diese Datei ist in diesem Format zu groß. Speichern Sie die Liste als CSV UTF-8, und laden Sie diese Datei hoch.",
  "error.file.saveAgain":
    "Diese Arbeitsmappe wurde auf ungewöhnliche Weise geschrieben. Öffnen Sie sie in einer Tabellenkalkulation, speichern Sie sie, und laden Sie diese Datei hoch.",
  "error.mailProvider": "Der E-Mail-Anbieter hat das abgelehnt. {message}",
  "error.contactUnsubscribed": "Dieser Kontakt hat sich abgemeldet.",
  "error.importNotPending": "Dieser Import wurde schon gestartet oder ist beendet.",
  "error.importEmpty": "Die Datei ist leer.",
  "error.importUnreadable": "Keine Zeile der Datei ist lesbar. Zeile {line}: {why}",
  "error.exportNotReady": "Dieser Export ist noch nicht fertig.",
  "error.limit.tags_per_contact":
    "Ein Kontakt kann höchstens {count} Tags haben. Entfernen Sie zuerst eines.",
  "error.limit.tags_per_workspace":
    "Ein Arbeitsbereich kann höchstens {count} Tags haben. Löschen Sie zuerst eines.",
  "error.limit.custom_keys":
    "Ein Arbeitsbereich kann höchstens {count} eigene Felder haben. Nehmen Sie ein vorhandenes, oder löschen Sie zuerst eines.",
  "error.limit.segments_per_workspace":
    "Ein Arbeitsbereich kann höchstens {count} Segmente haben. Löschen Sie zuerst eines.",
  "error.limit.exports_alive":
    "{count} Exporte warten oder laufen. Versuchen Sie es, sobald einer fertig ist.",
  "error.limit.corrected_rows":
    "Höchstens {count} Zeilen können einzeln korrigiert werden. Korrigieren Sie die übrigen alle auf einmal, oder nach dem Import in der Datei der abgelehnten Zeilen.",
  "error.limit.correction_bytes": "Ihre Korrekturen sind zusammen zu lang. Kürzen oder verwerfen Sie einige.",
  "error.limit.imports_pending":
    "{count} Importe warten auf Bestätigung. Bestätigen oder löschen Sie zuerst einen.",
  "error.limit.storage":
    "Der Speicherplatz des Arbeitsbereichs ist belegt. Löschen Sie Importe oder Exporte, die Sie nicht mehr brauchen.",
  "error.limit.disk":
    "Der Datenträger des Servers ist fast voll. Bitten Sie den Betreiber, Platz zu schaffen.",
  "error.tooManyKeys":
    "Ein Arbeitsbereich kann höchstens {count} API-Schlüssel haben. Löschen Sie zuerst einen.",
  "error.changed": "Das hat inzwischen jemand geändert. Sehen Sie es sich noch einmal an.",
  "error.draftChanged":
    "Dieser Import wurde in einem anderen Tab geändert. Sehen Sie ihn noch einmal an, bevor Sie importieren.",
  "error.conflict": "Das geht so nicht mehr: {message}",
  "error.other": "Nicht angenommen: {message}",
  "error.request": "Der Server hat diese Seite nicht verstanden. Laden Sie die Seite neu.",
  "error.repeated":
    "Das wird gerade schon erledigt. Warten Sie einen Moment, und sehen Sie dann noch einmal nach.",
  "error.unexpected": "Eine unerwartete Antwort ({message}). Versuchen Sie es noch einmal.",
  "error.limit.bulk_alive":
    "Es warten oder laufen schon {count} Sammelaktionen. Warten Sie, bis eine beendet ist.",
  "error.limit.webhook_endpoints": "Ein Arbeitsbereich kann höchstens {count} Webhooks haben.",
  "error.field.missing": "Pflichtfeld",
  "error.field.tooLong": { one: "Höchstens {count} Zeichen.", other: "Höchstens {count} Zeichen." },
  "error.field.tooMany": { one: "Höchstens {count} Eintrag.", other: "Höchstens {count} Einträge." },
  "error.field.tooMuch": "Das ist zusammen zu viel, um gespeichert zu werden.",
  "error.field.email": "Das ist keine E-Mail-Adresse.",
  "error.field.unknown": "Das gibt es nicht mehr.",
  "error.field.mismatch": "Das stimmt nicht überein.",
  "error.field.nul": "Das enthält ein Zeichen, das nicht gespeichert werden kann.",
  "error.field.lines": "Das muss eine einzelne Zeile ohne Steuerzeichen sein.",
  "error.field.key": "Ein Schlüssel besteht nur aus Buchstaben, Ziffern und Zeichen, ohne Leerzeichen.",
  "error.field.mailKey":
    "Resend kennt diesen Schlüssel nicht. Kopieren Sie ihn noch einmal, oder erstellen Sie dort einen neuen.",
  "error.field.sender": "Geben Sie eine Adresse an oder einen Namen mit Adresse: Name <Adresse>.",
  "error.field.origin": "Geben Sie einen Ursprung wie https://app.example.com an.",
  "error.field.future": "Wählen Sie einen Zeitpunkt in der Zukunft.",
  "error.field.url": "Webhooks gehen nur an öffentliche https-Adressen.",
  "error.field.of": "{field}: {why}",
  "error.field.name":
    "Verwenden Sie nur Buchstaben, Ziffern, Leerzeichen und & ' ( ) + , ! _ - sowie Punkte wie in „Co.“ oder „e.V.“",
  "error.field.opts": "Eine Auswahl braucht mindestens eine Option.",
  "error.field.once": "Jede Option darf nur einmal vorkommen.",
  "error.field.repeat": "Kein Wert darf beides bedeuten.",
  "error.field.proof": "Geben Sie Ihr aktuelles Passwort ein.",
  "error.field.other": "Nicht angenommen: {message}",
  "error.page.title": "Etwas ist schiefgegangen",
  "error.page.body": "Ihre Daten sind unberührt. Meist hilft ein neuer Versuch.",
  "error.page.reference": "Hilft er nicht, nennen Sie diese Referenz:",
  "error.404.title": "Seite nicht gefunden",
  "error.404.body": "Vielleicht ist die Adresse vertippt, oder was hier war, wurde gelöscht.",
  "error.404.home": "Zur Übersicht",

  "server.gone": "Der Server antwortet nicht. Nichts von Ihren Eingaben ist verloren.",
  "server.gone.upload": "„{file}“ wartet auf den Server und wird von selbst hochgeladen.",
  "upload.held.banner": {
    one: "„{file}“ wartet und wird von selbst hochgeladen.",
    other: "{count} Dateien warten und werden von selbst hochgeladen.",
  },
  "upload.held.busy":
    "Es waren zu viele Anfragen in einer Minute. „{file}“ wartet und wird von selbst hochgeladen.",
  "upload.held.show": "Anzeigen",
  "part.missing":
    "Ein Teil dieser Seite lässt sich nicht laden. Vielleicht wurde Kith aktualisiert: Laden Sie die Seite neu.",
  "part.reload": "Neu laden",
  "ended.account":
    "In diesem Browser hat sich ein anderes Konto angemeldet. Von dieser Seite wird nichts mehr gespeichert: Kopieren Sie, was Sie eingegeben haben, bevor Sie sie verlassen.",
  "ended.workspace":
    "Sie gehören nicht mehr zu diesem Arbeitsbereich. Von dieser Seite wird nichts mehr gespeichert: Kopieren Sie, was Sie eingegeben haben, bevor Sie sie verlassen.",
  "ended.leave": "Seite verlassen",
  "session.ended.title": "Bitte melden Sie sich wieder an",
  "session.ended.body":
    "Ihre Sitzung ist zu Ende. Ihre Eingaben sind noch da; es geht weiter, sobald Sie wieder angemeldet sind.",
  "session.ended.other": "Als jemand anderes anmelden",

  "footer.embedded": "Läuft auf diesem Rechner: {parts}",
  "footer.hosted": "Alle Teile laufen gehostet",
  "footer.inbox": "Posteingang",
  "footer.files": "Dateien",
  "part.database": "Datenbank",
  "part.identity": "Anmeldung",
  "part.blob": "Dateien",
  "part.limiter": "Anfragezähler",
  "part.mail": "E-Mail",
  "part.model": "Spaltenzuordnung",
  "error.reason.changing":
    "Der Import wird gerade von jemand anderem geändert. Versuchen Sie es noch einmal.",
  "error.reason.running": "Das läuft noch. Versuchen Sie es noch einmal, wenn es fertig ist.",
  "error.reason.nothingToUndo": "Es gibt nichts mehr rückgängig zu machen.",
  "error.reason.erased":
    "Die Kontakte dieser Änderung wurden endgültig gelöscht: Es ist nichts mehr da, was zurückkommen könnte.",
  "error.reason.undoing": "Das wird schon rückgängig gemacht.",
  "error.reason.undoLate": "Das lässt sich nicht mehr rückgängig machen: Die 30 Tage sind vorbei.",
  "error.reason.over": "Das ist schon zu Ende. Laden Sie die Seite neu, um das Ergebnis zu sehen.",
  "error.reason.deliveryWaiting": "Das wartet noch darauf, gesendet zu werden.",
  "error.reason.endpointOff": "Der Endpunkt ist ausgeschaltet. Schalten Sie ihn zuerst ein.",
  "error.reason.fileImported": "Zu dieser Datei gibt es schon einen Import.",
  "error.reason.noAddress": "Ihr Konto hat keine E-Mail-Adresse.",
  "error.reason.mailSilent": "Der E-Mail-Anbieter antwortet nicht. Versuchen Sie es später noch einmal.",
  "error.reason.mailKey":
    "Der gespeicherte Resend-API-Schlüssel ist unbrauchbar. Geben Sie ihn in den Einstellungen neu ein.",
};
