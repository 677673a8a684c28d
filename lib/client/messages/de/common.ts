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
  "error.field.missing": "Pflichtfeld",
  "error.field.tooLong": { one: "Höchstens {count} Zeichen.", other: "Höchstens {count} Zeichen." },
  "error.field.email": "Das ist keine E-Mail-Adresse.",
  "error.field.other": "Nicht angenommen: {message}",
  "error.page.title": "Etwas ist schiefgegangen",
  "error.page.body": "Ihre Daten sind unberührt. Meist hilft ein neuer Versuch.",
  "error.page.reference": "Hilft er nicht, nennen Sie diese Referenz:",
  "error.404.title": "Seite nicht gefunden",
  "error.404.body": "Vielleicht ist die Adresse vertippt, oder was hier war, wurde gelöscht.",
  "error.404.home": "Zur Übersicht",

  "server.gone": "Der Server antwortet nicht. Nichts von Ihren Eingaben ist verloren.",
  "session.ended.title": "Bitte melden Sie sich wieder an",
  "session.ended.body":
    "Ihre Sitzung ist zu Ende. Ihre Eingaben sind noch da; es geht weiter, sobald Sie wieder angemeldet sind.",
  "session.ended.other": "Als jemand anderes anmelden",

  "footer.embedded": "Läuft auf diesem Rechner",
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
  "error.reason.undoing": "Das wird schon rückgängig gemacht.",
  "error.reason.undoLate": "Das lässt sich nicht mehr rückgängig machen: Die 30 Tage sind vorbei.",
  "error.reason.over": "Das ist schon zu Ende. Laden Sie die Seite neu, um das Ergebnis zu sehen.",
  "error.reason.deliveryWaiting": "Das wartet noch darauf, gesendet zu werden.",
  "error.reason.fileImported": "Zu dieser Datei gibt es schon einen Import.",
  "error.reason.noAddress": "Ihr Konto hat keine E-Mail-Adresse.",
  "error.reason.mailSilent": "Der E-Mail-Anbieter antwortet nicht. Versuchen Sie es später noch einmal.",
  "error.reason.mailKey":
    "Der gespeicherte Resend-API-Schlüssel ist unbrauchbar. Geben Sie ihn in den Einstellungen neu ein.",
};
