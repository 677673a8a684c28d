import type { Message } from "../catalogue";
import type { reference as english } from "../en/reference";
import { alike } from "./forms";

export const reference: Record<keyof typeof english, Message> = {
  "docs.intro":
    "Todo lo que hace este panel pasa por la misma API. Las solicitudes son JSON, con un token de acceso o una clave de API en la cabecera Authorization.",
  "docs.guide": "Introducción",
  "docs.search": "Buscar en la referencia",
  "docs.search.found": alike("{count} resultado", "{count} resultados"),
  "docs.copy": "Copiar",
  "docs.markdown": "Markdown",
  "docs.markdown.copy": "Copiar como Markdown",
  "docs.try": "Probar",
  "docs.try.signIn": "Inicie sesión para probar solicitudes aquí",
  "docs.try.reads": "Envía esta solicitud en su nombre y muestra la respuesta.",
  "docs.try.changes": "Envía esta solicitud en su nombre. No es una prueba: cambia su espacio de trabajo.",
  "docs.try.file": "Archivo",
  "docs.try.send": "Enviar {method}",
  "docs.try.failed": "El servidor no ha respondido. Compruebe la conexión e inténtelo de nuevo.",
  "docs.answer.example": "Respuesta de ejemplo",
  "docs.spec": "Documento OpenAPI",
  "docs.token.copy": "Copiar el token de acceso",
  "docs.operations": "Operaciones",
  "docs.parameters": "Parámetros",
  "docs.body": "Cuerpo",
  "docs.example": "Ejemplo",
  "docs.answers": "Respuestas",
  "docs.caller.public": "sin token",
  "docs.caller.bearer": "permiso {scope}",
  "docs.caller.user": "solo usuarios con sesión",
  "docs.caller.cron": "CRON_SECRET",
  "docs.caller.webhook": "WEBHOOK_SECRET o una firma",
  "docs.errors": "Errores",
  "docs.schemas": "Esquemas",
};
