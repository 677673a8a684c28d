import type { Message } from "../catalogue";
import type { auth as english } from "../en/auth";

export const auth: Record<keyof typeof english, Message> = {
  "auth.password": "Contraseña",
  "auth.newPassword": "Contraseña nueva",
  "auth.password.hint": "Al menos 8 caracteres. Una frase larga vale más que una palabra complicada.",
  "auth.password.show": "Mostrar la contraseña",
  "auth.password.hide": "Ocultar la contraseña",
  "auth.show": "Mostrar",
  "auth.hide": "Ocultar",

  "auth.signIn.action": "Iniciar sesión",
  "auth.signIn.link": "Recibir un enlace de acceso por correo",
  "auth.signIn.mail": "Enviarme un enlace",
  "auth.signIn.usePassword": "Usar una contraseña",
  "auth.signIn.forgot": "¿Ha olvidado la contraseña?",
  "auth.signIn.deleted":
    "Su espacio de trabajo se ha eliminado. Su cuenta sigue existiendo: si vuelve a iniciar sesión, empezará con un espacio nuevo y vacío.",
  "auth.signIn.new": "¿Es la primera vez?",
  "auth.signIn.create": "Crear una cuenta",
  "auth.signIn.with": "Continuar con {provider}",

  "auth.sso": "inicio de sesión único",
  "auth.sso.unavailable":
    "Ahora mismo no se puede acceder con {provider}. Inténtelo de nuevo en un momento o acceda de otra forma.",
  "auth.sso.expired":
    "El acceso ha tardado demasiado o se empezó en otro navegador. Inténtelo de nuevo aquí.",
  "auth.sso.denied":
    "El acceso con {provider} se canceló o no está permitido. Inténtelo de nuevo o acceda de otra forma.",
  "auth.sso.failed": "No se ha podido verificar la respuesta de {provider}. Inténtelo de nuevo.",
  "auth.sso.address":
    "Su dirección de correo no está confirmada en {provider}, así que no puede acceder de esta forma.",
  "auth.sso.unconfirmed":
    "Ya hay una cuenta con su dirección, pero la dirección nunca se confirmó. Acceda una vez con un enlace por correo; después también podrá usar {provider}.",
  "auth.sso.taken":
    "La cuenta con su dirección está vinculada a otra persona en {provider}. Pregunte a quien administra este servidor.",
  "auth.sso.unlinked":
    "Ha desvinculado {provider} de su cuenta. Acceda de otra manera; podrá volver a vincularlo en los ajustes.",
  "auth.sso.banned": "Esta cuenta está bloqueada.",

  "auth.signUp.title": "Cree su cuenta",
  "auth.signUp.action": "Crear la cuenta",
  "auth.signUp.closed": "Las cuentas las crea quien administra este servidor. Pídale una.",
  "auth.signUp.domains": "Solo para direcciones de {domains}.",
  "auth.signUp.known": "¿Ya tiene una cuenta?",

  "auth.sent.title": "Revise su correo",
  "auth.sent.body":
    "Si {email} puede entrar aquí, hay un mensaje en camino. Abra su enlace en este navegador, o escriba su código aquí. Ambos sirven una vez, durante diez minutos.",
  "auth.sent.confirm":
    "Hemos enviado un mensaje a {email}. Abra su enlace en este navegador, o escriba su código aquí.",
  "auth.sent.inbox": "El correo se queda en este equipo: abrir la bandeja de entrada",
  "auth.sent.again": "Usar otra dirección",

  "auth.code": "Código del mensaje",
  "auth.code.action": "Entrar con el código",
  "auth.code.confirm": "Confirmar con el código",
  "auth.code.recover": "Continuar con el código",

  "auth.recover.title": "Restablecer la contraseña",
  "auth.recover.body":
    "Escriba su dirección de correo y le enviaremos un enlace para elegir una contraseña nueva.",
  "auth.recover.action": "Enviarme el enlace",
  "auth.reset.title": "Elija una contraseña nueva",
  "auth.reset.action": "Guardar y continuar",

  "auth.confirm.title": "Un momento",
  "auth.confirm.body": "Comprobando su enlace.",
  "auth.confirm.failed": "Este enlace no funciona",
  "auth.confirm.failedBody":
    "Ya se ha usado, ha caducado o se ha abierto en un navegador distinto de aquel en el que lo pidió.",
  "auth.confirm.elsewhere": "Abra este enlace en el otro navegador",
  "auth.confirm.elsewhereBody":
    "Solo funciona una vez, y solo en el navegador en el que lo pidió. Ábralo allí, o escriba allí el código del mensaje.",
  "auth.confirm.unasked": "¿Ha pedido usted este enlace?",
  "auth.confirm.unaskedBody":
    "No se pidió en este navegador. Continúe solo si lo pidió usted: de lo contrario, podría estar trabajando en la cuenta de otra persona.",
  "auth.confirm.go": "Lo he pedido, continuar",
  "auth.confirm.signedIn": "Su sesión como {email} sigue abierta.",
  "auth.confirm.again": "Pedir un enlace nuevo",

  "auth.error.invalid":
    "Correo o contraseña incorrectos. Si acaba de registrarse, confirme antes su dirección.",
  "auth.error.unconfirmed": "Confirme antes su dirección: abra el enlace que le hemos enviado.",
  "auth.error.weak":
    "Esta contraseña es demasiado fácil de adivinar. Use al menos 8 caracteres y no una contraseña muy conocida.",
  "auth.error.closed": "Aquí no se pueden crear cuentas nuevas.",
  "auth.error.domain": "Aquí no se pueden usar direcciones de este dominio.",
  "auth.error.busy": "Ahora mismo no es posible entrar. Inténtelo de nuevo en unos segundos.",
  "auth.error.exists": "Ya existe una cuenta con esta dirección. Inicie sesión.",
  "auth.error.tooMany": "Demasiados intentos. Espere un minuto e inténtelo de nuevo.",
  "auth.error.code": "Este código es incorrecto o ha caducado.",
  "auth.error.current": "La contraseña actual es incorrecta.",
  "auth.error.proof": "Hace un rato que inició sesión. Escriba su contraseña actual, o pida un enlace nuevo.",
  "auth.error.session":
    "Aquí nadie ha iniciado sesión. Un enlace del correo solo sirve una vez: pida uno nuevo.",
  "auth.error.insecure": "Hace falta una conexión segura: abra la página por https.",
  "auth.error.same": "La contraseña nueva debe ser distinta de la anterior.",
  "auth.error.network": "No se puede acceder al servicio de acceso. Inténtelo de nuevo en un momento.",
  "auth.error.provision":
    "Ha iniciado sesión, pero no se ha podido preparar su espacio de trabajo. Inténtelo de nuevo en un momento.",

  "auth.pitch.title": "Cada fila cuenta.",
  "auth.pitch.body":
    "Kith muestra lo que hará una importación antes de hacerla, sobrevive a una caída a mitad de camino, explica cada fila rechazada y puede deshacerlo todo.",
  "auth.pitch.sample": "clientes-2026.csv",
  "auth.pitch.total": "Filas del archivo",
};
