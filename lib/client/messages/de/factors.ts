import type { Message } from "../catalogue";
import type { factors as english } from "../en/factors";

export const factors: Record<keyof typeof english, Message> = {
  "auth.second.title": "Zweiter Schritt",
  "auth.second.body": "Ihr Konto hat einen zweiten Faktor. Zeigen Sie ihn, um weiterzukommen.",
  "auth.second.code": "Code aus Ihrer App",
  "auth.second.action": "Weiter",
  "auth.second.which": "App",
  "auth.second.useRecovery": "Lieber mit Wiederherstellungscode",
  "auth.second.useOther": "Lieber auf anderem Weg",
  "auth.second.recovery": "Wiederherstellungscode",
  "auth.second.passkey": "Passkey „{name}“ verwenden",
  "auth.signIn.passkey": "Mit Passkey anmelden",
  "auth.second.other": "Als jemand anders anmelden",
  "auth.second.missing": "Ihr Konto hat einen zweiten Faktor. Melden Sie sich neu an, und zeigen Sie ihn.",
  "auth.error.factorCode": "Dieser Code ist falsch, schon benutzt oder zu alt.",

  "factors.title": "Zweiter Faktor",
  "factors.body": "Damit öffnet niemand Ihr Konto allein mit Ihrem Passwort oder Ihrer E-Mail.",
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
  "factors.remove.body": "Danach wird nicht mehr gefragt.",
  "factors.remove.last":
    "Es ist Ihr letzter zweiter Faktor. Danach öffnet Ihr Passwort oder Ihre E-Mail allein das Konto.",
  "factors.remove.action": "Entfernen",
  "factors.removed": "Zweiter Faktor entfernt",
  "factors.notOffered": "Ihr Anmeldedienst bietet das nicht an.",
  "factors.error.name": "Sie haben schon einen Faktor mit diesem Namen.",
  "factors.error.many": "Mehr Faktoren gehen nicht. Entfernen Sie zuerst einen.",

  "factors.error.passkey":
    "Das hat nicht geklappt. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.",

  "factors.passkey.body":
    "Ihr Gerät bewahrt ihn auf und öffnet ihn mit Finger, Gesicht oder PIN. Er ist ein zweiter Faktor und meldet Sie auch allein an.",
  "factors.passkey.action": "Passkey anlegen",
  "factors.passkey.done": "Passkey hinzugefügt",

  "factors.app.title": "Authenticator-App hinzufügen",
  "factors.app.name": "Name",
  "factors.app.name.hint": "Zum Beispiel das Gerät, auf dem er ist",
  "factors.app.start": "Code zum Scannen zeigen",
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
  "factors.codes.replace": "Neue erzeugen",
  "factors.codes.title": "Ihre Wiederherstellungscodes",
  "factors.codes.body":
    "Bewahren Sie sie bei Ihren wichtigen Papieren auf. Jeder öffnet Ihr Konto einmal, wenn die App verloren ist. Sie werden nur dieses eine Mal gezeigt; ältere gelten nicht mehr.",
  "factors.codes.copy": "Alle kopieren",
  "factors.codes.download": "Als Datei sichern",
  "factors.codes.done": "Ich habe sie aufbewahrt",

  "factors.proof.title": "Sind Sie es?",
  "factors.proof.body":
    "Ihre Anmeldung ist eine Weile her. Geben Sie Ihr jetziges Passwort ein oder einen Code, den wir Ihnen zusenden.",
  "factors.proof.mailbox":
    "Zeigen Sie zuerst, dass E-Mails an Ihre Adresse Sie erreichen: Sonst könnte Sie jeder daraus aussperren.",
  "factors.proof.mail": "Code zusenden",

  "audit.factor.begun": "Zweiter Faktor begonnen",
  "audit.factor.verified": "Zweiter Faktor gezeigt",
  "audit.link": "Link aus einer E-Mail geöffnet",
  "audit.sso": "Single Sign-on hat geantwortet",
  "audit.proved": "Passwort oder Code noch einmal abgefragt",
  "audit.recoveryCode.used": "Wiederherstellungscode benutzt",
  "audit.recoveryCodes.made": "Wiederherstellungscodes erzeugt",
  "audit.recoveryCodes.removed": "Wiederherstellungscodes entfernt",
};
