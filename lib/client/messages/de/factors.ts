import type { Message } from "../catalogue";
import type { factors as english } from "../en/factors";

export const factors: Record<keyof typeof english, Message> = {
  "auth.second.title": "Zweiter Schritt",
  "auth.second.body": "Ihr Konto ist mit einem zweiten Faktor geschützt. Verwenden Sie ihn, um fortzufahren.",
  "auth.second.code": "Code aus Ihrer App",
  "auth.second.action": "Weiter",
  "auth.second.which": "App",
  "auth.second.useRecovery": "Lieber mit Wiederherstellungscode",
  "auth.second.useOther": "Lieber auf anderem Weg",
  "auth.second.recovery": "Wiederherstellungscode",
  "auth.second.passkey": "Passkey „{name}“ verwenden",
  "auth.signIn.passkey": "Mit Passkey anmelden",
  "auth.second.other": "Als jemand anderes anmelden",
  "auth.second.missing":
    "Ihr Konto ist mit einem zweiten Faktor geschützt. Melden Sie sich neu an, und verwenden Sie ihn.",
  "auth.error.factorCode": "Dieser Code ist falsch, schon benutzt oder abgelaufen.",

  "factors.title": "Zweiter Faktor",
  "factors.body": "Damit kann niemand Ihr Konto allein mit Ihrem Passwort oder Ihrer E-Mail öffnen.",
  "factors.none": "Noch keiner",
  "factors.app": "Authenticator-App",
  "factors.passkey": "Passkey",
  "factors.added": "Seit {date}",
  "factors.addApp": "App hinzufügen",
  "factors.addPasskey": "Passkey hinzufügen",
  "factors.rename": "{name} umbenennen",
  "factors.rename.title": "Passkey umbenennen",
  "factors.rename.action": "Umbenennen",
  "factors.renamed": "Passkey umbenannt",
  "factors.remove": "{name} entfernen",
  "factors.remove.title": "„{name}“ entfernen?",
  "factors.remove.body": "Sie werden nicht mehr danach gefragt.",
  "factors.remove.last":
    "Das ist Ihr letzter zweiter Faktor. Danach öffnet Ihr Passwort oder Ihre E-Mail allein das Konto.",
  "factors.remove.action": "Entfernen",
  "factors.removed": "Zweiter Faktor entfernt",
  "factors.notOffered": "Ihr Anmeldedienst bietet das nicht an.",
  "factors.error.name": "Sie haben schon einen Faktor mit diesem Namen.",
  "factors.error.many": "Sie haben die Höchstzahl an Faktoren erreicht. Entfernen Sie zuerst einen.",

  "factors.error.passkey":
    "Das hat nicht geklappt. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.",

  "factors.passkey.body":
    "Ihr Gerät bewahrt ihn auf und entsperrt ihn mit Fingerabdruck, Gesicht oder PIN. Er ist ein zweiter Faktor und kann Sie auch allein anmelden.",
  "factors.passkey.action": "Passkey anlegen",
  "factors.passkey.done": "Passkey hinzugefügt",

  "factors.app.title": "Authenticator-App hinzufügen",
  "factors.app.name": "Name",
  "factors.app.name.hint": "Zum Beispiel das Gerät, auf dem sie ist",
  "factors.app.start": "Code zum Scannen anzeigen",
  "factors.app.scan":
    "Scannen Sie das mit der App, oder tippen Sie den Schlüssel dort ein. Geben Sie dann die sechs Ziffern ein, die sie zeigt.",
  "factors.app.picture": "QR-Code für die App",
  "factors.app.secret": "Schlüssel",
  "factors.app.copy": "Schlüssel kopieren",
  "factors.app.verify": "App hinzufügen",
  "factors.app.done": "App hinzugefügt",

  "factors.codes": "Wiederherstellungscodes",
  "factors.codes.left": { one: "noch {count} Code", other: "noch {count} Codes" },
  "factors.codes.none": "Keine. Ohne sie sperrt ein verlorenes Telefon Sie aus.",
  "factors.codes.make": "Codes erzeugen",
  "factors.codes.replace": "Neue Codes erzeugen",
  "factors.codes.title": "Ihre Wiederherstellungscodes",
  "factors.codes.body":
    "Bewahren Sie sie bei Ihren wichtigen Papieren auf. Jeder öffnet Ihr Konto einmal, wenn die App verloren ist. Sie werden nur dieses eine Mal angezeigt; ältere gelten nicht mehr.",
  "factors.codes.copy": "Alle kopieren",
  "factors.codes.download": "Als Datei speichern",
  "factors.codes.done": "Ich habe sie gespeichert",

  "factors.proof.title": "Sind Sie das?",
  "factors.proof.body":
    "Ihre Anmeldung ist eine Weile her. Geben Sie Ihr aktuelles Passwort ein oder einen Code, den wir Ihnen per E-Mail schicken.",
  "factors.proof.mailbox":
    "Zeigen Sie zuerst, dass E-Mails an Ihre Adresse Sie erreichen: Sonst könnte Sie jeder aus Ihrem Konto aussperren.",
  "factors.proof.mail": "Code zusenden",

  "audit.factor.begun": "Einrichten eines zweiten Faktors begonnen",
  "audit.factor.verified": "Zweiter Faktor bestätigt",
  "audit.link": "Link aus einer E-Mail geöffnet",
  "audit.sso": "Single Sign-on",
  "audit.identity.unlinked": "Single Sign-on getrennt",
  "audit.identity.linked": "Single Sign-on wieder verknüpft",
  "audit.proved": "Identität erneut bestätigt",
  "audit.recoveryCode.used": "Wiederherstellungscode benutzt",
  "audit.recoveryCodes.made": "Wiederherstellungscodes erzeugt",
  "audit.recoveryCodes.removed": "Wiederherstellungscodes entfernt",
};
