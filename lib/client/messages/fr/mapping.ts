import type { Message } from "../catalogue";
import type { mapping as english } from "../en/mapping";
import { alike, forms } from "./forms";

export const mapping: Record<keyof typeof english, Message> = {
  "map.consent":
    "La colonne « {header} » indique-t-elle qui ne veut pas d’e-mails ? En l’état, elle n’est pas importée.",
  "map.consent.struck":
    "Certaines lignes du classeur sont barrées. Ces personnes se sont-elles désabonnées ? La colonne « {header} » les signale.",
  "map.consent.struck.rows": "Lignes {rows}.",
  "map.consent.struck.more": "Lignes {rows} et d’autres, {count} en tout.",
  "map.consent.values": "Ses valeurs : {values}.",
  "map.consent.several":
    "Ces colonnes disent qui s’est désabonné : {columns}. Une seule suffit : les personnes qu’elle désigne ne reçoivent pas d’e-mails.",
  "map.consent.several.column": "« {header} »",
  "map.consent.out": "Oui signifie désabonné",
  "map.consent.in": "Non signifie désabonné",
  "map.consent.no": "L’ignorer",
  "map.consent.mapped":
    "La colonne « {header} » indique-t-elle qui ne veut pas d’e-mails ? En l’état, elle devient {field} et ne désabonne personne.",
  "map.consent.empty":
    "« {header} » indique qui souhaite recevoir des e-mails, et est vide pour certaines personnes. Que faut-il en conclure ? Sans réponse, personne n’est désabonné.",
  "map.consent.unread":
    "Certaines valeurs de « {header} » ne disent ni oui ni non. Que signifient-elles ? Sans réponse, elles ne désabonnent personne.",
  "map.consent.unread.leave": "Je ne sais pas : elles ne désabonnent personne",
  "map.value": "« {value} »",
  "map.value.empty": "Cellules vides",
  "map.value.out": "Désabonné",
  "map.value.not": "Abonné",
  "map.value.others": "Toute autre valeur qui ne dit ni oui ni non",
  "map.value.means": "{value} : {meaning}",
  "map.value.told": "Vous avez indiqué ce que signifient ces valeurs de « {header} ».",
  "map.consent.turned":
    "« {header} » peut signifier le contraire de ce qu’elle semble dire, ou autre chose. Si aucune réponse ne convient, écrivez « désabonné » dans ces lignes de votre fichier et envoyez-le à nouveau.",
  "check.unread": forms(
    "Dans {count} ligne, on ne peut pas lire si la personne s’est désabonnée. Elle ne désabonnera personne.",
    "Dans {count} lignes, on ne peut pas lire si la personne s’est désabonnée. Elles ne désabonneront personne.",
  ),
  "check.unread.value": forms("« {value} » ({count} ligne)", "« {value} » ({count} lignes)"),
  "check.unread.hint": "Indiquez ce que signifient ces valeurs, ou laissez-les telles quelles.",
  "check.failedOptOuts": forms(
    "{count} ligne rejetée indique un désabonnement. Il compte malgré tout.",
    "{count} lignes rejetées indiquent un désabonnement. Ils comptent malgré tout.",
  ),
  "check.skippedOptOuts": forms(
    "{count} ligne ignorée indique le désabonnement d’une personne qui n’est pas un contact. Il est gardé en mémoire : aucun import ultérieur n’abonnera cette personne.",
    "{count} lignes ignorées indiquent le désabonnement de personnes qui ne sont pas des contacts. Ils sont gardés en mémoire : aucun import ultérieur n’abonnera ces personnes.",
  ),
  "check.confirmReject": forms("{does}, rejeter {count} ligne", "{does}, rejeter {count} lignes"),
  "check.confirmOptOuts": forms("Enregistrer {count} désabonnement", "Enregistrer {count} désabonnements"),
  "result.undo.optOuts": forms(
    "{count} désabonnement d’une personne qui n’est pas un contact est retiré : seul cet import l’avait indiqué.",
    "{count} désabonnements de personnes qui ne sont pas des contacts sont retirés : seul cet import les avait indiqués.",
  ),
  "result.skippedOptOuts": forms(
    "{count} ligne ignorée indiquait le désabonnement d’une personne qui n’est pas un contact. Il est gardé en mémoire.",
    "{count} lignes ignorées indiquaient le désabonnement de personnes qui ne sont pas des contacts. Ils sont gardés en mémoire.",
  ),
  "result.failedOptOuts": forms(
    "{count} ligne rejetée indiquait un désabonnement. Il compte malgré tout.",
    "{count} lignes rejetées indiquaient un désabonnement. Ils comptent malgré tout.",
  ),
  "result.errors.optedOut": "Cette personne s’est désabonnée. Le désabonnement compte malgré tout.",
  "map.consent.list":
    "Ceci ressemble à une liste de personnes désabonnées. En l’état, elles deviennent ou restent des contacts qui reçoivent des e-mails.",
  "map.consent.sheet":
    "Une autre feuille de ce classeur contient peut-être des personnes désabonnées. Seule cette feuille est importée : regardez d’abord l’autre, ou importez-la ensuite.",
  "map.consent.sheet.go": "Continuer avec cette feuille",
  "map.consent.below":
    "Plus bas, sous un titre ou un second en-tête, ce fichier contient peut-être des personnes désabonnées. En l’état, elles deviennent ou restent des contacts qui reçoivent des e-mails : ajoutez à ces lignes une colonne qui l’indique, ou importez-les dans un fichier à part.",
  "map.consent.below.go": "Continuer, personne n’est désabonné",
  "map.consent.list.all": "Oui, les désabonner toutes",
  "map.consent.all": "Toutes les personnes de ce fichier seront désabonnées.",
  "map.consent.all.not": "Non, seulement celles qu’une colonne désigne",
  "map.consent.list.keep": "Non, ces personnes peuvent recevoir des e-mails",
  "map.consent.keep": "Non, laisser dans {field}",
  "map.consent.none": "Aucune des {count} : les prendre telles quelles",
  "map.why.header_means": "L’en-tête signifie « {field} ».",
  "map.why.header_means_cells_agree": "L’en-tête signifie « {field} », et ses cellules le confirment.",
  "map.why.header_means_cells_differ":
    "L’en-tête signifie « {field} », mais ses cellules ressemblent à autre chose.",
  "map.why.header_contains": "L’en-tête contient un mot pour « {field} ».",
  "map.why.header_contains_cells_agree":
    "L’en-tête contient un mot pour « {field} », et ses cellules le confirment.",
  "map.why.header_contains_cells_differ":
    "L’en-tête contient un mot pour « {field} », mais ses cellules ressemblent à autre chose.",
  "map.why.header_resembles": "L’en-tête ressemble à un mot pour « {field} ».",
  "map.why.header_resembles_cells_agree":
    "L’en-tête ressemble à un mot pour « {field} », et ses cellules le confirment.",
  "map.why.header_resembles_cells_differ":
    "L’en-tête ressemble à un mot pour « {field} », mais ses cellules ressemblent à autre chose.",
  "map.why.subscribed_flag":
    "« {header} » dit qui reçoit des e-mails : c’est donc « non » qui désabonne un contact ; « oui » ne change rien.",
  "map.why.unsubscribed_flag":
    "« {header} » dit qui s’est désabonné : « oui » désabonne un contact, « non » ne change rien.",
  "map.why.unsubscribed_date":
    "« {header} » dit quand quelqu’un s’est désabonné : toute valeur marque le contact comme désabonné.",
  "map.why.cells_are_emails": "Ses cellules sont des adresses e-mail.",
  "map.why.cells_are_phones": "Ses cellules ressemblent à des numéros de téléphone.",
  "map.why.cells_are_names": "Ses cellules ressemblent à des noms de personnes.",
  "map.why.cells_say_unsubscribed": "Les mots de « {header} » disent qui s’est désabonné.",
  "map.why.name_beside_other": "À côté de l’autre nom, « {header} » signifie {field}.",
  "map.why.name_alone":
    "« {header} » est le nom complet : nous le séparons en prénom et nom, ligne par ligne.",
  "map.why.own_custom_field": "Kith a exporté ce champ personnalisé sous ce nom.",
  "map.why.own_error_column": "Kith a ajouté cette colonne à un fichier de lignes rejetées.",
  "map.why.field_taken": "{field} est déjà rempli par « {filler} ».",
  "map.why.other_sheet": "C’est l’adresse. Une autre feuille contient peut-être des personnes désabonnées.",
  "map.why.table_below": "C’est l’adresse. Plus bas figurent peut-être des personnes désabonnées.",
  "map.why.second_table": "Elle appartient à un second tableau, à côté du premier.",
  "map.why.no_header":
    "La colonne n’a pas de nom, et ses cellules ne correspondent avec certitude à aucun champ.",
  "map.why.may_be_consent":
    "Ses cellules disent peut-être qui ne veut pas d’e-mails. Dites ce qu’elles signifient.",
  "map.why.struck_through": "Certaines lignes sont barrées. Dites si ces personnes se sont désabonnées.",
  "map.why.kept_as_custom": "Pas de champ standard. Conservée comme champ personnalisé.",
  "map.why.kept_beside": "{field} est déjà rempli par « {filler} ». Conservée comme champ personnalisé.",
  "map.why.no_field": "Pas de champ standard. Choisissez un champ personnalisé pour la conserver.",
  "map.why.row_counter":
    "Elle ne fait que numéroter les lignes. Choisissez un champ personnalisé pour la conserver.",
  "map.why.beyond_custom_fields":
    "Plus de place : un contact a déjà tous ses champs personnalisés. Laissez de côté une autre colonne pour conserver celle-ci.",
  "map.why.beyond_workspace_fields":
    "Plus de place : l’espace de travail a déjà tous ses champs personnalisés. Choisissez l’un d’eux pour conserver la colonne.",
  "map.why.beyond_custom_size":
    "Ses textes sont peut-être trop longs pour un contact. Choisissez un champ personnalisé pour la conserver ; les lignes trop longues seront rejetées.",
  "map.why.model": "Le modèle d’IA prend « {header} » pour {field}.",
  "map.why.remembered": "Comme vous avez associé cette colonne la dernière fois.",
  "map.why.remembered_answer": "Comme vous avez répondu pour cette colonne la dernière fois.",
  "map.lines": "Les premières lignes du fichier. Cliquez sur celle qui nomme les colonnes.",
  "map.delimiters": "Comment chaque séparateur découpe le fichier",
  "map.more": forms("Afficher {count} autre colonne", "Afficher {count} autres colonnes"),
  "map.doubtful": alike("{count} à vérifier", "{count} à vérifier"),
  "map.left.beyond_custom_fields": forms(
    "{count} colonne n’est pas importée, car un contact n’a de place que pour {max} champs personnalisés : {columns}. Pour la conserver, réglez une autre colonne sur « Ne pas importer », puis choisissez un champ personnalisé pour celle-ci.",
    "{count} colonnes ne sont pas importées, car un contact n’a de place que pour {max} champs personnalisés : {columns}. Pour en conserver une, réglez une autre colonne sur « Ne pas importer », puis choisissez un champ personnalisé pour elle.",
  ),
  "map.left.beyond_workspace_fields": forms(
    "{count} colonne n’est pas importée, car votre espace de travail n’a plus de place pour un autre champ personnalisé : {columns}. Pour la conserver, choisissez un champ existant, ou supprimez-en un dont personne n’a besoin et choisissez-en un nouveau ici.",
    "{count} colonnes ne sont pas importées, car votre espace de travail n’a plus de place pour d’autres champs personnalisés : {columns}. Pour en conserver une, choisissez un champ existant, ou supprimez-en un dont personne n’a besoin et choisissez-en un nouveau ici.",
  ),
  "map.left.beyond_custom_size": forms(
    "{count} colonne n’est pas importée, car ses longs textes ne tiennent peut-être pas dans un contact : {columns}. Pour la conserver, choisissez un champ personnalisé. L’étape suivante montre les lignes trop longues.",
    "{count} colonnes ne sont pas importées, car leurs longs textes ne tiennent peut-être pas dans un contact : {columns}. Pour en conserver une, choisissez un champ personnalisé. L’étape suivante montre les lignes trop longues.",
  ),
  "map.keepAll": forms(
    "Conserver {count} colonne non associée comme champ personnalisé",
    "Conserver {count} colonnes non associées comme champs personnalisés",
  ),
  "map.sum.matched": "{count} associées",
  "map.sum.custom": forms("{count} champ personnalisé", "{count} champs personnalisés"),
  "map.open": "Voir ce qui manque",
  "map.sum.left": "{count} non importées",
  "map.sheet": "Feuille",
  "map.sheet.found": "Feuille lue : « {sheet} ». La première ne contient aucune adresse e-mail.",
  "map.sheet.again":
    "Feuille lue : « {sheet} », une sur {count}. Pour en lire une autre, envoyez de nouveau le classeur.",
  "map.source.xlsx": "Classeur Excel",
  "map.source.json": "JSON",
  "map.source.vcard": "vCard",
};
