import type { Message } from "../catalogue";
import type { outcome as english } from "../en/outcome";
import { forms } from "./forms";

export const outcome: Record<keyof typeof english, Message> = {
  "result.contacts.all": "Mostrar contactos",
  "result.predicted": "Previsto",
  "result.came": "Real",
  "result.same": "según lo previsto",
  "result.asPredicted": "Exactamente según lo previsto.",
  "result.differs.line": "{label}: {value} en lugar de {predicted}",
  "result.differs.cut": "La importación terminó antes del final del archivo.",
  "result.differs.since":
    "Entre la comprobación y la importación se añadieron, cambiaron o eliminaron contactos en otro lugar. Cada fila se compara con lo que hay cuando le toca.",
  "result.undoing.of": "{done} de {total} contactos",
  "result.undo.rest": "Deshacer el resto",
  "result.undo.rest.title": "¿Deshacer el resto de esta importación?",
  "result.undo.nothing": "No se desharía nada.",
  "result.undo.notYet": forms(
    "Aún no es posible: {count} contacto se ha modificado después, u otro contacto tiene su dirección anterior. Deshaga antes esos cambios en el historial.",
    "Aún no es posible: {count} contactos se han modificado después, u otros contactos tienen sus direcciones anteriores. Deshaga antes esos cambios en el historial.",
  ),
  "result.undo.left": forms(
    "Se puede deshacer durante {count} día más.",
    "Se puede deshacer durante {count} días más.",
  ),
};
