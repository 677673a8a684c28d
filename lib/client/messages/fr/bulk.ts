import type { Message } from "../catalogue";
import type { bulk as english } from "../en/bulk";
import { forms } from "./forms";

export const bulk: Record<keyof typeof english, Message> = {
  "bulk.region": "Actions en cours",
  "bulk.doing.tag": forms("Ajout de « {tag} » à {count} contact", "Ajout de « {tag} » à {count} contacts"),
  "bulk.doing.untag": forms(
    "Retrait de « {tag} » de {count} contact",
    "Retrait de « {tag} » de {count} contacts",
  ),
  "bulk.doing.unsubscribe": forms("Désabonnement de {count} contact", "Désabonnement de {count} contacts"),
  "bulk.doing.delete": forms("Suppression de {count} contact", "Suppression de {count} contacts"),
  "bulk.doing.set": forms(
    "Modification de {field} pour {count} contact",
    "Modification de {field} pour {count} contacts",
  ),
  "bulk.done.unsubscribe": forms("{count} contact désabonné", "{count} contacts désabonnés"),
  "bulk.done.delete": forms("{count} contact supprimé", "{count} contacts supprimés"),
  "bulk.done.set": forms("{field} modifié pour {count} contact", "{field} modifié pour {count} contacts"),
  "bulk.done.nothing": "Rien à changer : c’était déjà le cas pour tous.",
  "bulk.doing.convert_field": forms(
    "Conversion de {name} pour {count} contact",
    "Conversion de {name} pour {count} contacts",
  ),
  "bulk.doing.merge_field": forms(
    "Déplacement de {name} pour {count} contact",
    "Déplacement de {name} pour {count} contacts",
  ),
  "bulk.doing.delete_field": forms(
    "Suppression de {name} pour {count} contact",
    "Suppression de {name} pour {count} contacts",
  ),
  "bulk.done.convert_field": forms(
    "{name} converti pour {count} contact",
    "{name} converti pour {count} contacts",
  ),
  "bulk.done.merge_field": forms(
    "{name} déplacé pour {count} contact",
    "{name} déplacé pour {count} contacts",
  ),
  "bulk.done.delete_field": forms(
    "{name} supprimé de {count} contact",
    "{name} supprimé de {count} contacts",
  ),
  "bulk.unfit": forms(
    "{count} valeur ne convient pas au type et est restée telle quelle",
    "{count} valeurs ne conviennent pas au type et sont restées telles quelles",
  ),
  "bulk.noRoom": forms(
    "{count} contact n’a plus de place pour un autre champ personnalisé",
    "{count} contacts n’ont plus de place pour un autre champ personnalisé",
  ),
  "bulk.stopped": "Arrêté : {what}.",
  "bulk.failed.tag_deleted": "L’étiquette a été supprimée entre-temps. Avant cela : {what}.",
  "bulk.failed.interrupted": "Interrompu trop souvent. Avant cela : {what}.",
  "bulk.failed.unexpected": "Une erreur s’est produite. Avant cela : {what}.",
  "bulk.of": "{done} sur {total}",
  "bulk.waiting": "En attente de son tour",
  "bulk.progress": "Progression",
  "bulk.stop": "Arrêter",
  "bulk.started":
    "L’action s’exécute sur le serveur. Vous pouvez fermer cette page ; la progression s’affiche au-dessus de la liste et dans l’Historique.",
  "bulk.undo.running": "Annulation en arrière-plan ; l’Historique montre où elle en est.",
  "bulk.set": "Renseigner un champ",
  "bulk.set.title": forms(
    "Renseigner un champ pour {count} contact",
    "Renseigner un champ pour {count} contacts",
  ),
  "bulk.set.field": "Champ",
  "bulk.set.value": "Nouvelle valeur",
  "bulk.set.hint": "Remplace ce qui s’y trouve. Laissez vide pour effacer le champ.",
  "bulk.set.required": "Remplace ce qui s’y trouve.",
  "bulk.set.action": forms("Renseigner pour {count} contact", "Renseigner pour {count} contacts"),
  "bulk.set.clear": forms("Effacer pour {count} contact", "Effacer pour {count} contacts"),
};
