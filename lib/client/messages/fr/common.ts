import type { Message } from "../catalogue";
import type { common as english } from "../en/common";
import { forms } from "./forms";

export const common: Record<keyof typeof english, Message> = {
  "app.name": "Kith",
  "app.tagline": "L’import de contacts digne de confiance",
  "app.skip": "Aller au contenu",
  "app.title": "{page} · Kith",

  "nav.label": "Navigation principale",
  "nav.overview": "Vue d’ensemble",
  "nav.contacts": "Contacts",
  "nav.tags": "Étiquettes",
  "nav.imports": "Imports",
  "nav.exports": "Exports",
  "nav.history": "Historique",
  "nav.settings": "Paramètres",
  "nav.api": "Référence de l’API",
  "nav.menu": "Menu",
  "nav.account": "Compte",
  "nav.signOut": "Se déconnecter",
  "nav.commands": "Rechercher",

  "theme.label": "Apparence",
  "theme.light": "Clair",
  "theme.dark": "Sombre",
  "theme.system": "Système",
  "language.label": "Langue",

  "action.back": "Retour",
  "action.cancel": "Annuler",
  "confirm.cancel": "Retour",
  "action.close": "Fermer",
  "action.copied": "Copié",
  "action.copyFailed":
    "Votre navigateur ne permet pas à cette page de copier. Sélectionnez le texte et copiez-le vous-même.",
  "action.delete": "Supprimer",
  "action.loadMore": "Afficher plus",
  "action.retry": "Réessayer",
  "action.save": "Enregistrer",
  "action.undo": "Annuler l’action",
  "action.more": "Autres actions",
  "field.optional": "facultatif",
  "state.loading": "Chargement",
  "toast.region": "Messages",
  "draft.title": "Abandonner votre saisie ?",
  "draft.body": "Elle n’est pas enregistrée.",
  "draft.keep": "Continuer la saisie",
  "draft.discard": "Abandonner",
  "list.more": forms("{count} autre", "{count} autres"),
  "state.limited":
    "Trop de requêtes pendant la dernière minute. Le chargement reprend tout seul dans un instant.",
  "confirm.type": "Saisissez « {text} » pour confirmer",

  "error.title": "Chargement impossible",
  "error.requestId": "Requête",
  "error.copy": "Copier les détails",
  "error.network": "Le serveur est injoignable. Votre travail reste ici ; réessayez dans un instant.",
  "error.internal": "Une erreur s’est produite sur le serveur. Rien n’est resté à moitié fait ; réessayez.",
  "error.unavailable": "Une partie du service n’est pas disponible en ce moment. Réessayez dans un instant.",
  "error.busy": "D’autres fichiers sont en cours de vérification. Réessayez dans quelques secondes.",
  "error.tooSlow":
    "L’opération a duré trop longtemps et a été arrêtée. Réessayez ; si cela se reproduit, utilisez un fichier plus petit ou un filtre plus étroit.",
  "error.notFound": "Cet élément n’existe pas ou ne se trouve pas dans votre espace de travail.",
  "error.gone": "Le fichier n’est plus là : il a été supprimé ou a expiré.",
  "error.rateLimited": "Trop de requêtes. Réessayez dans {seconds} s.",
  "error.unauthorized": "Veuillez vous reconnecter.",
  "error.forbidden": "Vous n’êtes pas autorisé à faire cela.",
  "error.tooLarge": "Le fichier est trop volumineux. La limite est de 200 Mo.",
  "error.mediaType": "Ce type de fichier ne peut pas être lu ici. Enregistrez-le au format CSV et réessayez.",
  "error.file.oldWorkbook":
    "C’est un classeur Excel d’ancien format (.xls). Dans Excel, choisissez Fichier → Enregistrer sous → « Classeur Excel (*.xlsx) » et téléversez ce fichier.",
  "error.file.protected":
    "Ce classeur Excel est protégé par un mot de passe. Retirez-le dans Excel, enregistrez le classeur et téléversez-le.",
  "error.file.opendocument":
    "C’est un fichier OpenDocument. Dans LibreOffice, choisissez Fichier → Enregistrer sous → « Excel 2007–365 (.xlsx) » ou « Texte CSV » et téléversez ce fichier.",
  "error.file.numbers":
    "C’est un fichier Apple Numbers. Dans Numbers, choisissez Fichier → Exporter vers → CSV et téléversez ce fichier.",
  "error.file.binary":
    "C’est un classeur Excel binaire (.xlsb). Dans Excel, choisissez Fichier → Enregistrer sous → « Classeur Excel (*.xlsx) » et téléversez ce fichier.",
  "error.file.packed": "Ce fichier est compressé. Décompressez-le et téléversez le fichier qu’il contient.",
  "error.file.noTable":
    "Ce n’est pas un tableau. Exportez la liste en CSV depuis le programme d’où elle vient et téléversez ce fichier.",
  "error.file.noList":
    "Ce fichier JSON n’est pas une liste de contacts. Exportez-le comme tableau d’objets, avec un objet par ligne, ou en CSV.",
  "error.file.encoding":
    "Les caractères de ce fichier sont illisibles. Enregistrez-le en CSV UTF-8 et téléversez ce fichier.",
  "error.file.lineEnds":
    "Les lignes de ce fichier se terminent par un caractère inhabituel. Enregistrez-le avec des fins de ligne courantes et téléversez-le de nouveau.",
  "error.file.fixedWidth":
    "Les colonnes de ce fichier sont alignées par des espaces. Ouvrez-le dans un tableur comme texte à largeur fixe, enregistrez-le en CSV UTF-8 et téléversez ce fichier.",
  "error.file.extension":
    "Le nom de ce fichier ne correspond pas à son contenu. Téléversez la liste en CSV, XLSX, JSON ou vCard.",
  "error.file.damaged":
    "Le fichier est endommagé ou incomplet. Enregistrez-le ou compressez-le de nouveau, puis téléversez-le.",
  "error.file.damagedLine": "Le fichier est endommagé ou incomplet : la ligne {line} est illisible.",
  "error.file.record": "Le contenu de la ligne {line} est trop long pour un contact.",
  "error.file.nothing": "Ce fichier ne contient aucun tableau.",
  "error.file.several": "Cette archive contient {count} fichiers. Téléversez celui des contacts.",
  "error.file.encrypted":
    "Cette archive est chiffrée. Décompressez-la et téléversez le fichier qu’elle contient.",
  "error.file.archive":
    "Cette archive est compressée d’une façon inhabituelle. Décompressez-la et téléversez le fichier qu’elle contient.",
  "error.file.tooLarge":
    "Ce fichier est trop volumineux dans ce format. Enregistrez la liste en CSV UTF-8 et téléversez ce fichier.",
  "error.file.saveAgain":
    "Ce classeur a été écrit d’une façon inhabituelle. Ouvrez-le dans un tableur, enregistrez-le et téléversez ce fichier.",
  "error.mailProvider": "Le fournisseur d’e-mail a refusé. {message}",
  "error.contactUnsubscribed": "Ce contact s’est désabonné.",
  "error.importNotPending": "Cet import a déjà été lancé ou est terminé.",
  "error.importEmpty": "Le fichier est vide.",
  "error.importUnreadable": "Aucune ligne du fichier n’est lisible. Ligne {line} : {why}",
  "error.exportNotReady": "Cet export n’est pas encore prêt.",
  "error.limit.tags_per_contact": "Un contact peut avoir au plus {count} étiquettes. Retirez-en une d’abord.",
  "error.limit.tags_per_workspace":
    "Un espace de travail peut avoir au plus {count} étiquettes. Supprimez-en une d’abord.",
  "error.limit.custom_keys":
    "Un espace de travail peut avoir au plus {count} champs personnalisés. Utilisez-en un qui existe, ou supprimez-en un d’abord.",
  "error.limit.segments_per_workspace":
    "Un espace de travail peut avoir au plus {count} segments. Supprimez-en un d’abord.",
  "error.limit.exports_alive":
    "{count} exports sont en attente ou en cours. Réessayez quand l’un d’eux sera terminé.",
  "error.limit.corrected_rows":
    "Au plus {count} lignes peuvent être corrigées une par une. Corrigez les autres toutes à la fois, ou dans le fichier des lignes rejetées après l’import.",
  "error.limit.correction_bytes":
    "Vos corrections sont trop longues au total. Raccourcissez-en, ou abandonnez-les.",
  "error.limit.imports_pending":
    "{count} imports attendent d’être confirmés. Confirmez-en ou supprimez-en un d’abord.",
  "error.limit.storage":
    "L’espace de stockage des fichiers est plein. Supprimez des imports ou des exports dont vous n’avez plus besoin.",
  "error.limit.disk":
    "Le disque du serveur est presque plein. Demandez à son administrateur de libérer de la place.",
  "error.tooManyKeys":
    "Un espace de travail peut avoir au plus {count} clés d’API. Supprimez-en une d’abord.",
  "error.changed": "Quelqu’un a modifié ceci entre-temps. Regardez à nouveau.",
  "error.draftChanged":
    "Cet import a été modifié dans un autre onglet. Regardez-le à nouveau avant d’importer.",
  "error.conflict": "{message}",
  "error.other": "{message}",
  "error.request": "Le serveur n’a pas compris cette page. Rechargez-la.",
  "error.repeated": "C’est déjà en cours. Patientez un instant, puis vérifiez.",
  "error.unexpected": "Réponse inattendue ({message}). Réessayez.",
  "error.limit.bulk_alive":
    "{count} actions groupées attendent ou sont déjà en cours. Attendez que l’une d’elles se termine.",
  "error.limit.webhook_endpoints": "Un espace de travail peut avoir au plus {count} webhooks.",
  "error.field.missing": "Obligatoire",
  "error.field.tooLong": forms("Au plus {count} caractère.", "Au plus {count} caractères."),
  "error.field.tooMany": forms("Au plus {count} entrée.", "Au plus {count} entrées."),
  "error.field.tooMuch": "C’est trop pour être enregistré en une fois.",
  "error.field.email": "Ce n’est pas une adresse e-mail.",
  "error.field.unknown": "Cela n’existe plus.",
  "error.field.mismatch": "Cela ne correspond pas.",
  "error.field.nul": "Cela contient un caractère qui ne peut pas être enregistré.",
  "error.field.lines": "Une seule ligne, sans caractères de contrôle.",
  "error.field.key": "Une clé n’a que des lettres, des chiffres et des signes, sans espaces.",
  "error.field.mailKey": "Resend ne connaît pas cette clé. Copiez-la à nouveau, ou créez-y une nouvelle clé.",
  "error.field.sender": "Indiquez une adresse, ou un nom avec une adresse : Nom <adresse>.",
  "error.field.origin": "Indiquez une origine comme https://app.example.com.",
  "error.field.future": "Choisissez un moment à venir.",
  "error.field.url": "Les webhooks ne peuvent être envoyés qu’à des adresses https publiques.",
  "error.field.of": "{field} : {why}",
  "error.field.name":
    "N’utilisez que des lettres, des chiffres, des espaces, & ' ( ) + , _ - et le point d’exclamation, ainsi que des points comme dans « Cie. » ou « S.A. ».",
  "error.field.opts": "Un choix a besoin d’au moins une option.",
  "error.field.once": "Chaque option ne peut figurer qu’une fois.",
  "error.field.repeat": "Aucune valeur ne peut avoir les deux sens.",
  "error.field.proof": "Saisissez votre mot de passe actuel.",
  "error.field.other": "{message}",
  "error.page.title": "Une erreur s’est produite",
  "error.page.body": "Vos données sont intactes. Réessayer suffit en général.",
  "error.page.reference": "Sinon, indiquez cette référence :",
  "error.404.title": "Page introuvable",
  "error.404.body": "L’adresse est peut-être mal saisie, ou ce qui se trouvait ici a été supprimé.",
  "error.404.home": "Aller à la vue d’ensemble",

  "server.gone": "Le serveur ne répond pas. Rien de ce que vous avez saisi n’est perdu.",
  "server.gone.upload": "« {file} » attend le serveur et sera envoyé automatiquement.",
  "upload.held.banner": forms(
    "« {file} » est en attente et sera envoyé automatiquement.",
    "{count} fichiers sont en attente et seront envoyés automatiquement.",
  ),
  "upload.held.busy":
    "Il y a eu trop de requêtes en une minute. « {file} » est en attente et sera envoyé automatiquement.",
  "upload.held.show": "Afficher",
  "part.missing":
    "Une partie de cette page ne peut pas être chargée. Kith a peut-être été mis à jour : rechargez la page.",
  "part.reload": "Recharger",
  "ended.account":
    "Un autre compte s’est connecté dans ce navigateur. Plus rien n’est enregistré depuis cette page : copiez ce que vous avez saisi avant de la quitter.",
  "ended.workspace":
    "Vous ne faites plus partie de cet espace de travail. Plus rien n’est enregistré depuis cette page : copiez ce que vous avez saisi avant de la quitter.",
  "ended.leave": "Quitter la page",
  "session.ended.title": "Veuillez vous reconnecter",
  "session.ended.body":
    "Votre session est terminée. Ce que vous avez saisi est toujours là ; tout reprend dès que vous êtes reconnecté.",
  "session.ended.other": "Se connecter sous un autre nom",

  "footer.embedded": "Fonctionne sur cette machine : {parts}",
  "footer.hosted": "Tous les services sont hébergés",
  "footer.inbox": "Boîte de réception",
  "footer.files": "Fichiers",
  "part.database": "base de données",
  "part.identity": "connexion",
  "part.blob": "fichiers",
  "part.limiter": "limites de débit",
  "part.mail": "e-mail",
  "part.model": "association des colonnes",
  "error.reason.changing": "Quelqu’un d’autre modifie cet import en ce moment. Réessayez.",
  "error.reason.running": "C’est encore en cours. Réessayez quand ce sera terminé.",
  "error.reason.nothingToUndo": "Il n’y a plus rien à annuler.",
  "error.reason.erased":
    "Les contacts de cette modification ont été effacés définitivement : il ne reste rien à rétablir.",
  "error.reason.undoing": "L’annulation est déjà en cours.",
  "error.reason.undoLate": "L’annulation n’est plus possible : les 30 jours sont écoulés.",
  "error.reason.over": "C’est déjà terminé. Rechargez la page pour voir le résultat.",
  "error.reason.deliveryWaiting": "L’envoi est encore en attente.",
  "error.reason.endpointOff": "Le point de terminaison est désactivé. Activez-le d’abord.",
  "error.reason.fileImported": "Il existe déjà un import de ce fichier.",
  "error.reason.noAddress": "Votre compte n’a pas d’adresse e-mail.",
  "error.reason.mailSilent": "Le fournisseur d’e-mail ne répond pas. Réessayez plus tard.",
  "error.reason.mailKey":
    "La clé d’API Resend enregistrée est inutilisable. Saisissez-la de nouveau dans les paramètres.",
};
