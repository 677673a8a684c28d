import type { Message } from "../catalogue";
import type { factors as english } from "../en/factors";
import { forms } from "./forms";

export const factors: Record<keyof typeof english, Message> = {
  "auth.second.title": "Deuxième étape",
  "auth.second.body": "Votre compte est protégé par un second facteur. Utilisez-le pour continuer.",
  "auth.second.code": "Code de votre application",
  "auth.second.action": "Continuer",
  "auth.second.which": "Application",
  "auth.second.useRecovery": "Utiliser plutôt un code de secours",
  "auth.second.useOther": "Utiliser plutôt un autre moyen",
  "auth.second.recovery": "Code de secours",
  "auth.second.passkey": "Utiliser la clé d’accès « {name} »",
  "auth.signIn.passkey": "Se connecter avec une clé d’accès",
  "auth.second.other": "Se connecter sous un autre nom",
  "auth.second.missing": "Votre compte est protégé par un second facteur. Reconnectez-vous et utilisez-le.",
  "auth.error.factorCode": "Ce code est incorrect, a déjà servi ou a expiré.",

  "factors.title": "Second facteur",
  "factors.body": "Avec lui, votre mot de passe ou votre messagerie ne suffit plus à ouvrir votre compte.",
  "factors.none": "Aucun pour l’instant",
  "factors.app": "Application d’authentification",
  "factors.passkey": "Clé d’accès",
  "factors.added": "Depuis le {date}",
  "factors.addApp": "Ajouter une application",
  "factors.addPasskey": "Ajouter une clé d’accès",
  "factors.rename": "Renommer {name}",
  "factors.rename.title": "Renommer la clé d’accès",
  "factors.rename.action": "Renommer",
  "factors.renamed": "Clé d’accès renommée",
  "factors.remove": "Retirer {name}",
  "factors.remove.title": "Retirer « {name} » ?",
  "factors.remove.body": "Il ne vous sera plus demandé.",
  "factors.remove.last":
    "C’est votre dernier second facteur. Ensuite, votre mot de passe ou votre messagerie suffira à ouvrir votre compte.",
  "factors.remove.action": "Retirer",
  "factors.removed": "Second facteur retiré",
  "factors.notOffered": "Votre fournisseur d’identité ne le propose pas.",
  "factors.error.name": "Vous avez déjà un facteur de ce nom.",
  "factors.error.many": "Vous avez atteint le nombre maximal de facteurs. Retirez-en un d’abord.",

  "factors.error.passkey": "Cela n’a pas fonctionné. Réessayez, ou utilisez un autre moyen.",

  "factors.passkey.body":
    "Votre appareil la conserve et la déverrouille par empreinte, visage ou code. C’est un second facteur, et elle peut aussi vous connecter à elle seule.",
  "factors.passkey.action": "Créer la clé d’accès",
  "factors.passkey.done": "Clé d’accès ajoutée",

  "factors.app.title": "Ajouter une application d’authentification",
  "factors.app.name": "Nom",
  "factors.app.name.hint": "Par exemple l’appareil sur lequel elle se trouve",
  "factors.app.start": "Afficher le code à scanner",
  "factors.app.scan":
    "Scannez-le avec l’application, ou saisissez-y la clé. Entrez ensuite les six chiffres qu’elle affiche.",
  "factors.app.picture": "Code QR pour l’application",
  "factors.app.secret": "Clé",
  "factors.app.copy": "Copier la clé",
  "factors.app.verify": "Ajouter l’application",
  "factors.app.done": "Application ajoutée",

  "factors.codes": "Codes de secours",
  "factors.codes.left": forms("{count} code restant", "{count} codes restants"),
  "factors.codes.none": "Aucun. Sans eux, vous perdez l’accès si vous perdez votre téléphone.",
  "factors.codes.make": "Créer des codes",
  "factors.codes.replace": "Créer de nouveaux codes",
  "factors.codes.title": "Vos codes de secours",
  "factors.codes.body":
    "Gardez-les avec vos papiers importants. Chacun ouvre votre compte une fois si vous perdez l’application. Ils ne sont affichés que cette fois ; les anciens ne fonctionnent plus.",
  "factors.codes.copy": "Tout copier",
  "factors.codes.download": "Enregistrer dans un fichier",
  "factors.codes.done": "Je les ai enregistrés",

  "factors.proof.title": "Est-ce bien vous ?",
  "factors.proof.body":
    "Votre connexion date un peu. Saisissez votre mot de passe actuel, ou un code que nous vous envoyons par e-mail.",
  "factors.proof.mailbox":
    "Montrez d’abord que les e-mails envoyés à votre adresse vous parviennent : sinon, n’importe qui pourrait vous bloquer l’accès à votre compte.",
  "factors.proof.mail": "M’envoyer un code",

  "audit.factor.begun": "Configuration d’un second facteur commencée",
  "audit.factor.verified": "Second facteur confirmé",
  "audit.link": "Lien reçu par e-mail ouvert",
  "audit.sso": "Authentification unique",
  "audit.identity.unlinked": "Authentification unique dissociée",
  "audit.identity.linked": "Authentification unique de nouveau associée",
  "audit.proved": "Identité confirmée à nouveau",
  "audit.recoveryCode.used": "Code de secours utilisé",
  "audit.recoveryCodes.made": "Codes de secours créés",
  "audit.recoveryCodes.removed": "Codes de secours retirés",
};
