import type { Message } from "../catalogue";
import type { outcome as english } from "../en/outcome";
import { forms } from "./forms";

export const outcome: Record<keyof typeof english, Message> = {
  "result.contacts.all": "Afficher les contacts",
  "result.predicted": "Prévu",
  "result.came": "Réel",
  "result.same": "comme prévu",
  "result.asPredicted": "Exactement comme prévu.",
  "result.differs.line": "{label} : {value} au lieu de {predicted}",
  "result.differs.cut": "L’import s’est arrêté avant la fin du fichier.",
  "result.differs.since":
    "Entre la vérification et l’import, des contacts ont été ajoutés, modifiés ou supprimés ailleurs. Chaque ligne est comparée à ce qui existe quand vient son tour.",
  "result.undoing.of": "{done} contacts sur {total}",
  "result.undo.rest": "Annuler le reste",
  "result.undo.rest.title": "Annuler le reste de cet import ?",
  "result.undo.nothing": "Rien ne serait annulé.",
  "result.undo.notYet": forms(
    "Pas encore possible : {count} contact a été modifié depuis, ou un autre contact a son ancienne adresse. Annulez d’abord ces modifications dans l’historique.",
    "Pas encore possible : {count} contacts ont été modifiés depuis, ou d’autres contacts ont leurs anciennes adresses. Annulez d’abord ces modifications dans l’historique.",
  ),
  "result.undo.left": forms(
    "Annulation possible pendant encore {count} jour.",
    "Annulation possible pendant encore {count} jours.",
  ),
};
