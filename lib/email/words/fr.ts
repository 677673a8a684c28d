import type { Message } from "@/lib/client/messages/catalogue";
import { alike, forms } from "@/lib/client/messages/fr/forms";
import type { en } from "./en";

/** What the mails say in French. */
export const fr: Record<keyof typeof en, Message> = {
  rows: forms("{count} ligne", "{count} lignes"),
  contacts: forms("{count} contact", "{count} contacts"),
  settings: "Paramètres des notifications",
  "welcome.subject": "Bienvenue dans Kith",
  "welcome.title": "Votre espace de travail est prêt",
  "welcome.preview":
    "Votre espace de travail est prêt. Importez un fichier ou ajoutez votre premier contact.",
  "welcome.body":
    "Kith réunit vos contacts en un seul endroit. Le plus rapide est de commencer par un fichier CSV : vous voyez ce que deviennent ses colonnes avant que rien ne soit enregistré, chaque ligne rejetée dit pourquoi, et un import peut être annulé.",
  "welcome.other": "Ou ajoutez votre premier contact à la main et donnez-lui une étiquette.",
  "welcome.action": "Importer des contacts",
  "welcome.why": "Vous recevez ce message une seule fois, parce qu’un compte a été créé avec cette adresse.",
  "import.title.completed": "Import terminé",
  "import.title.failed": "Échec de l’import",
  "import.title.cancelled": "Import arrêté",
  "import.subject": "{title} : {file}",
  "import.preview": "{created} créés, {updated} mis à jour, {failed} rejetées",
  "import.body": "{file}, {rows}.",
  "import.created": "Créés",
  "import.updated": "Mis à jour",
  "import.skipped": "Ignorées",
  "import.rejected": "Rejetées",
  "import.optedOut": alike(
    "{count} s’était désabonné auparavant et le reste",
    "{count} s’étaient désabonnés auparavant et le restent",
  ),
  "import.failedOptOuts": alike(
    "{count} indiquait un désabonnement, qui compte malgré tout",
    "{count} indiquaient un désabonnement, qui compte malgré tout",
  ),
  "import.skippedOptOuts": alike(
    "{count} s’est désabonné sans être un contact ; c’est gardé en mémoire",
    "{count} se sont désabonnés sans être des contacts ; c’est gardé en mémoire",
  ),
  "import.unchanged": alike("{count} inchangé", "{count} inchangés"),
  "import.rows": "Lignes rejetées",
  "import.rows.first": forms("Le début de {count} ligne rejetée", "Les premières de {count} lignes rejetées"),
  "import.line": "Ligne {line} : {why}",
  "import.cell": "Ligne {line}, {column} : {why}",
  "import.row": "Enregistrement {line} : {why}",
  "import.row.cell": "Enregistrement {line}, {column} : {why}",
  "import.action": "Voir l’import",
  "import.action.rejected": "Voir les lignes rejetées",
  "import.why": "Vous recevez ce message parce que les notifications de fin d’import sont activées.",
  "export.title": "Export prêt",
  "export.subject": "Export prêt : {file}",
  "export.preview": "{contacts}, à télécharger",
  "export.body":
    "{file} contient {contacts}. Vous pouvez le télécharger pendant sept jours ; vous devez être connecté.",
  "export.action": "Aller au téléchargement",
  "export.why": "Vous recevez ce message parce que les notifications de fin d’export sont activées.",
  "test.subject": "Un essai de Kith",
  "test.body":
    "Ce message montre que votre espace de travail peut envoyer des e-mails. Il a été envoyé avec la clé et l’expéditeur de vos réglages.",
  "webhook.title": "Webhook désactivé",
  "webhook.subject": "Webhook désactivé : {host}",
  "webhook.body": "Plus aucun événement n’est envoyé à {host}. {why}",
  "webhook.gone": "Il a répondu 410 Gone : il ne veut plus d’événements.",
  "webhook.failing": "Aucune de nos requêtes n’a abouti depuis trois jours.",
  "webhook.kept":
    "Ce qui est déjà en attente est conservé trois jours : réactivez-le d’ici là et rien n’en sera perdu. Ce qui se passe pendant qu’il est désactivé n’est pas envoyé plus tard.",
  "webhook.action": "Comment le réactiver",
  "webhook.why": "Vous recevez ce message parce que vous avez ajouté ce webhook.",
  "digest.title": "Votre semaine dans Kith",
  "digest.subject": "Votre semaine, du {from} au {to} : {what}",
  "digest.days": "Du {from} au {to}",
  "digest.what": forms("{count} nouveau contact", "{count} nouveaux contacts"),
  "digest.preview": "{what}, {total} au total",
  "digest.new": "Nouveaux contacts",
  "digest.before": alike("{count} la semaine précédente", "{count} la semaine précédente"),
  "digest.unsubscribes": "Désabonnements",
  "digest.total": "Contacts au total",
  "digest.imports": "Imports terminés",
  "digest.exports": "Exports terminés",
  "digest.imports.failed": "Imports en échec",
  "digest.rows.failed": "Lignes rejetées",
  "digest.exports.failed": "Exports en échec",
  "digest.tags": "Étiquettes les plus utilisées",
  "digest.action": "Ouvrir les contacts",
  "digest.why": "Vous recevez ce message le lundi après une semaine où il s’est passé quelque chose.",
  "account.code": "Votre code : {code}",
  "account.code.or": "Ou saisissez ce code : {code}",
  "invitation.title": "Vous êtes invité à rejoindre « {name} »",
  "invitation.intro": "{inviter} vous invite dans l’espace de travail « {name} » sur Kith, {role}.",
  "invitation.role.admin": "en tant qu’admin",
  "invitation.role.editor": "en tant qu’éditeur",
  "invitation.role.viewer": "en tant que lecteur",
  "invitation.member": "Un membre",
  "invitation.action": "Voir l’invitation",
  "invitation.note":
    "Le lien sert une seule fois, pendant {days} jours, et seulement pour un compte avec l’adresse {email}. Si vous ne savez pas de qui il s’agit, ignorez ce message.",
  "link.signup.title": "Confirmez votre adresse e-mail",
  "link.signup.intro":
    "Quelqu’un, sans doute vous, s’est inscrit à Kith avec cette adresse. Confirmez-la pour terminer l’inscription. Si ce n’était pas vous, ne la confirmez pas.",
  "link.signup.button": "Confirmer mon adresse",
  "link.magiclink.title": "Votre lien de connexion",
  "link.magiclink.intro": "Suivez le lien pour vous connecter à Kith.",
  "link.magiclink.button": "Se connecter",
  "link.recovery.title": "Réinitialisez votre mot de passe",
  "link.recovery.intro": "Suivez le lien pour choisir un nouveau mot de passe pour Kith.",
  "link.recovery.button": "Choisir un nouveau mot de passe",
  "link.email_change.title": "Confirmez votre nouvelle adresse e-mail",
  "link.email_change.intro": "Confirmez que Kith peut désormais utiliser cette adresse pour votre compte.",
  "link.email_change.button": "Confirmer ma nouvelle adresse",
  "link.where": "Ouvrez le lien dans le navigateur où vous l’avez demandé.",
  "link.note":
    "Le lien et le code servent une seule fois, pendant {minutes} minutes. Si vous n’avez rien demandé, ignorez ce message.",
  "proof.title": "Votre code de confirmation",
  "proof.intro": "Saisissez le code pour changer le mot de passe ou l’adresse de votre compte Kith.",
  "proof.note":
    "Le code sert une seule fois, pendant {minutes} minutes. Si vous n’avez rien demandé, quelqu’un d’autre est connecté à votre compte : choisissez un nouveau mot de passe.",
  "notice.ignore": "Si ce n’était pas vous, ignorez ce message.",
  "notice.act":
    "Si ce n’était pas vous, choisissez un nouveau mot de passe sur {recover}, ce qui met fin à toutes les sessions.",
  "notice.passwordChanged.title": "Votre mot de passe a été changé",
  "notice.passwordChanged.intro":
    "Le mot de passe de votre compte Kith a été changé. Toutes les autres sessions ont été fermées.",
  "notice.addressAsked.title": "Une nouvelle adresse e-mail a été demandée",
  "notice.addressAsked.intro":
    "Quelqu’un qui est connecté à votre compte Kith veut désormais utiliser {what}. Le changement prend effet quand il est confirmé depuis le message envoyé à cette adresse.",
  "notice.addressChanged.title": "Votre adresse e-mail a été changée",
  "notice.addressChanged.intro": "Votre compte Kith utilise maintenant {what} à la place de cette adresse.",
  "notice.addressTaken.title": "Quelqu’un a voulu utiliser votre adresse",
  "notice.addressTaken.intro":
    "Quelqu’un a voulu utiliser cette adresse pour un autre compte Kith. Elle a déjà un compte, et rien n’a été changé.",
  "notice.accountExists.title": "Vous avez déjà un compte",
  "notice.accountExists.intro":
    "Quelqu’un, sans doute vous, a essayé de créer un compte Kith avec cette adresse. Vous en avez déjà un : connectez-vous sur {signIn}, ou choisissez un nouveau mot de passe sur {recover}.",
  "notice.firstProof.title": "Votre adresse est confirmée",
  "notice.firstProof.intro":
    "Vous avez prouvé pour la première fois que cette adresse est la vôtre. Le mot de passe, les sessions et les clés d’API antérieurs de votre compte Kith ont été supprimés, car n’importe qui aurait pu les créer. Choisissez un nouveau mot de passe dans les paramètres.",
  "notice.factorAdded.title": "Un second facteur a été ajouté",
  "notice.factorAdded.intro":
    "Votre compte Kith a un nouveau second facteur. Désormais, un mot de passe ou un e-mail seul ne l’ouvre plus.",
  "notice.factorAdded.named":
    "Votre compte Kith a un nouveau second facteur : {what}. Désormais, un mot de passe ou un e-mail seul ne l’ouvre plus.",
  "notice.factorRemoved.title": "Un second facteur a été retiré",
  "notice.factorRemoved.intro": "Un second facteur a été retiré de votre compte Kith.",
  "notice.factorRemoved.named": "Un second facteur a été retiré de votre compte Kith : {what}.",
  "notice.factorGuessed.title": "Quelqu’un essaie des codes pour votre compte",
  "notice.factorGuessed.intro":
    "Plusieurs codes erronés ont été saisis pour votre second facteur. Leur auteur connaît votre mot de passe ou lit vos e-mails. Il n’est pas entré.",
  "notice.recoveryCodesReplaced.title": "Vos codes de secours ont été remplacés",
  "notice.recoveryCodesReplaced.intro":
    "Votre compte Kith a de nouveaux codes de secours. Les anciens ne fonctionnent plus.",
  "notice.recoveryCodeUsed.title": "Un code de secours a été utilisé",
  "notice.recoveryCodeUsed.intro":
    "Quelqu’un, sans doute vous, s’est connecté à votre compte Kith avec un code de secours. Il ne fonctionnera plus.",
  "notice.identityLinked.title": "L’authentification unique ouvre maintenant votre compte",
  "notice.identityLinked.intro":
    "Quelqu’un, sans doute vous, s’est connecté pour la première fois à votre compte Kith par l’authentification unique. Désormais elle ouvre le compte, en plus de ce qui l’ouvrait déjà.",
  "notice.identityUnlinked.title": "L’authentification unique n’ouvre plus votre compte",
  "notice.identityUnlinked.intro":
    "L’authentification unique a été dissociée de votre compte Kith. Les autres sessions ouvertes par ce moyen ont pris fin. Vous pouvez l’associer de nouveau dans les réglages.",
};
