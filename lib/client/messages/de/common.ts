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
  "action.copyFailed": "Dieser Browser lässt die Seite nicht kopieren. Markieren Sie den Text stattdessen.",
  "action.delete": "Löschen",
  "action.loadMore": "Mehr laden",
  "action.retry": "Noch einmal versuchen",
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
  "error.internal": "Auf dem Server ist etwas schiefgegangen. Nichts wurde halb geändert.",
  "error.unavailable":
    "Ein Teil des Dienstes ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.",
  "error.busy": "Gerade werden andere Dateien geprüft. Versuchen Sie es in ein paar Sekunden noch einmal.",
  "error.tooSlow":
    "Das dauerte zu lange und wurde abgebrochen. Versuchen Sie es noch einmal; geschieht es wieder, teilen Sie es auf: eine kleinere Datei, ein engerer Filter.",
  "error.notFound": "Das gibt es nicht, oder es gehört nicht zu Ihrem Arbeitsbereich.",
  "error.gone": "Die Datei ist nicht mehr da: gelöscht oder abgelaufen.",
  "error.rateLimited": "Zu viele Anfragen. Die nächste ist in {seconds} s möglich.",
  "error.unauthorized": "Bitte melden Sie sich neu an.",
  "error.forbidden": "Das ist hier nicht erlaubt.",
  "error.tooLarge": "Die Datei ist zu groß: Höchstens 200 MB sind möglich.",
  "error.mediaType":
    "Diese Datei lässt sich hier nicht lesen. Speichern Sie sie als CSV und versuchen Sie es noch einmal.",
  "error.mailProvider": "Der Maildienst hat abgelehnt. {message}",
  "error.contactUnsubscribed": "Dieser Kontakt hat sich abgemeldet.",
  "error.importNotPending": "Dieser Import wurde schon gestartet oder ist beendet.",
  "error.importEmpty": "Die Datei ist leer.",
  "error.importUnreadable": "Keine Zeile der Datei ist lesbar. Zeile {line}: {why}",
  "error.exportNotReady": "Dieser Export ist noch nicht fertig.",
  "error.limit.tags_per_contact": "Ein Kontakt hat höchstens {count} Tags. Entfernen Sie zuerst eines.",
  "error.limit.tags_per_workspace":
    "Ein Arbeitsbereich hat höchstens {count} Tags. Löschen Sie zuerst eines.",
  "error.limit.custom_keys":
    "Ein Arbeitsbereich hat höchstens {count} eigene Felder. Nehmen Sie ein vorhandenes oder entfernen Sie zuerst eines.",
  "error.limit.segments_per_workspace":
    "Ein Arbeitsbereich hat höchstens {count} Segmente. Löschen Sie zuerst eines.",
  "error.limit.exports_alive":
    "{count} Exporte warten oder laufen. Versuchen Sie es, sobald einer fertig ist.",
  "error.limit.corrected_rows":
    "Höchstens {count} Zeilen können einzeln berichtigt werden. Berichtigen Sie die übrigen gemeinsam, oder nach dem Import in der Datei der abgelehnten Zeilen.",
  "error.limit.correction_bytes": "Die berichtigten Zellen sind zusammen zu lang.",
  "error.limit.imports_pending":
    "{count} Importe warten auf Bestätigung. Bestätigen oder löschen Sie zuerst einen.",
  "error.limit.storage":
    "Der Speicherplatz des Arbeitsbereichs ist belegt. Löschen Sie Importe oder Exporte, die Sie nicht mehr brauchen.",
  "error.limit.disk":
    "Der Datenträger des Servers ist fast voll. Bitten Sie den Betreiber, Platz zu schaffen.",
  "error.tooManyKeys": "Ein Arbeitsbereich hat höchstens {count} API-Schlüssel. Löschen Sie zuerst einen.",
  "error.changed": "Das hat inzwischen jemand geändert. Bitte noch einmal ansehen.",
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
  "error.page.reference": "Hilft er nicht, nennen Sie diese Kennung:",
  "error.404.title": "Seite nicht gefunden",
  "error.404.body": "Die Adresse ist vertippt, oder was sie zeigte, wurde gelöscht.",
  "error.404.home": "Zur Übersicht",

  "server.gone": "Der Server antwortet nicht. Nichts von Ihren Eingaben ist verloren.",
  "session.ended.title": "Bitte melden Sie sich wieder an",
  "session.ended.body":
    "Ihre Sitzung ist zu Ende. Ihre Eingaben sind noch da; es geht weiter, sobald Sie zurück sind.",
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
  "error.reason.changing": "Der Import wird gerade von anderen geändert. Versuchen Sie es noch einmal.",
  "error.reason.running": "Daran wird noch gearbeitet. Versuchen Sie es noch einmal, wenn es fertig ist.",
  "error.reason.nothingToUndo": "Davon ist nichts mehr rückgängig zu machen.",
  "error.reason.undoing": "Es wird schon rückgängig gemacht.",
  "error.reason.undoLate": "Das ließ sich 30 Tage lang rückgängig machen; sie sind vorbei.",
  "error.reason.over": "Es ist schon zu Ende. Laden Sie die Seite neu, um zu sehen, wie.",
  "error.reason.deliveryWaiting": "Es wird erst noch gesendet.",
  "error.reason.fileImported": "Diese Datei ist schon ein Import.",
  "error.reason.noAddress": "Ihr Konto hat keine E-Mail-Adresse.",
  "error.reason.mailSilent": "Der Maildienst antwortet nicht. Versuchen Sie es später noch einmal.",
  "error.reason.mailKey":
    "Der gespeicherte API-Schlüssel von Resend ist unbrauchbar. Geben Sie ihn in den Einstellungen neu ein.",
};
