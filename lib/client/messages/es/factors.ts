import type { Message } from "../catalogue";
import type { factors as english } from "../en/factors";
import { forms } from "./forms";

export const factors: Record<keyof typeof english, Message> = {
  "auth.second.title": "Segundo paso",
  "auth.second.body": "Su cuenta está protegida con un segundo factor. Úselo para continuar.",
  "auth.second.code": "Código de su aplicación",
  "auth.second.action": "Continuar",
  "auth.second.which": "Aplicación",
  "auth.second.useRecovery": "Usar un código de recuperación",
  "auth.second.useOther": "Usar otro medio",
  "auth.second.recovery": "Código de recuperación",
  "auth.second.passkey": "Usar la llave de acceso «{name}»",
  "auth.signIn.passkey": "Entrar con una llave de acceso",
  "auth.second.other": "Iniciar sesión con otra cuenta",
  "auth.second.missing": "Su cuenta está protegida con un segundo factor. Inicie sesión de nuevo y úselo.",
  "auth.error.factorCode": "Este código es incorrecto, ya se ha usado o ha caducado.",

  "factors.title": "Segundo factor",
  "factors.body": "Con él, nadie puede abrir su cuenta solo con su contraseña o su correo.",
  "factors.none": "Aún ninguno",
  "factors.app": "Aplicación de autenticación",
  "factors.passkey": "Llave de acceso",
  "factors.added": "Desde el {date}",
  "factors.addApp": "Añadir una aplicación",
  "factors.addPasskey": "Añadir una llave de acceso",
  "factors.rename": "Cambiar el nombre de {name}",
  "factors.rename.title": "Cambiar el nombre de la llave de acceso",
  "factors.rename.action": "Cambiar nombre",
  "factors.renamed": "Nombre de la llave de acceso cambiado",
  "factors.remove": "Quitar {name}",
  "factors.remove.title": "¿Quitar «{name}»?",
  "factors.remove.body": "Ya no se le pedirá.",
  "factors.remove.last":
    "Este es su último segundo factor. Después bastará su contraseña o su correo para abrir su cuenta.",
  "factors.remove.action": "Quitar",
  "factors.removed": "Segundo factor quitado",
  "factors.notOffered": "Su proveedor de identidad no lo ofrece.",
  "factors.error.name": "Ya tiene un factor con este nombre.",
  "factors.error.many": "Ha alcanzado el número máximo de factores. Quite uno antes.",

  "factors.error.passkey": "No ha funcionado. Inténtelo de nuevo, o use otro medio.",

  "factors.passkey.body":
    "Su dispositivo la guarda y la desbloquea con la huella, la cara o un PIN. Es un segundo factor, y también puede darle acceso por sí sola.",
  "factors.passkey.action": "Crear la llave de acceso",
  "factors.passkey.done": "Llave de acceso añadida",

  "factors.app.title": "Añadir una aplicación de autenticación",
  "factors.app.name": "Nombre",
  "factors.app.name.hint": "Por ejemplo, el dispositivo en el que está",
  "factors.app.start": "Mostrar el código para escanear",
  "factors.app.scan":
    "Escanéelo con la aplicación, o escriba en ella la clave. Después introduzca los seis dígitos que muestra.",
  "factors.app.picture": "Código QR para la aplicación",
  "factors.app.secret": "Clave",
  "factors.app.copy": "Copiar la clave",
  "factors.app.verify": "Añadir la aplicación",
  "factors.app.done": "Aplicación añadida",

  "factors.codes": "Códigos de recuperación",
  "factors.codes.left": forms("Queda {count} código", "Quedan {count} códigos"),
  "factors.codes.none": "Ninguno. Sin ellos, perder el teléfono le deja sin acceso.",
  "factors.codes.make": "Crear códigos",
  "factors.codes.replace": "Crear códigos nuevos",
  "factors.codes.title": "Sus códigos de recuperación",
  "factors.codes.body":
    "Guárdelos con sus papeles importantes. Cada uno abre su cuenta una vez si pierde la aplicación. Solo se muestran esta vez; los anteriores ya no sirven.",
  "factors.codes.copy": "Copiar todos",
  "factors.codes.download": "Guardar en un archivo",
  "factors.codes.done": "Los he guardado",

  "factors.proof.title": "¿Es usted?",
  "factors.proof.body":
    "Hace un rato que inició sesión. Escriba su contraseña actual, o un código que le enviaremos por correo.",
  "factors.proof.mailbox":
    "Demuestre antes que le llegan los correos a su dirección: de lo contrario, cualquiera podría dejarle sin acceso a su cuenta.",
  "factors.proof.mail": "Enviarme un código",

  "audit.factor.begun": "Configuración de un segundo factor iniciada",
  "audit.factor.verified": "Segundo factor confirmado",
  "audit.link": "Enlace de un correo abierto",
  "audit.sso": "Inicio de sesión único",
  "audit.identity.unlinked": "Inicio de sesión único desvinculado",
  "audit.identity.linked": "Inicio de sesión único vinculado de nuevo",
  "audit.proved": "Identidad confirmada de nuevo",
  "audit.recoveryCode.used": "Código de recuperación usado",
  "audit.recoveryCodes.made": "Códigos de recuperación creados",
  "audit.recoveryCodes.removed": "Códigos de recuperación quitados",
};
