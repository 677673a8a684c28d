import type { Message } from "../catalogue";
import type { reference as english } from "../en/reference";

export const reference: Record<keyof typeof english, Message> = {
  "docs.intro":
    "Alles, was diese Oberfläche tut, geht durch dieselbe API. Anfragen sind JSON, mit einem Zugangstoken oder API-Schlüssel in der Kopfzeile Authorization.",
  "docs.guide": "Einführung",
  "docs.search": "Referenz durchsuchen",
  "docs.search.found": {
    one: "{count} Treffer",
    other: "{count} Treffer",
  },
  "docs.copy": "Kopieren",
  "docs.markdown": "Markdown",
  "docs.markdown.copy": "Als Markdown kopieren",
  "docs.try": "Ausprobieren",
  "docs.try.signIn": "Anmelden, um Anfragen hier auszuprobieren",
  "docs.try.reads": "Sendet diese Anfrage in Ihrem Namen und zeigt die Antwort.",
  "docs.try.changes":
    "Sendet diese Anfrage in Ihrem Namen. Das ist kein Test: Ihr Arbeitsbereich ändert sich.",
  "docs.try.file": "Datei",
  "docs.try.send": "{method} senden",
  "docs.try.failed":
    "Der Server hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  "docs.answer.example": "Beispielantwort",
  "docs.spec": "OpenAPI-Dokument",
  "docs.token.copy": "Zugangstoken kopieren",
  "docs.operations": "Operationen",
  "docs.parameters": "Parameter",
  "docs.body": "Rumpf",
  "docs.example": "Beispiel",
  "docs.answers": "Antworten",
  "docs.caller.public": "ohne Token",
  "docs.caller.bearer": "Recht {scope}",
  "docs.caller.user": "nur für angemeldete Benutzer",
  "docs.caller.cron": "CRON_SECRET",
  "docs.caller.webhook": "WEBHOOK_SECRET oder Signatur",
  "docs.errors": "Fehler",
  "docs.schemas": "Schemata",
};
