import type { Message } from "../catalogue";
import type { bulk as english } from "../en/bulk";
import { forms } from "./forms";

export const bulk: Record<keyof typeof english, Message> = {
  "bulk.region": "Acciones en curso",
  "bulk.doing.tag": forms("Añadiendo «{tag}» a {count} contacto", "Añadiendo «{tag}» a {count} contactos"),
  "bulk.doing.untag": forms("Quitando «{tag}» de {count} contacto", "Quitando «{tag}» de {count} contactos"),
  "bulk.doing.unsubscribe": forms("Dando de baja a {count} contacto", "Dando de baja a {count} contactos"),
  "bulk.doing.delete": forms("Eliminando {count} contacto", "Eliminando {count} contactos"),
  "bulk.doing.set": forms("Cambiando {field} en {count} contacto", "Cambiando {field} en {count} contactos"),
  "bulk.done.unsubscribe": forms("{count} contacto dado de baja", "{count} contactos dados de baja"),
  "bulk.done.delete": forms("{count} contacto eliminado", "{count} contactos eliminados"),
  "bulk.done.set": forms("{field} cambiado en {count} contacto", "{field} cambiado en {count} contactos"),
  "bulk.done.nothing": "Nada que cambiar: ya era así en todos.",
  "bulk.doing.convert_field": forms(
    "Convirtiendo {name} en {count} contacto",
    "Convirtiendo {name} en {count} contactos",
  ),
  "bulk.doing.merge_field": forms(
    "Moviendo {name} en {count} contacto",
    "Moviendo {name} en {count} contactos",
  ),
  "bulk.doing.delete_field": forms(
    "Eliminando {name} de {count} contacto",
    "Eliminando {name} de {count} contactos",
  ),
  "bulk.done.convert_field": forms(
    "{name} convertido en {count} contacto",
    "{name} convertido en {count} contactos",
  ),
  "bulk.done.merge_field": forms("{name} movido en {count} contacto", "{name} movido en {count} contactos"),
  "bulk.done.delete_field": forms(
    "{name} eliminado de {count} contacto",
    "{name} eliminado de {count} contactos",
  ),
  "bulk.unfit": forms(
    "{count} valor no encaja en el tipo y se ha quedado como estaba",
    "{count} valores no encajan en el tipo y se han quedado como estaban",
  ),
  "bulk.noRoom": forms(
    "{count} contacto no tiene sitio para otro campo personalizado",
    "{count} contactos no tienen sitio para otro campo personalizado",
  ),
  "bulk.stopped": "Detenido: {what}.",
  "bulk.failed.tag_deleted": "La etiqueta se eliminó mientras tanto. Antes de eso: {what}.",
  "bulk.failed.interrupted": "Interrumpido demasiadas veces. Antes de eso: {what}.",
  "bulk.failed.unexpected": "Algo ha fallado. Antes de eso: {what}.",
  "bulk.of": "{done} de {total}",
  "bulk.waiting": "Esperando su turno",
  "bulk.progress": "Progreso",
  "bulk.stop": "Detener",
  "bulk.started":
    "Se ejecuta en el servidor. Puede cerrar esta página; su progreso se ve sobre la lista y en el Historial.",
  "bulk.undo.running": "Se está deshaciendo en segundo plano; el Historial muestra por dónde va.",
  "bulk.set": "Rellenar un campo",
  "bulk.set.title": forms("Rellenar un campo en {count} contacto", "Rellenar un campo en {count} contactos"),
  "bulk.set.field": "Campo",
  "bulk.set.value": "Valor nuevo",
  "bulk.set.hint": "Sustituye lo que haya. Déjelo vacío para borrar el campo.",
  "bulk.set.required": "Sustituye lo que haya.",
  "bulk.set.action": forms("Rellenar en {count} contacto", "Rellenar en {count} contactos"),
  "bulk.set.clear": forms("Borrar en {count} contacto", "Borrar en {count} contactos"),
};
