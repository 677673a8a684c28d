import type { Message } from "../catalogue";
import type { auth as english } from "../en/auth";

export const auth: Record<keyof typeof english, Message> = {
  "auth.password": "Mot de passe",
  "auth.newPassword": "Nouveau mot de passe",
  "auth.password.hint": "Au moins 8 caractères. Une longue phrase vaut mieux qu’un mot compliqué.",
  "auth.password.show": "Afficher le mot de passe",
  "auth.password.hide": "Masquer le mot de passe",
  "auth.show": "Afficher",
  "auth.hide": "Masquer",

  "auth.signIn.action": "Se connecter",
  "auth.signIn.link": "Recevoir plutôt un lien de connexion par e-mail",
  "auth.signIn.mail": "M’envoyer un lien",
  "auth.signIn.usePassword": "Utiliser plutôt un mot de passe",
  "auth.signIn.forgot": "Mot de passe oublié ?",
  "auth.signIn.deleted":
    "Votre espace de travail a été supprimé. Votre compte existe toujours : si vous vous reconnectez, il repart avec un nouvel espace vide.",
  "auth.signIn.new": "Pas encore de compte ?",
  "auth.signIn.create": "Créer un compte",
  "auth.signIn.with": "Continuer avec {provider}",

  "auth.sso": "l’authentification unique",
  "auth.sso.unavailable":
    "La connexion avec {provider} est impossible pour le moment. Réessayez dans un instant, ou connectez-vous autrement.",
  "auth.sso.expired":
    "La connexion a pris trop de temps, ou a été commencée dans un autre navigateur. Réessayez ici.",
  "auth.sso.denied":
    "La connexion avec {provider} a été annulée ou n’est pas autorisée. Réessayez, ou connectez-vous autrement.",
  "auth.sso.failed": "{provider} : la réponse n’a pas pu être vérifiée. Réessayez.",
  "auth.sso.address":
    "Votre adresse e-mail n’est pas confirmée par {provider} : vous ne pouvez donc pas vous connecter ainsi ici.",
  "auth.sso.unconfirmed":
    "Un compte existe déjà avec votre adresse, mais cette adresse n’a jamais été confirmée. Connectez-vous une fois avec un lien reçu par e-mail ; ensuite, {provider} fonctionnera aussi.",
  "auth.sso.taken":
    "Le compte qui porte votre adresse est lié à une autre personne chez votre fournisseur ({provider}). Adressez-vous à l’administrateur de ce serveur.",
  "auth.sso.unlinked":
    "Vous avez dissocié {provider} de votre compte. Connectez-vous d’une autre façon ; vous pourrez l’associer de nouveau dans les réglages.",
  "auth.sso.banned": "Ce compte est bloqué.",

  "auth.signUp.title": "Créez votre compte",
  "auth.signUp.action": "Créer le compte",
  "auth.signUp.closed": "Les comptes sont créés par l’administrateur de ce serveur. Demandez-lui-en un.",
  "auth.signUp.domains": "Seulement pour les adresses de {domains}.",
  "auth.signUp.known": "Vous avez déjà un compte ?",

  "auth.sent.title": "Consultez vos e-mails",
  "auth.sent.body":
    "Si {email} peut se connecter ici, un message est en route. Ouvrez son lien dans ce navigateur, ou saisissez son code ici. Les deux fonctionnent une seule fois, pendant dix minutes.",
  "auth.sent.confirm":
    "Nous avons envoyé un message à {email}. Ouvrez son lien dans ce navigateur, ou saisissez son code ici.",
  "auth.sent.inbox": "Les messages restent sur cette machine : ouvrir la boîte de réception",
  "auth.sent.again": "Utiliser une autre adresse",

  "auth.code": "Code reçu par e-mail",
  "auth.code.action": "Se connecter avec le code",
  "auth.code.confirm": "Confirmer avec le code",
  "auth.code.recover": "Continuer avec le code",

  "auth.recover.title": "Réinitialiser votre mot de passe",
  "auth.recover.body":
    "Saisissez votre adresse e-mail : nous vous enverrons un lien pour choisir un nouveau mot de passe.",
  "auth.recover.action": "M’envoyer le lien",
  "auth.reset.title": "Choisissez un nouveau mot de passe",
  "auth.reset.action": "Enregistrer et continuer",

  "auth.confirm.title": "Un instant",
  "auth.confirm.body": "Vérification de votre lien.",
  "auth.confirm.failed": "Ce lien ne fonctionne pas",
  "auth.confirm.failedBody":
    "Il a déjà servi, a expiré, ou a été ouvert dans un autre navigateur que celui où vous l’avez demandé.",
  "auth.confirm.elsewhere": "Ouvrez ce lien dans l’autre navigateur",
  "auth.confirm.elsewhereBody":
    "Il ne fonctionne qu’une fois, et seulement dans le navigateur où vous l’avez demandé. Ouvrez-le là-bas, ou saisissez-y le code du message.",
  "auth.confirm.unasked": "Avez-vous demandé ce lien ?",
  "auth.confirm.unaskedBody":
    "Il n’a pas été demandé dans ce navigateur. Ne continuez que si vous l’avez demandé vous-même : sinon, vous pourriez travailler dans le compte de quelqu’un d’autre.",
  "auth.confirm.go": "Je l’ai demandé, continuer",
  "auth.confirm.signedIn": "Vous êtes toujours connecté en tant que {email}.",
  "auth.confirm.again": "Demander un nouveau lien",

  "auth.error.invalid":
    "Adresse e-mail ou mot de passe incorrect. Si vous venez de créer votre compte, confirmez d’abord votre adresse.",
  "auth.error.unconfirmed": "Confirmez d’abord votre adresse : ouvrez le lien que nous vous avons envoyé.",
  "auth.error.weak":
    "Ce mot de passe est trop facile à deviner. Utilisez au moins 8 caractères, et pas un mot de passe connu.",
  "auth.error.closed": "Aucun nouveau compte ne peut être créé ici.",
  "auth.error.domain": "Les adresses de ce domaine ne peuvent pas être utilisées ici.",
  "auth.error.busy": "La connexion n’est pas disponible pour le moment. Réessayez dans quelques secondes.",
  "auth.error.exists": "Il existe déjà un compte avec cette adresse. Connectez-vous.",
  "auth.error.tooMany": "Trop de tentatives. Attendez une minute et réessayez.",
  "auth.error.code": "Ce code est incorrect ou a expiré.",
  "auth.error.current": "Le mot de passe actuel est incorrect.",
  "auth.error.proof":
    "Votre connexion date un peu. Saisissez votre mot de passe actuel, ou demandez un nouveau lien.",
  "auth.error.session":
    "Personne n’est connecté ici. Un lien reçu par e-mail ne sert qu’une fois : demandez-en un nouveau.",
  "auth.error.insecure": "Il faut une connexion sécurisée : ouvrez la page en https.",
  "auth.error.same": "Le nouveau mot de passe doit être différent de l’ancien.",
  "auth.error.network": "Le service de connexion est injoignable. Réessayez dans un instant.",
  "auth.error.provision":
    "Vous êtes connecté, mais votre espace de travail n’a pas pu être préparé. Réessayez dans un instant.",

  "auth.pitch.title": "Chaque ligne compte.",
  "auth.pitch.body":
    "Kith montre ce qu’un import va faire avant de le faire, survit à une panne en plein milieu, explique chaque ligne rejetée et peut tout annuler.",
  "auth.pitch.sample": "clients-2026.csv",
  "auth.pitch.total": "Lignes du fichier",
};
