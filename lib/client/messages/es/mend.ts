import type { Message } from "../catalogue";
import type { mend as english } from "../en/mend";
import { alike, forms } from "./forms";

export const mend: Record<keyof typeof english, Message> = {
  "mend.none": "Ya no se rechaza ninguna fila",
  "mend.body":
    "Corrija filas aquí y se importarán con las demás. El archivo no cambia; las filas que deje como están se rechazarán.",
  "mend.reasons": "Motivos",
  "mend.reason.emailInvalid": "No es una dirección de correo",
  "mend.reason.emailMissing": "Sin dirección de correo",
  "mend.reason.tooLong": "Demasiado largo",
  "mend.reason.tagTooLong": "Etiqueta demasiado larga",
  "mend.reason.tooManyTags": "Demasiadas etiquetas",
  "mend.reason.tooManyCells": "Más celdas que columnas",
  "mend.reason.otherHeader": "Otras columnas desde aquí",
  "mend.reason.surplusCells": "Más celdas que las demás filas",
  "row.tooFewCells":
    "Puede faltar una celda antes de «{value}»: esta fila tiene menos celdas que columnas hay, y «{value}» suele estar en una columna de bajas. Mueva el valor allí o, si está en su sitio, rellene también esa columna.",
  "mend.reason.tooFewCells": "Baja en otra columna",
  "row.cellsMoved":
    "En esta fila, «_line» no tiene el número que escribió Kith: sus celdas se han movido a otras columnas. Devuélvalas a su sitio o vacíe la celda «_line».",
  "mend.reason.cellsMoved": "Celdas movidas a otras columnas",
  "mend.reason.quote": "Comillas sueltas",
  "map.warning.missing_values":
    "Las celdas con «{example}» indican en este archivo un valor que falta y se importan vacías.",
  "map.warning.words_kept":
    "«{example}» puede indicar un valor que falta o ser un nombre, y se importa como texto.",
  "map.missing.text": "Conservarlas como texto",
  "map.missing.empty": "Dejarlas vacías",
  "map.warning.two_tables":
    "Hay dos tablas una al lado de la otra. Solo la izquierda se importa como contactos; guarde la derecha, «{example}», en un archivo aparte.",
  "map.warning.rounded_numbers":
    "Una hoja de cálculo ha redondeado números como «{example}»: se han perdido sus últimas cifras. Dé allí a esas columnas formato de número sin decimales o de texto y vuelva a subir el archivo. Las cifras después de la decimoquinta faltan también allí: tómelas del origen de la lista.",
  "map.warning.hidden_rows":
    "Las filas ocultas en la hoja de cálculo, por un filtro por ejemplo, también se importan: {count}, por ejemplo {lines}. Para dejarlas fuera, copie las filas visibles en un libro nuevo y suba ese.",
  "map.warning.left_out": "Propiedades de las tarjetas que no se importan: {example}.",
  "map.warning.mixed_encodings":
    "Líneas que no están en esta codificación: {count}, por ejemplo {lines}. Se rechazarán. Corrija el archivo o impórtelo una vez en cada una de sus codificaciones.",
  "row.otherHeader":
    "A partir de aquí el archivo tiene otras columnas: esta fila, o una anterior, las nombra de nuevo en otro orden. Suba el resto como un archivo aparte.",
  "row.unbalancedQuote":
    'En esta línea se abren unas comillas (") que nunca se cierran. Ciérrelas, o duplíquelas si forman parte del texto.',
  "row.cut":
    "Un salto de línea dentro de una celda corta esta fila: el resto está en la línea siguiente. Quite el salto de línea o ponga la celda entre comillas.",
  "row.rest": "Es el resto de la fila anterior, cortada por un salto de línea dentro de una celda.",
  "row.undecodable":
    "Esta fila contiene bytes que no son texto en la codificación del archivo. Elija otra codificación, o corrija la fila.",
  "row.changedSince":
    "El contacto se cambió después de confirmar este cambio, así que se ha dejado como estaba. Vuelva a subir la fila para ver lo que cambiaría ahora.",
  "mend.reason.cut": "Cortada por un salto de línea",
  "mend.reason.rest": "Resto de la fila anterior",
  "mend.reason.undecodable": "Letras dañadas",
  "mend.forAll": "En todas estas filas:",
  "mend.forAll.one": forms("{what} ({count} fila)", "{what} ({count} filas)"),
  "mend.proposal.bareAddress": "Conservar solo la dirección",
  "mend.proposal.firstAddress": "Conservar la primera dirección",
  "mend.proposal.atSign": "Escribir «(at)» o «%40» como «@»",
  "mend.proposal.noSpaces": "Quitar los espacios",
  "mend.proposal.ascii": "Escribir la dirección con letras simples (ASCII)",
  "mend.proposal.punctuation": "Corregir los puntos y las comas",
  "mend.proposal.tidy": "Limpiar la dirección",
  "mend.proposal.otherCell": "Tomar la dirección de otra columna",
  "mend.proposal.trim": "Cortar a la longitud máxima",
  "mend.proposal.noNul": "Quitar los caracteres NUL",
  "mend.proposal.quoteAsText": "Tratar las comillas como texto",
  "mend.proposal.dropEmpty": "Quitar las celdas vacías del final",
  "mend.proposal.nearestOption": "Usar la opción a la que se refiere",
  "mend.use": "Usar {value}",
  "mend.line": "Línea {line}",
  "mend.cell": "{column}, línea {line}",
  "mend.extraCell": "Celda sobrante {number}",
  "mend.cut": "Este texto es demasiado largo para editarlo aquí.",
  "mend.editRow.done": "Listo",
  "mend.editRow": "Editar la fila entera",
  "mend.accepted": "Aceptada",
  "mend.limited":
    "Demasiadas solicitudes en el último minuto. Esta corrección se volverá a enviar sola en un momento.",
  "mend.takeBack": "Deshacer",
  "mend.takeBack.rule": "Deshacer: {rule}",
  "mend.applied": "Correcciones",
  "mend.applied.rows": forms("{count} fila corregida", "{count} filas corregidas"),
  "mend.applied.some": forms(
    "{right} de {count} fila editada, corregida",
    "{right} de {count} filas editadas, corregidas",
  ),
  "map.reread.title": "¿Leer el archivo de otra forma?",
  "map.reread.body":
    "Sus filas serán otras, así que se descartan las filas corregidas y las excluidas. Volver a leerlo como antes no las recupera.",
  "map.reread.action": "Leer de otra forma",
  "mend.discard": "Descartar todas las correcciones",
  "mend.previous": "Filas anteriores",
  "mend.next": "Más filas",
  "mend.reason.number": "No es un número",
  "mend.reason.date": "No es una fecha",
  "mend.reason.yesNo": "Ni sí ni no",
  "mend.reason.option": "No es una de las opciones",
  "upload.drop.anywhere": "Suelte el archivo para importarlo",
  "result.errors.mend": "Corregir e importar estas",
  "result.resume": alike("Importar la fila restante", "Importar las {count} filas restantes"),
  "error.changesConfirmed":
    "Los cambios confirmados fila por fila para esta importación ya no están guardados. Suba de nuevo el archivo para revisar el resto.",
  "error.fieldChanged":
    "Un campo personalizado que esta importación rellena se cambió o se eliminó mientras tanto. Compruebe de nuevo sus columnas; una importación detenida puede continuar cuando ese cambio se deshaga en el Historial.",
  "error.correctionsDiffer":
    "Se corrigieron filas de este archivo cuando se leía de otra forma. Descarte primero las correcciones.",
};
