import type { Message } from "../catalogue";
import type { common as english } from "../en/common";
import { forms } from "./forms";

export const common: Record<keyof typeof english, Message> = {
  "app.name": "Kith",
  "app.tagline": "La importación de contactos en la que puede confiar",
  "app.skip": "Ir al contenido",
  "app.title": "{page} · Kith",

  "nav.label": "Navegación principal",
  "nav.overview": "Resumen",
  "nav.contacts": "Contactos",
  "nav.tags": "Etiquetas",
  "nav.imports": "Importaciones",
  "nav.exports": "Exportaciones",
  "nav.history": "Historial",
  "nav.settings": "Ajustes",
  "nav.api": "Referencia de la API",
  "nav.menu": "Menú",
  "nav.account": "Cuenta",
  "nav.signOut": "Cerrar sesión",
  "nav.commands": "Buscar",

  "theme.label": "Apariencia",
  "theme.light": "Claro",
  "theme.dark": "Oscuro",
  "theme.system": "Sistema",
  "language.label": "Idioma",

  "action.back": "Atrás",
  "action.cancel": "Cancelar",
  "confirm.cancel": "Cancelar",
  "action.close": "Cerrar",
  "action.copied": "Copiado",
  "action.copyFailed": "Su navegador no permite que esta página copie. Seleccione el texto y cópielo usted.",
  "action.delete": "Eliminar",
  "action.loadMore": "Mostrar más",
  "action.retry": "Reintentar",
  "action.save": "Guardar",
  "action.undo": "Deshacer",
  "action.more": "Más acciones",
  "field.optional": "opcional",
  "state.loading": "Cargando",
  "toast.region": "Mensajes",
  "draft.title": "¿Descartar lo escrito?",
  "draft.body": "Todavía no se ha guardado.",
  "draft.keep": "Seguir editando",
  "draft.discard": "Descartar",
  "list.more": forms("{count} más", "{count} más"),
  "state.limited": "Demasiadas solicitudes en el último minuto. La carga continuará sola en un momento.",
  "confirm.type": "Escriba «{text}» para confirmar",

  "error.title": "No se ha podido cargar",
  "error.requestId": "Solicitud",
  "error.copy": "Copiar los detalles",
  "error.network":
    "No se puede acceder al servidor. Su trabajo sigue aquí; inténtelo de nuevo en un momento.",
  "error.internal": "Algo ha fallado en el servidor. No ha quedado nada a medias; inténtelo de nuevo.",
  "error.unavailable": "Una parte del servicio no está disponible ahora. Inténtelo de nuevo en un momento.",
  "error.busy": "Se están comprobando otros archivos en este momento. Inténtelo de nuevo en unos segundos.",
  "error.tooSlow":
    "Tardó demasiado y se detuvo. Inténtelo de nuevo; si se repite, use un archivo más pequeño o un filtro más estrecho.",
  "error.notFound": "No existe, o no está en su espacio de trabajo.",
  "error.gone": "El archivo ya no está: se ha eliminado o ha caducado.",
  "error.rateLimited": "Demasiadas solicitudes. Inténtelo de nuevo en {seconds} s.",
  "error.unauthorized": "Inicie sesión de nuevo.",
  "error.forbidden": "No tiene permiso para hacer esto.",
  "error.tooLarge": "El archivo es demasiado grande. El límite es de 200 MB.",
  "error.mediaType": "Este tipo de archivo no se puede leer aquí. Guárdelo como CSV e inténtelo de nuevo.",
  "error.file.oldWorkbook":
    "Es un libro de Excel de formato antiguo (.xls). En Excel elija Archivo → Guardar como → «Libro de Excel (*.xlsx)» y suba ese archivo.",
  "error.file.protected":
    "Este libro de Excel está protegido con contraseña. Quítela en Excel, guarde el libro y súbalo.",
  "error.file.opendocument":
    "Es un archivo OpenDocument. En LibreOffice elija Archivo → Guardar como → «Excel 2007–365 (.xlsx)» o «Texto CSV» y suba ese archivo.",
  "error.file.numbers":
    "Es un archivo de Apple Numbers. En Numbers elija Archivo → Exportar a → CSV y suba ese archivo.",
  "error.file.binary":
    "Es un libro binario de Excel (.xlsb). En Excel elija Archivo → Guardar como → «Libro de Excel (*.xlsx)» y suba ese archivo.",
  "error.file.packed": "Este archivo está comprimido. Descomprímalo y suba el archivo que contiene.",
  "error.file.noTable":
    "No es una tabla. Exporte la lista como CSV desde el programa del que procede y suba ese archivo.",
  "error.file.noList":
    "Este archivo JSON no es una lista de contactos. Expórtelo como matriz de objetos, con un objeto por línea o como CSV.",
  "error.file.encoding":
    "No se pueden leer los caracteres de este archivo. Guárdelo como CSV UTF-8 y suba ese archivo.",
  "error.file.lineEnds":
    "Las líneas de este archivo terminan en un carácter inusual. Guárdelo con los finales de línea habituales y vuelva a subirlo.",
  "error.file.fixedWidth":
    "Las columnas de este archivo están alineadas con espacios. Ábralo en una hoja de cálculo como texto de ancho fijo, guárdelo como CSV UTF-8 y suba ese archivo.",
  "error.file.extension":
    "El nombre de este archivo no corresponde a su contenido. Suba la lista como CSV, XLSX, JSON o vCard.",
  "error.file.damaged": "El archivo está dañado o incompleto. Vuelva a guardarlo o a comprimirlo y súbalo.",
  "error.file.damagedLine": "El archivo está dañado o incompleto: no se puede leer la línea {line}.",
  "error.file.record": "El contenido de la línea {line} es demasiado largo para un contacto.",
  "error.file.nothing": "Este archivo no contiene ninguna tabla.",
  "error.file.several": "Este archivo comprimido contiene {count} archivos. Suba el de los contactos.",
  "error.file.encrypted":
    "Este archivo comprimido está cifrado. Descomprímalo y suba el archivo que contiene.",
  "error.file.archive":
    "Este archivo está comprimido de una forma inusual. Descomprímalo y suba el archivo que contiene.",
  "error.file.tooLarge":
    "Este archivo es demasiado grande en este formato. Guarde la lista como CSV UTF-8 y suba ese archivo.",
  "error.file.saveAgain":
    "Este libro se escribió de una forma inusual. Ábralo en una hoja de cálculo, guárdelo y suba ese archivo.",
  "error.mailProvider": "El proveedor de correo lo ha rechazado. {message}",
  "error.contactUnsubscribed": "Este contacto se ha dado de baja.",
  "error.importNotPending": "Esta importación ya se ha iniciado o ha terminado.",
  "error.importEmpty": "El archivo está vacío.",
  "error.importUnreadable": "No se puede leer ninguna fila del archivo. Línea {line}: {why}",
  "error.exportNotReady": "Esta exportación aún no está lista.",
  "error.limit.tags_per_contact": "Un contacto puede tener como máximo {count} etiquetas. Quite una antes.",
  "error.limit.tags_per_workspace":
    "Un espacio de trabajo puede tener como máximo {count} etiquetas. Elimine una antes.",
  "error.limit.custom_keys":
    "Un espacio de trabajo puede tener como máximo {count} campos personalizados. Use uno que ya exista o elimine uno antes.",
  "error.limit.segments_per_workspace":
    "Un espacio de trabajo puede tener como máximo {count} segmentos. Elimine uno antes.",
  "error.limit.exports_alive":
    "Hay {count} exportaciones en espera o en curso. Inténtelo de nuevo cuando termine una.",
  "error.limit.corrected_rows":
    "Como máximo se pueden corregir {count} filas una por una. Corrija las demás todas a la vez, o en el archivo de filas rechazadas tras la importación.",
  "error.limit.correction_bytes":
    "Sus correcciones son demasiado largas en total. Acorte algunas o descártelas.",
  "error.limit.imports_pending":
    "Hay {count} importaciones a la espera de confirmación. Confirme o elimine una antes.",
  "error.limit.storage":
    "El almacenamiento de archivos del espacio de trabajo está lleno. Elimine importaciones o exportaciones que ya no necesite.",
  "error.limit.disk": "El disco del servidor está casi lleno. Pida a quien lo administra que libere espacio.",
  "error.tooManyKeys":
    "Un espacio de trabajo puede tener como máximo {count} claves de API. Elimine una antes.",
  "error.changed": "Alguien lo ha cambiado mientras tanto. Vuelva a mirarlo.",
  "error.draftChanged":
    "Esta importación se ha cambiado en otra pestaña. Vuelva a mirarla antes de importar.",
  "error.conflict": "{message}",
  "error.other": "{message}",
  "error.request": "El servidor no ha entendido esta página. Vuelva a cargarla.",
  "error.repeated": "Ya se está haciendo. Espere un momento y vuelva a mirar.",
  "error.unexpected": "Una respuesta inesperada ({message}). Inténtelo de nuevo.",
  "error.limit.bulk_alive":
    "Ya hay {count} acciones en bloque en espera o en curso. Espere a que termine una.",
  "error.limit.webhook_endpoints": "Un espacio de trabajo puede tener como máximo {count} webhooks.",
  "error.field.missing": "Obligatorio",
  "error.field.tooLong": forms("Como máximo {count} carácter.", "Como máximo {count} caracteres."),
  "error.field.tooMany": forms("Como máximo {count} entrada.", "Como máximo {count} entradas."),
  "error.field.tooMuch": "Es demasiado para guardarlo junto.",
  "error.field.email": "No es una dirección de correo.",
  "error.field.unknown": "Esto ya no existe.",
  "error.field.mismatch": "No coincide.",
  "error.field.nul": "Contiene un carácter que no se puede guardar.",
  "error.field.lines": "Debe ser una sola línea sin caracteres de control.",
  "error.field.key": "Una clave solo tiene letras, cifras y signos, sin espacios.",
  "error.field.mailKey": "Resend no conoce esta clave. Cópiela de nuevo o cree otra allí.",
  "error.field.sender": "Escriba una dirección, o un nombre con una dirección: Nombre <dirección>.",
  "error.field.origin": "Escriba un origen como https://app.example.com.",
  "error.field.future": "Elija un momento futuro.",
  "error.field.url": "Los webhooks solo se pueden enviar a direcciones https públicas.",
  "error.field.of": "{field}: {why}",
  "error.field.name":
    "Use solo letras, cifras, espacios y & ' ( ) + , ! _ -, y puntos como en «Co.» o «S.A.»",
  "error.field.opts": "Una selección necesita al menos una opción.",
  "error.field.once": "Cada opción solo puede aparecer una vez.",
  "error.field.repeat": "Ningún valor puede significar ambas cosas.",
  "error.field.proof": "Introduzca su contraseña actual.",
  "error.field.other": "{message}",
  "error.page.title": "Algo ha fallado",
  "error.page.body": "Sus datos están intactos. Normalmente basta con intentarlo de nuevo.",
  "error.page.reference": "Si no, indique esta referencia:",
  "error.404.title": "Página no encontrada",
  "error.404.body": "Puede que la dirección esté mal escrita o que lo que había aquí se haya eliminado.",
  "error.404.home": "Ir al resumen",

  "server.gone": "El servidor no responde. No se ha perdido nada de lo que ha escrito.",
  "server.gone.upload": "«{file}» espera al servidor y se subirá automáticamente.",
  "upload.held.banner": forms(
    "«{file}» está en espera y se subirá automáticamente.",
    "{count} archivos están en espera y se subirán automáticamente.",
  ),
  "upload.held.busy":
    "Hubo demasiadas solicitudes en un minuto. «{file}» está en espera y se subirá automáticamente.",
  "upload.held.show": "Mostrar",
  "part.missing":
    "No se puede cargar una parte de esta página. Es posible que Kith se haya actualizado: vuelva a cargar la página.",
  "part.reload": "Volver a cargar",
  "ended.account":
    "Otra cuenta ha iniciado sesión en este navegador. Ya no se guarda nada desde esta página: copie lo que ha escrito antes de salir de ella.",
  "ended.workspace":
    "Ya no pertenece a este espacio de trabajo. Ya no se guarda nada desde esta página: copie lo que ha escrito antes de salir de ella.",
  "ended.leave": "Salir de la página",
  "session.ended.title": "Inicie sesión de nuevo",
  "session.ended.body":
    "Su sesión ha terminado. Lo que ha escrito sigue aquí y continuará en cuanto haya iniciado sesión.",
  "session.ended.other": "Iniciar sesión con otra cuenta",

  "footer.embedded": "Funciona en este equipo: {parts}",
  "footer.hosted": "Todas las partes en servicios externos",
  "footer.inbox": "Bandeja de entrada",
  "footer.files": "Archivos",
  "part.database": "base de datos",
  "part.identity": "inicio de sesión",
  "part.blob": "archivos",
  "part.limiter": "límites de uso",
  "part.mail": "correo",
  "part.model": "asignación de columnas",
  "error.reason.changing":
    "Otra persona está cambiando esta importación en este momento. Inténtelo de nuevo.",
  "error.reason.running": "Todavía está en curso. Inténtelo de nuevo cuando termine.",
  "error.reason.nothingToUndo": "No queda nada que deshacer.",
  "error.reason.erased":
    "Los contactos de este cambio se borraron definitivamente: no queda nada que restaurar.",
  "error.reason.undoing": "Ya se está deshaciendo.",
  "error.reason.undoLate": "Ya no se puede deshacer: han pasado los 30 días.",
  "error.reason.over": "Ya ha terminado. Recargue la página para ver el resultado.",
  "error.reason.deliveryWaiting": "Todavía está a la espera de enviarse.",
  "error.reason.endpointOff": "El punto de conexión está desactivado. Actívelo primero.",
  "error.reason.fileImported": "Ya hay una importación de este archivo.",
  "error.reason.noAddress": "Su cuenta no tiene dirección de correo.",
  "error.reason.mailSilent": "El proveedor de correo no responde. Inténtelo más tarde.",
  "error.reason.mailKey":
    "La clave de API de Resend guardada no sirve. Introdúzcala de nuevo en los ajustes.",
};
