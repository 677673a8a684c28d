import type { Message } from "../catalogue";
import type { duplicates as english } from "../en/duplicates";
import { forms } from "./forms";

export const duplicates: Record<keyof typeof english, Message> = {
  "duplicates.title": "Doublons",
  "duplicates.lead":
    "Des contacts qui sont probablement la même personne. Rien n’est fusionné automatiquement, et chaque fusion peut être annulée pendant 30 jours dans l’Historique.",
  "duplicates.count": forms("{count} paire probable", "{count} paires probables"),
  "duplicates.cut": "les plus probables ; relancez la recherche quand elles seront traitées",
  "duplicates.again": "Rechercher à nouveau",
  "duplicates.running": forms("Recherche parmi {count} contact…", "Recherche parmi {count} contacts…"),
  "duplicates.progress": "Recherche de doublons",
  "duplicates.empty.title": "Aucun doublon",
  "duplicates.empty.body": "Aucun contact ne semble figurer deux fois dans votre liste.",
  "duplicates.failed.title": "La recherche a échoué",
  "duplicates.failed.body": "Réessayez dans un instant.",
  "duplicates.and": "et",
  "duplicates.score": "probable à {percent} %",
  "duplicates.reason.same_mailbox": "Même boîte de réception",
  "duplicates.reason.same_name": "Même nom",
  "duplicates.reason.similar_name": "Nom semblable",
  "duplicates.reason.same_company": "Même entreprise",
  "duplicates.reason.same_domain": "Adresse dans la même organisation",
  "duplicates.reason.same_phone": "Même numéro de téléphone",
  "duplicates.reason.similar_email": "Adresse semblable",
  "duplicates.both": "Les deux, l’un sous l’autre",
  "duplicates.merge": "Fusionner",
  "duplicates.merged": "Fusionnés. Vous pouvez annuler dans l’Historique.",
  "duplicates.apart": "Pas un doublon",
  "duplicates.apart.done": "Noté : ce sont deux personnes.",
  "duplicates.keeps":
    "Les étiquettes et l’historique des deux sont conservés, ainsi que tout ce que seul l’un des deux possède.",
  "duplicates.keeps.optedOut":
    "Les étiquettes et l’historique des deux sont conservés, ainsi que tout ce que seul l’un des deux possède. L’un d’eux s’est désabonné, le contact fusionné est donc désabonné.",
};
