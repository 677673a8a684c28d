import type { Message } from "../catalogue";
import type { duplicates as english } from "../en/duplicates";
import { forms } from "./forms";

export const duplicates: Record<keyof typeof english, Message> = {
  "duplicates.title": "Duplicados",
  "duplicates.lead":
    "Contactos que probablemente son la misma persona. Nada se fusiona automáticamente, y cada fusión se puede deshacer durante 30 días en el Historial.",
  "duplicates.count": forms("{count} pareja probable", "{count} parejas probables"),
  "duplicates.cut": "las más probables; busque de nuevo cuando estén resueltas",
  "duplicates.again": "Buscar de nuevo",
  "duplicates.running": forms("Buscando entre {count} contacto…", "Buscando entre {count} contactos…"),
  "duplicates.progress": "Búsqueda de duplicados",
  "duplicates.empty.title": "No hay duplicados",
  "duplicates.empty.body": "Ningún contacto parece estar dos veces en su lista.",
  "duplicates.failed.title": "La búsqueda ha fallado",
  "duplicates.failed.body": "Inténtelo de nuevo en un momento.",
  "duplicates.and": "y",
  "duplicates.score": "{percent} % probable",
  "duplicates.reason.same_mailbox": "Mismo buzón",
  "duplicates.reason.same_name": "Mismo nombre",
  "duplicates.reason.similar_name": "Nombre parecido",
  "duplicates.reason.same_company": "Misma empresa",
  "duplicates.reason.same_domain": "Dirección en la misma organización",
  "duplicates.reason.same_phone": "Mismo número de teléfono",
  "duplicates.reason.similar_email": "Dirección parecida",
  "duplicates.both": "Ambos, uno debajo del otro",
  "duplicates.merge": "Fusionar",
  "duplicates.merged": "Fusionados. Puede deshacerlo en el Historial.",
  "duplicates.apart": "No es un duplicado",
  "duplicates.apart.done": "Anotado: son dos personas.",
  "duplicates.keeps":
    "Se conservan las etiquetas y el historial de ambos, y todo lo que solo tiene uno de los dos.",
  "duplicates.keeps.optedOut":
    "Se conservan las etiquetas y el historial de ambos, y todo lo que solo tiene uno de los dos. Uno de ellos se dio de baja, así que el contacto fusionado queda dado de baja.",
};
