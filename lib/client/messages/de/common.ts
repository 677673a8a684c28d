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
  "nav.tags": "Schlagwörter",
  "nav.imports": "Importe",
  "nav.exports": "Exporte",
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
  "action.delete": "Löschen",
  "action.loadMore": "Mehr laden",
  "action.retry": "Noch einmal versuchen",
  "action.save": "Speichern",
  "action.undo": "Rückgängig",
  "action.more": "Weitere Aktionen",
  "field.optional": "freiwillig",
  "state.loading": "Wird geladen",
  "toast.region": "Meldungen",
  "confirm.type": "Zum Bestätigen „{text}“ eingeben",

  "error.title": "Das konnte nicht geladen werden",
  "error.requestId": "Anfrage",
  "error.network":
    "Der Server ist nicht erreichbar. Ihre Eingaben bleiben erhalten; versuchen Sie es gleich noch einmal.",
  "error.internal": "Auf dem Server ist etwas schiefgegangen. Nichts wurde halb geändert.",
  "error.unavailable":
    "Ein Teil des Dienstes ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.",
  "error.notFound": "Das gibt es nicht, oder es gehört nicht zu Ihrem Arbeitsbereich.",
  "error.gone": "Die Datei ist nicht mehr da: gelöscht oder abgelaufen.",
  "error.rateLimited": "Zu viele Anfragen. Die nächste ist in {seconds} s möglich.",
  "error.page.title": "Diese Seite ist gestolpert",
  "error.page.body":
    "Ihre Daten sind unberührt. Meist hilft ein neuer Versuch; wenn nicht, nennen Sie die Kennung unten.",
  "error.page.reference": "Kennung",
  "error.404.title": "Diese Seite gibt es nicht",
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
};
