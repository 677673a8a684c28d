import type { Message } from "../catalogue";
import type { auth as english } from "../en/auth";

export const auth: Record<keyof typeof english, Message> = {
  "auth.password": "Passwort",
  "auth.newPassword": "Neues Passwort",
  "auth.password.hint": "Mindestens 8 Zeichen. Ein langer Satz schützt besser als ein kompliziertes Wort.",
  "auth.password.show": "Passwort anzeigen",
  "auth.password.hide": "Passwort verbergen",
  "auth.show": "Anzeigen",
  "auth.hide": "Verbergen",

  "auth.signIn.action": "Anmelden",
  "auth.signIn.link": "Lieber einen Link per E-Mail",
  "auth.signIn.mail": "Link zusenden",
  "auth.signIn.usePassword": "Lieber mit Passwort",
  "auth.signIn.forgot": "Passwort vergessen?",
  "auth.signIn.deleted":
    "Ihr Arbeitsbereich wurde gelöscht. Ihr Konto gibt es noch: Wenn Sie sich wieder anmelden, beginnt es mit einem neuen, leeren Arbeitsbereich.",
  "auth.signIn.new": "Neu hier?",
  "auth.signIn.create": "Konto anlegen",
  "auth.signIn.with": "Weiter mit {provider}",

  "auth.sso": "Single Sign-on",
  "auth.sso.unavailable":
    "Die Anmeldung mit {provider} ist gerade nicht möglich. Versuchen Sie es gleich noch einmal, oder melden Sie sich anders an.",
  "auth.sso.expired":
    "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuchen Sie es hier noch einmal.",
  "auth.sso.denied":
    "Die Anmeldung mit {provider} wurde abgebrochen oder ist nicht erlaubt. Versuchen Sie es noch einmal, oder melden Sie sich anders an.",
  "auth.sso.failed": "Die Antwort von {provider} ließ sich nicht prüfen. Versuchen Sie es noch einmal.",
  "auth.sso.address":
    "Ihre E-Mail-Adresse ist bei {provider} nicht bestätigt. Deshalb können Sie sich damit hier nicht anmelden.",
  "auth.sso.unconfirmed":
    "Zu Ihrer Adresse gibt es schon ein Konto, aber die Adresse wurde nie bestätigt. Melden Sie sich einmal mit einem Link per E-Mail an; danach geht es auch mit {provider}.",
  "auth.sso.taken":
    "Das Konto mit Ihrer Adresse gehört bei {provider} zu jemand anderem. Fragen Sie den Betreiber dieses Servers.",
  "auth.sso.unlinked":
    "Sie haben {provider} von Ihrem Konto getrennt. Melden Sie sich auf andere Weise an; in den Einstellungen können Sie es wieder verknüpfen.",
  "auth.sso.banned": "Dieses Konto ist gesperrt.",

  "auth.signUp.title": "Konto anlegen",
  "auth.signUp.action": "Konto anlegen",
  "auth.signUp.closed": "Konten legt an, wer diesen Server betreibt. Fragen Sie dort nach einem.",
  "auth.signUp.domains": "Nur für Adressen bei {domains}.",
  "auth.signUp.known": "Schon ein Konto?",

  "auth.sent.title": "Prüfen Sie Ihre E-Mails",
  "auth.sent.body":
    "Wenn sich {email} hier anmelden darf, ist eine E-Mail unterwegs. Öffnen Sie den Link in diesem Browser, oder geben Sie hier den Code ein. Beide gelten einmal, zehn Minuten lang.",
  "auth.sent.confirm":
    "Wir haben {email} eine E-Mail geschickt. Öffnen Sie den Link in diesem Browser, oder geben Sie hier den Code ein.",
  "auth.sent.inbox": "E-Mails bleiben auf diesem Rechner: Posteingang öffnen",
  "auth.sent.again": "Andere Adresse verwenden",

  "auth.code": "Code aus der E-Mail",
  "auth.code.action": "Mit dem Code anmelden",
  "auth.code.confirm": "Mit dem Code bestätigen",
  "auth.code.recover": "Mit dem Code weiter",

  "auth.recover.title": "Passwort zurücksetzen",
  "auth.recover.body":
    "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
  "auth.recover.action": "Link zusenden",
  "auth.reset.title": "Neues Passwort wählen",
  "auth.reset.action": "Speichern und weiter",

  "auth.confirm.title": "Einen Augenblick",
  "auth.confirm.body": "Ihr Link wird geprüft.",
  "auth.confirm.failed": "Dieser Link funktioniert nicht",
  "auth.confirm.failedBody":
    "Er wurde schon benutzt, ist abgelaufen oder wurde in einem anderen Browser geöffnet als dem, in dem Sie ihn angefordert haben.",
  "auth.confirm.elsewhere": "Öffnen Sie den Link im anderen Browser",
  "auth.confirm.elsewhereBody":
    "Er funktioniert nur einmal und nur in dem Browser, in dem Sie ihn angefordert haben. Öffnen Sie ihn dort, oder geben Sie dort den Code aus der E-Mail ein.",
  "auth.confirm.unasked": "Haben Sie diesen Link angefordert?",
  "auth.confirm.unaskedBody":
    "In diesem Browser wurde er nicht angefordert. Fahren Sie nur fort, wenn Sie es selbst waren: Sonst arbeiten Sie vielleicht in einem fremden Konto.",
  "auth.confirm.go": "Ich war es, weiter",
  "auth.confirm.signedIn": "Sie sind weiterhin als {email} angemeldet.",
  "auth.confirm.again": "Neuen Link anfordern",

  "auth.error.invalid":
    "E-Mail oder Passwort ist falsch. Wenn Sie sich gerade registriert haben, bestätigen Sie zuerst Ihre Adresse.",
  "auth.error.unconfirmed": "Bestätigen Sie zuerst Ihre Adresse: Öffnen Sie den Link aus der E-Mail.",
  "auth.error.weak":
    "Dieses Passwort ist zu leicht zu erraten. Nehmen Sie mindestens 8 Zeichen und kein allgemein bekanntes Passwort.",
  "auth.error.closed": "Hier können keine neuen Konten angelegt werden.",
  "auth.error.domain": "Adressen dieser Domain sind hier nicht zugelassen.",
  "auth.error.busy": "Die Anmeldung ist gerade nicht verfügbar. Versuchen Sie es in einigen Sekunden erneut.",
  "auth.error.exists": "Für diese Adresse gibt es schon ein Konto. Melden Sie sich an.",
  "auth.error.tooMany": "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.",
  "auth.error.code": "Dieser Code ist falsch oder abgelaufen.",
  "auth.error.current": "Das aktuelle Passwort ist falsch.",
  "auth.error.proof":
    "Sie haben sich vor einer Weile angemeldet. Geben Sie Ihr aktuelles Passwort ein, oder fordern Sie einen neuen Link an.",
  "auth.error.session":
    "Hier ist niemand angemeldet. Ein Link aus einer E-Mail gilt nur einmal: Fordern Sie einen neuen an.",
  "auth.error.insecure": "Das geht nur über eine sichere Verbindung: Öffnen Sie die Seite mit https.",
  "auth.error.same": "Das neue Passwort muss sich vom alten unterscheiden.",
  "auth.error.network": "Der Anmeldedienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  "auth.error.provision":
    "Sie sind angemeldet, aber Ihr Arbeitsbereich konnte nicht eingerichtet werden. Versuchen Sie es gleich noch einmal.",

  "auth.pitch.title": "Jede Zeile zählt.",
  "auth.pitch.body":
    "Kith zeigt, was ein Import tun wird, bevor er es tut, übersteht einen Absturz mittendrin, erklärt jede abgelehnte Zeile und kann alles rückgängig machen.",
  "auth.pitch.sample": "kunden-2026.csv",
  "auth.pitch.total": "Zeilen in der Datei",
};
