import type { Message } from "../catalogue";
import type { mend as english } from "../en/mend";
import { alike, forms } from "./forms";

export const mend: Record<keyof typeof english, Message> = {
  "mend.none": "Plus aucune ligne n’est rejetée",
  "mend.body":
    "Corrigez des lignes ici et elles seront importées avec les autres. Le fichier lui-même ne change pas ; les lignes que vous laissez telles quelles seront rejetées.",
  "mend.reasons": "Raisons",
  "mend.reason.emailInvalid": "Pas une adresse e-mail",
  "mend.reason.emailMissing": "Pas d’adresse e-mail",
  "mend.reason.tooLong": "Trop long",
  "mend.reason.tagTooLong": "Étiquette trop longue",
  "mend.reason.tooManyTags": "Trop d’étiquettes",
  "mend.reason.tooManyCells": "Plus de cellules que de colonnes",
  "mend.reason.otherHeader": "Autres colonnes à partir d’ici",
  "mend.reason.surplusCells": "Plus de cellules que les autres lignes",
  "row.tooFewCells":
    "Il manque sans doute une cellule avant « {value} » : cette ligne a moins de cellules qu’il n’y a de colonnes, et « {value} » se trouve d’ordinaire dans une colonne de désabonnements. Déplacez-y la valeur ou, si elle est à sa place, remplissez aussi cette colonne.",
  "mend.reason.tooFewCells": "Désabonnement dans une autre colonne",
  "row.cellsMoved":
    "« _line » ne contient pas, dans cette ligne, le numéro écrit par Kith : ses cellules sont décalées. Remettez-les en place, ou videz la cellule « _line ».",
  "mend.reason.cellsMoved": "Cellules décalées dans d’autres colonnes",
  "mend.reason.quote": "Guillemet isolé",
  "map.warning.missing_values":
    "Les cellules « {example} » indiquent dans ce fichier une valeur manquante et sont importées vides.",
  "map.warning.words_kept":
    "« {example} » peut indiquer une valeur manquante ou être un nom, et est importé comme texte.",
  "map.missing.text": "Les garder comme texte",
  "map.missing.empty": "Les laisser vides",
  "map.warning.two_tables":
    "Deux tableaux se trouvent côte à côte. Seul celui de gauche est importé comme contacts ; enregistrez celui de droite, « {example} », dans son propre fichier.",
  "map.warning.rounded_numbers":
    "Un tableur a arrondi des nombres comme « {example} » : leurs derniers chiffres sont perdus. Mettez-y ces colonnes au format nombre sans décimales ou texte, puis chargez de nouveau le fichier. Les chiffres après le quinzième y manquent aussi : reprenez-les à la source de la liste.",
  "map.warning.hidden_rows":
    "Les lignes masquées dans le tableur, par un filtre par exemple, sont importées aussi : {count}, par exemple {lines}. Pour les laisser de côté, copiez les lignes visibles dans un nouveau classeur et chargez-le.",
  "map.warning.left_out": "Propriétés des cartes qui ne sont pas importées : {example}.",
  "map.warning.mixed_encodings":
    "Lignes qui ne sont pas dans cet encodage : {count}, par exemple {lines}. Elles seront rejetées. Corrigez le fichier, ou importez-le une fois dans chacun de ses encodages.",
  "row.otherHeader":
    "À partir d’ici, le fichier a d’autres colonnes : cette ligne, ou une ligne plus haut, les nomme à nouveau dans un autre ordre. Envoyez la suite comme un fichier à part.",
  "row.unbalancedQuote":
    'Un guillemet (") est ouvert dans cette ligne et jamais fermé. Fermez-le, ou doublez-le s’il fait partie du texte.',
  "row.cut":
    "Un saut de ligne dans une cellule coupe cette ligne : la suite est à la ligne suivante. Supprimez le saut de ligne, ou mettez la cellule entre guillemets.",
  "row.rest": "C’est la suite de la ligne précédente, qu’un saut de ligne dans une cellule coupe.",
  "row.undecodable":
    "Cette ligne contient des octets qui ne sont pas du texte dans l’encodage du fichier. Choisissez un autre encodage, ou corrigez la ligne.",
  "row.changedSince":
    "Le contact a été modifié après la confirmation de ce changement, il a donc été laissé tel quel. Envoyez la ligne à nouveau pour voir ce qu’elle changerait maintenant.",
  "mend.reason.cut": "Coupée par un saut de ligne",
  "mend.reason.rest": "Suite de la ligne précédente",
  "mend.reason.undecodable": "Lettres abîmées",
  "mend.forAll": "Dans toutes ces lignes :",
  "mend.forAll.one": forms("{what} ({count} ligne)", "{what} ({count} lignes)"),
  "mend.proposal.bareAddress": "Ne garder que l’adresse",
  "mend.proposal.firstAddress": "Garder la première adresse",
  "mend.proposal.atSign": "Écrire « (at) » ou « %40 » comme « @ »",
  "mend.proposal.noSpaces": "Retirer les espaces",
  "mend.proposal.ascii": "Écrire l’adresse en lettres simples (ASCII)",
  "mend.proposal.punctuation": "Corriger les points et les virgules",
  "mend.proposal.tidy": "Nettoyer l’adresse",
  "mend.proposal.otherCell": "Prendre l’adresse d’une autre colonne",
  "mend.proposal.trim": "Couper à la longueur maximale",
  "mend.proposal.noNul": "Retirer les caractères NUL",
  "mend.proposal.quoteAsText": "Traiter le guillemet comme du texte",
  "mend.proposal.dropEmpty": "Retirer les cellules vides à la fin",
  "mend.proposal.nearestOption": "Prendre l’option voulue",
  "mend.use": "Utiliser {value}",
  "mend.line": "Ligne {line}",
  "mend.cell": "{column}, ligne {line}",
  "mend.extraCell": "Cellule en trop {number}",
  "mend.cut": "Ce texte est trop long pour être modifié ici.",
  "mend.editRow.done": "Terminé",
  "mend.editRow": "Modifier toute la ligne",
  "mend.accepted": "Acceptée",
  "mend.limited":
    "Trop de requêtes pendant la dernière minute. Cette correction sera renvoyée d’elle-même dans un instant.",
  "mend.takeBack": "Annuler",
  "mend.takeBack.rule": "Annuler : {rule}",
  "mend.applied": "Corrections",
  "mend.applied.rows": forms("{count} ligne corrigée", "{count} lignes corrigées"),
  "mend.applied.some": forms(
    "{right} sur {count} ligne modifiée est corrigée",
    "{right} sur {count} lignes modifiées sont corrigées",
  ),
  "map.reread.title": "Lire le fichier autrement ?",
  "map.reread.body":
    "Ses lignes seront différentes ; les corrections et les lignes laissées de côté sont donc abandonnées. Revenir à la lecture d’avant ne les rétablit pas.",
  "map.reread.action": "Lire autrement",
  "mend.discard": "Abandonner toutes les corrections",
  "mend.previous": "Lignes précédentes",
  "mend.next": "Lignes suivantes",
  "mend.reason.number": "Pas un nombre",
  "mend.reason.date": "Pas une date",
  "mend.reason.yesNo": "Ni oui ni non",
  "mend.reason.option": "Pas une des options",
  "upload.drop.anywhere": "Déposez le fichier pour l’importer",
  "result.errors.mend": "Corriger et importer ces lignes",
  "result.resume": alike("Importer la ligne restante", "Importer les {count} lignes restantes"),
  "error.changesConfirmed":
    "Les modifications confirmées ligne par ligne pour cet import ne sont plus enregistrées. Envoyez le fichier à nouveau pour examiner le reste.",
  "error.fieldChanged":
    "Un champ personnalisé que cet import remplit a été modifié ou supprimé entre-temps. Revérifiez ses colonnes ; un import arrêté peut reprendre dès que cette modification est annulée dans l’Historique.",
  "error.correctionsDiffer":
    "Des lignes de ce fichier ont été corrigées alors qu’il était lu autrement. Abandonnez d’abord les corrections.",
};
