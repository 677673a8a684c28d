import type { Message } from "@/lib/client/messages/catalogue";
import type { en } from "./en";

/** What the mails say in German. */
export const de: Record<keyof typeof en, Message> = {
  rows: { one: "{count} Zeile", other: "{count} Zeilen" },
  contacts: { one: "{count} Kontakt", other: "{count} Kontakte" },
  settings: "Benachrichtigungseinstellungen",
  "welcome.subject": "Willkommen bei Kith",
  "welcome.title": "Ihr Arbeitsbereich ist bereit",
  "welcome.preview":
    "Ihr Arbeitsbereich ist bereit. Importieren Sie eine Datei, oder fügen Sie Ihren ersten Kontakt hinzu.",
  "welcome.body":
    "Kith hält Ihre Kontakte an einem Ort zusammen. Am schnellsten beginnen Sie mit einer CSV-Datei: Sie sehen, was aus jeder Spalte wird, bevor etwas gespeichert ist, jede abgelehnte Zeile nennt ihren Grund, und ein Import lässt sich rückgängig machen.",
  "welcome.other": "Oder fügen Sie Ihren ersten Kontakt von Hand hinzu und geben Sie ihm ein Tag.",
  "welcome.action": "Kontakte importieren",
  "welcome.why": "Sie erhalten diese E-Mail einmal, weil mit dieser Adresse ein Konto angelegt wurde.",
  "import.title.completed": "Import fertig",
  "import.title.failed": "Import fehlgeschlagen",
  "import.title.cancelled": "Import angehalten",
  "import.subject": "{title}: {file}",
  "import.preview": "{created} angelegt, {updated} aktualisiert, {failed} abgelehnt",
  "import.body": "{file}, {rows}.",
  "import.created": "Angelegt",
  "import.updated": "Aktualisiert",
  "import.skipped": "Übersprungen",
  "import.rejected": "Abgelehnt",
  "import.optedOut": {
    one: "{count} hatte sich früher abgemeldet und bleibt abgemeldet",
    other: "{count} hatten sich früher abgemeldet und bleiben abgemeldet",
  },
  "import.failedOptOuts": {
    one: "{count} sagte, dass sich jemand abgemeldet hat; das zählt trotzdem",
    other: "{count} sagten, dass sich jemand abgemeldet hat; das zählt trotzdem",
  },
  "import.skippedOptOuts": {
    one: "{count} hat sich abgemeldet, ohne Kontakt zu sein; das wird gemerkt",
    other: "{count} haben sich abgemeldet, ohne Kontakte zu sein; das wird gemerkt",
  },
  "import.unchanged": { one: "{count} unverändert", other: "{count} unverändert" },
  "import.rows": "Abgelehnte Zeilen",
  "import.rows.first": {
    one: "Die erste von {count} abgelehnten Zeilen",
    other: "Die ersten von {count} abgelehnten Zeilen",
  },
  "import.line": "Zeile {line}: {why}",
  "import.cell": "Zeile {line}, {column}: {why}",
  "import.row": "Datensatz {line}: {why}",
  "import.row.cell": "Datensatz {line}, {column}: {why}",
  "import.action": "Import ansehen",
  "import.action.rejected": "Abgelehnte Zeilen ansehen",
  "import.why": "Sie erhalten diese E-Mail, weil Benachrichtigungen über fertige Importe eingeschaltet sind.",
  "export.title": "Export bereit",
  "export.subject": "Export bereit: {file}",
  "export.preview": "{contacts}, bereit zum Herunterladen",
  "export.body":
    "{file} enthält {contacts}. Sie können die Datei sieben Tage lang herunterladen; dazu müssen Sie angemeldet sein.",
  "export.action": "Zum Herunterladen",
  "export.failed.title": "Export fehlgeschlagen",
  "export.failed.subject": "Export fehlgeschlagen: {file}",
  "export.failed.body": "{file} konnte nicht geschrieben werden. {why}",
  "export.failed.action": "Zu den Exporten",
  "export.why": "Sie erhalten diese E-Mail, weil Benachrichtigungen über fertige Exporte eingeschaltet sind.",
  "test.subject": "Ein Test von Kith",
  "test.body":
    "Diese Nachricht zeigt, dass Ihr Arbeitsbereich E-Mails senden kann. Sie wurde mit dem Schlüssel und dem Absender aus Ihren Einstellungen gesendet.",
  "webhook.title": "Webhook abgeschaltet",
  "webhook.subject": "Webhook abgeschaltet: {host}",
  "webhook.body": "An {host} werden keine Ereignisse mehr gesendet. {why}",
  "webhook.gone": "Er hat mit 410 Gone geantwortet: Er will keine Ereignisse mehr.",
  "webhook.failing": "Seit drei Tagen ist keine unserer Anfragen gelungen.",
  "webhook.kept":
    "Was noch wartet, bleibt drei Tage aufgehoben: Schalten Sie ihn in dieser Zeit wieder ein, geht davon nichts verloren. Was geschieht, während er aus ist, wird nicht nachträglich gesendet.",
  "webhook.action": "So schalten Sie ihn ein",
  "webhook.why": "Sie erhalten diese E-Mail, weil Sie diesen Webhook angelegt haben.",
  "digest.title": "Ihre Woche in Kith",
  "digest.subject": "Ihre Woche, {from} bis {to}: {what}",
  "digest.days": "{from} bis {to}",
  "digest.what": { one: "{count} neuer Kontakt", other: "{count} neue Kontakte" },
  "digest.preview": "{what}, {total} insgesamt",
  "digest.new": "Neue Kontakte",
  "digest.before": { one: "{count} in der Woche davor", other: "{count} in der Woche davor" },
  "digest.unsubscribes": "Abmeldungen",
  "digest.total": "Kontakte insgesamt",
  "digest.imports": "Fertige Importe",
  "digest.exports": "Fertige Exporte",
  "digest.imports.failed": "Fehlgeschlagene Importe",
  "digest.rows.failed": "Abgelehnte Zeilen",
  "digest.exports.failed": "Fehlgeschlagene Exporte",
  "digest.tags": "Häufigste Tags",
  "digest.action": "Kontakte öffnen",
  "digest.why": "Sie erhalten diese E-Mail montags nach einer Woche, in der etwas geschehen ist.",
  "account.code": "Ihr Code: {code}",
  "account.code.or": "Oder geben Sie diesen Code ein: {code}",
  "invitation.title": "Sie sind zu „{name}“ eingeladen",
  "invitation.intro": "{inviter} lädt Sie in den Arbeitsbereich „{name}“ auf Kith ein, {role}.",
  "invitation.role.admin": "als Admin",
  "invitation.role.editor": "als Bearbeiter",
  "invitation.role.viewer": "als Leser",
  "invitation.member": "Ein Mitglied",
  "invitation.action": "Einladung ansehen",
  "invitation.note":
    "Der Link gilt einmal, {days} Tage lang und nur für ein Konto mit der Adresse {email}. Falls Sie nicht wissen, wer das ist, beachten Sie diese E-Mail nicht.",
  "link.signup.title": "Bestätigen Sie Ihre E-Mail-Adresse",
  "link.signup.intro":
    "Jemand, vermutlich Sie, hat sich mit dieser Adresse bei Kith registriert. Bestätigen Sie sie, um die Registrierung abzuschließen. Falls Sie es nicht waren, bestätigen Sie sie nicht.",
  "link.signup.button": "Meine Adresse bestätigen",
  "link.magiclink.title": "Ihr Link zum Anmelden",
  "link.magiclink.intro": "Folgen Sie dem Link, um sich bei Kith anzumelden.",
  "link.magiclink.button": "Anmelden",
  "link.recovery.title": "Passwort zurücksetzen",
  "link.recovery.intro": "Folgen Sie dem Link, um ein neues Passwort für Kith zu wählen.",
  "link.recovery.button": "Neues Passwort wählen",
  "link.email_change.title": "Bestätigen Sie Ihre neue E-Mail-Adresse",
  "link.email_change.intro":
    "Bestätigen Sie, dass Kith diese Adresse von nun an für Ihr Konto verwenden darf.",
  "link.email_change.button": "Meine neue Adresse bestätigen",
  "link.where": "Öffnen Sie den Link in dem Browser, in dem Sie ihn angefordert haben.",
  "link.note":
    "Link und Code gelten einmal, {minutes} Minuten lang. Falls Sie das nicht angefordert haben, beachten Sie diese E-Mail nicht.",
  "proof.title": "Ihr Bestätigungscode",
  "proof.intro": "Geben Sie den Code ein, um Passwort oder Adresse Ihres Kith-Kontos zu ändern.",
  "proof.note":
    "Der Code gilt einmal, {minutes} Minuten lang. Falls Sie das nicht angefordert haben, ist jemand anderes in Ihrem Konto angemeldet: Wählen Sie ein neues Passwort.",
  "notice.ignore": "Falls Sie es nicht waren, beachten Sie diese E-Mail nicht.",
  "notice.act":
    "Falls Sie es nicht waren, wählen Sie unter {recover} ein neues Passwort; das beendet alle Sitzungen.",
  "notice.passwordChanged.title": "Ihr Passwort wurde geändert",
  "notice.passwordChanged.intro":
    "Das Passwort Ihres Kith-Kontos wurde geändert. Alle anderen Sitzungen wurden beendet.",
  "notice.addressAsked.title": "Eine neue E-Mail-Adresse wurde angefordert",
  "notice.addressAsked.intro":
    "Jemand, der in Ihrem Kith-Konto angemeldet ist, möchte dafür künftig {what} verwenden. Die Änderung gilt, sobald sie mit der E-Mail bestätigt ist, die dorthin ging.",
  "notice.addressChanged.title": "Ihre E-Mail-Adresse wurde geändert",
  "notice.addressChanged.intro": "Ihr Kith-Konto verwendet jetzt {what} statt dieser Adresse.",
  "notice.addressTaken.title": "Jemand wollte Ihre Adresse verwenden",
  "notice.addressTaken.intro":
    "Jemand wollte diese Adresse für ein anderes Kith-Konto verwenden. Zu ihr gibt es schon ein Konto; geändert wurde nichts.",
  "notice.accountExists.title": "Sie haben schon ein Konto",
  "notice.accountExists.intro":
    "Jemand, vermutlich Sie, wollte mit dieser Adresse ein Kith-Konto anlegen. Sie haben schon eines: Melden Sie sich unter {signIn} an, oder wählen Sie unter {recover} ein neues Passwort.",
  "notice.firstProof.title": "Ihre Adresse ist bestätigt",
  "notice.firstProof.intro":
    "Sie haben zum ersten Mal nachgewiesen, dass diese Adresse Ihnen gehört. Frühere Passwörter, Sitzungen, API-Schlüssel und ein früheres Single Sign-on Ihres Kith-Kontos wurden entfernt, weil sie von jedem hätten stammen können. Wählen Sie in den Einstellungen ein neues Passwort.",
  "notice.factorAdded.title": "Ein zweiter Faktor wurde hinzugefügt",
  "notice.factorAdded.intro":
    "Ihr Kith-Konto hat einen neuen zweiten Faktor. Ein Passwort oder eine E-Mail allein öffnet es von nun an nicht mehr.",
  "notice.factorAdded.named":
    "Ihr Kith-Konto hat einen neuen zweiten Faktor: {what}. Ein Passwort oder eine E-Mail allein öffnet es von nun an nicht mehr.",
  "notice.factorRemoved.title": "Ein zweiter Faktor wurde entfernt",
  "notice.factorRemoved.intro": "Ein zweiter Faktor Ihres Kith-Kontos wurde entfernt.",
  "notice.factorRemoved.named": "Ein zweiter Faktor Ihres Kith-Kontos wurde entfernt: {what}.",
  "notice.factorGuessed.title": "Jemand probiert Codes für Ihr Konto",
  "notice.factorGuessed.intro":
    "Mehrere falsche Codes für Ihren zweiten Faktor wurden eingegeben. Wer das war, kennt Ihr Passwort oder liest Ihre E-Mails. Hineingekommen ist niemand.",
  "notice.recoveryCodesReplaced.title": "Ihre Wiederherstellungscodes wurden ersetzt",
  "notice.recoveryCodesReplaced.intro":
    "Ihr Kith-Konto hat neue Wiederherstellungscodes. Die alten gelten nicht mehr.",
  "notice.recoveryCodeUsed.title": "Ein Wiederherstellungscode wurde verwendet",
  "notice.recoveryCodeUsed.intro":
    "Jemand, vermutlich Sie, hat sich mit einem Wiederherstellungscode in Ihrem Kith-Konto angemeldet. Er gilt kein zweites Mal.",
  "notice.identityLinked.title": "Single Sign-on öffnet jetzt Ihr Konto",
  "notice.identityLinked.intro":
    "Jemand, vermutlich Sie, hat sich zum ersten Mal per Single Sign-on in Ihrem Kith-Konto angemeldet. Von nun an öffnet es das Konto, zusätzlich zu dem, was es bisher geöffnet hat.",
  "notice.identityUnlinked.title": "Single Sign-on öffnet Ihr Konto nicht mehr",
  "notice.identityUnlinked.intro":
    "Single Sign-on wurde von Ihrem Kith-Konto getrennt. Andere Sitzungen, die damit begonnen haben, wurden beendet. In den Einstellungen können Sie es wieder verknüpfen.",
};
