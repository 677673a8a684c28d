import type { Message } from "../catalogue";
import type { mapping as english } from "../en/mapping";
import { alike, forms } from "./forms";

export const mapping: Record<keyof typeof english, Message> = {
  "map.consent": "¿Dice «{header}» quién no quiere correos? Tal como está, no se importa.",
  "map.consent.struck":
    "Algunas filas del libro están tachadas. ¿Se han dado de baja esas personas? La columna «{header}» las señala.",
  "map.consent.struck.rows": "Filas {rows}.",
  "map.consent.struck.more": "Filas {rows} y más, {count} en total.",
  "map.consent.values": "Sus valores: {values}.",
  "map.consent.several":
    "Estas columnas dicen quién se ha dado de baja: {columns}. Basta una de ellas: las personas que indica no reciben correos.",
  "map.consent.several.column": "«{header}»",
  "map.consent.out": "Sí significa dado de baja",
  "map.consent.in": "No significa dado de baja",
  "map.consent.no": "Dejarla fuera",
  "map.consent.mapped":
    "¿Dice «{header}» quién no quiere correos? Tal como está, pasa a ser {field} y no da de baja a nadie.",
  "map.consent.empty":
    "«{header}» indica quién quiere recibir correos y está vacía para algunas personas. ¿Qué significa? Sin respuesta, no se da de baja a nadie.",
  "map.consent.unread":
    "Algunos valores de «{header}» no son ni sí ni no. ¿Qué significan? Sin respuesta, no dan de baja a nadie.",
  "map.consent.unread.leave": "No lo sé: no dan de baja a nadie",
  "map.value": "«{value}»",
  "map.value.empty": "Celdas vacías",
  "map.value.out": "Dado de baja",
  "map.value.not": "Suscrito",
  "map.value.others": "Cualquier otro valor que no sea sí ni no",
  "map.value.means": "{value}: {meaning}",
  "map.value.told": "Ha indicado qué significan estos valores de «{header}».",
  "map.consent.turned":
    "«{header}» puede significar lo contrario de lo que parece, u otra cosa. Si ninguna respuesta es correcta, escriba «dado de baja» en esas filas de su archivo y vuelva a subirlo.",
  "check.unread": forms(
    "En {count} fila no se puede leer si la persona se ha dado de baja. No dará de baja a nadie.",
    "En {count} filas no se puede leer si la persona se ha dado de baja. No darán de baja a nadie.",
  ),
  "check.unread.value": forms("«{value}» ({count} fila)", "«{value}» ({count} filas)"),
  "check.unread.hint": "Indique qué significan estos valores o déjelos como están.",
  "check.failedOptOuts": forms(
    "{count} fila rechazada indica una baja. La baja cuenta de todos modos.",
    "{count} filas rechazadas indican una baja. Las bajas cuentan de todos modos.",
  ),
  "check.skippedOptOuts": forms(
    "{count} fila omitida indica la baja de alguien que no es un contacto. La baja se recordará: ninguna importación posterior suscribirá a esa persona.",
    "{count} filas omitidas indican la baja de personas que no son contactos. Las bajas se recordarán: ninguna importación posterior suscribirá a esas personas.",
  ),
  "check.confirmReject": forms("{does}, rechazar {count} fila", "{does}, rechazar {count} filas"),
  "check.confirmOptOuts": forms("Guardar {count} baja", "Guardar {count} bajas"),
  "result.undo.optOuts": forms(
    "{count} baja de alguien que no es un contacto se retira: solo esta importación la había indicado.",
    "{count} bajas de personas que no son contactos se retiran: solo esta importación las había indicado.",
  ),
  "result.skippedOptOuts": forms(
    "{count} fila omitida indicaba la baja de alguien que no es un contacto. La baja se recordará.",
    "{count} filas omitidas indicaban la baja de personas que no son contactos. Las bajas se recordarán.",
  ),
  "result.failedOptOuts": forms(
    "{count} fila rechazada indicaba una baja. La baja cuenta de todos modos.",
    "{count} filas rechazadas indicaban una baja. Las bajas cuentan de todos modos.",
  ),
  "result.errors.optedOut": "Esta persona se dio de baja. La baja cuenta de todos modos.",
  "map.consent.list":
    "Esto parece una lista de personas que se han dado de baja. Tal como está, pasan a ser o siguen siendo contactos que reciben correos.",
  "map.consent.sheet":
    "Otra hoja de este libro puede contener personas que se han dado de baja. Solo se importa esta hoja: revise primero la otra o impórtela después.",
  "map.consent.sheet.go": "Continuar con esta hoja",
  "map.consent.below":
    "Más abajo, bajo un título o una segunda cabecera, este archivo puede contener personas que se han dado de baja. Tal como está, pasan a ser o siguen siendo contactos que reciben correos: añada a esas filas una columna que lo indique o impórtelas en un archivo aparte.",
  "map.consent.below.go": "Continuar, nadie se ha dado de baja",
  "map.consent.list.all": "Sí, darlas de baja a todas",
  "map.consent.all": "Todas las personas de este archivo se darán de baja.",
  "map.consent.all.not": "No, solo las que indique una columna",
  "map.consent.list.keep": "No, pueden recibir correos",
  "map.consent.keep": "No, dejarla como {field}",
  "map.consent.none": "Ninguna de las {count}: tomarlas como están",
  "map.why.header_means": "El encabezado significa «{field}».",
  "map.why.header_means_cells_agree": "El encabezado significa «{field}», y sus celdas lo confirman.",
  "map.why.header_means_cells_differ":
    "El encabezado significa «{field}», pero sus celdas parecen otra cosa.",
  "map.why.header_contains": "El encabezado contiene una palabra para «{field}».",
  "map.why.header_contains_cells_agree":
    "El encabezado contiene una palabra para «{field}», y sus celdas lo confirman.",
  "map.why.header_contains_cells_differ":
    "El encabezado contiene una palabra para «{field}», pero sus celdas parecen otra cosa.",
  "map.why.header_resembles": "El encabezado se parece a una palabra para «{field}».",
  "map.why.header_resembles_cells_agree":
    "El encabezado se parece a una palabra para «{field}», y sus celdas lo confirman.",
  "map.why.header_resembles_cells_differ":
    "El encabezado se parece a una palabra para «{field}», pero sus celdas parecen otra cosa.",
  "map.why.subscribed_flag":
    "«{header}» dice quién recibe correos, así que es «no» lo que da de baja a un contacto; «sí» no cambia nada.",
  "map.why.unsubscribed_flag":
    "«{header}» dice quién se ha dado de baja: «sí» da de baja a un contacto, «no» no cambia nada.",
  "map.why.unsubscribed_date":
    "«{header}» dice cuándo se dio de baja alguien: cualquier valor marca el contacto como dado de baja.",
  "map.why.cells_are_emails": "Sus celdas son direcciones de correo.",
  "map.why.cells_are_phones": "Sus celdas parecen números de teléfono.",
  "map.why.cells_are_names": "Sus celdas parecen nombres de personas.",
  "map.why.cells_say_unsubscribed": "Las palabras de «{header}» dicen quién se ha dado de baja.",
  "map.why.name_beside_other": "Junto al otro nombre, «{header}» significa {field}.",
  "map.why.name_alone": "«{header}» es el nombre completo: lo separamos en nombre y apellidos fila por fila.",
  "map.why.own_custom_field": "Kith exportó este campo personalizado con este nombre.",
  "map.why.own_error_column": "Kith añadió esta columna a un archivo de filas rechazadas.",
  "map.why.field_taken": "«{filler}» ya rellena {field}.",
  "map.why.other_sheet": "Es la dirección. Otra hoja puede contener personas que se han dado de baja.",
  "map.why.table_below": "Es la dirección. Más abajo puede haber personas que se han dado de baja.",
  "map.why.second_table": "Pertenece a una segunda tabla junto a la primera.",
  "map.why.no_header": "La columna no tiene nombre, y sus celdas no encajan con seguridad en ningún campo.",
  "map.why.may_be_consent": "Puede que sus celdas digan quién no quiere correos. Diga qué significan.",
  "map.why.struck_through": "Algunas filas están tachadas. Diga si esas personas se han dado de baja.",
  "map.why.kept_as_custom": "Sin campo estándar. Se conserva como campo personalizado.",
  "map.why.kept_beside": "«{filler}» ya rellena {field}. Se conserva como campo personalizado.",
  "map.why.no_field": "Sin campo estándar. Elija un campo personalizado para conservarla.",
  "map.why.row_counter": "Solo numera las filas. Elija un campo personalizado para conservarla.",
  "map.why.beyond_custom_fields":
    "No hay sitio: un contacto ya tiene todos sus campos personalizados. Deje fuera otra columna para conservar esta.",
  "map.why.beyond_workspace_fields":
    "No hay sitio: el espacio de trabajo ya tiene todos sus campos personalizados. Elija uno de ellos para conservar la columna.",
  "map.why.beyond_custom_size":
    "Sus textos pueden ser demasiado largos para un contacto. Elija un campo personalizado para conservarla; las filas que no quepan se rechazan.",
  "map.why.model": "El modelo de IA toma «{header}» por {field}.",
  "map.why.remembered": "Como asignó esta columna la última vez.",
  "map.why.remembered_answer": "Como respondió sobre esta columna la última vez.",
  "map.lines": "Las primeras líneas del archivo. Haga clic en la que nombra las columnas.",
  "map.delimiters": "Cómo divide el archivo cada separador",
  "map.more": forms("Mostrar {count} columna más", "Mostrar {count} columnas más"),
  "map.doubtful": alike("{count} por revisar", "{count} por revisar"),
  "map.left.beyond_custom_fields": forms(
    "{count} columna no se importa, porque un contacto solo tiene sitio para {max} campos personalizados: {columns}. Para conservarla, ponga otra columna en «No importar» y elija después un campo personalizado para esta.",
    "{count} columnas no se importan, porque un contacto solo tiene sitio para {max} campos personalizados: {columns}. Para conservar una, ponga otra columna en «No importar» y elija después un campo personalizado para ella.",
  ),
  "map.left.beyond_workspace_fields": forms(
    "{count} columna no se importa, porque su espacio de trabajo no tiene sitio para otro campo personalizado: {columns}. Para conservarla, elija un campo existente, o elimine uno que nadie necesite y elija aquí uno nuevo.",
    "{count} columnas no se importan, porque su espacio de trabajo no tiene sitio para más campos personalizados: {columns}. Para conservar una, elija un campo existente, o elimine uno que nadie necesite y elija aquí uno nuevo.",
  ),
  "map.left.beyond_custom_size": forms(
    "{count} columna no se importa, porque sus textos largos pueden no caber en un contacto: {columns}. Para conservarla, elija un campo personalizado. El paso siguiente muestra las filas que no caben.",
    "{count} columnas no se importan, porque sus textos largos pueden no caber en un contacto: {columns}. Para conservar una, elija un campo personalizado. El paso siguiente muestra las filas que no caben.",
  ),
  "map.keepAll": forms(
    "Conservar {count} columna sin asignar como campo personalizado",
    "Conservar {count} columnas sin asignar como campos personalizados",
  ),
  "map.sum.matched": "{count} asignadas",
  "map.sum.custom": forms("{count} campo personalizado", "{count} campos personalizados"),
  "map.open": "Ver qué falta",
  "map.sum.left": "{count} sin importar",
  "map.sheet": "Hoja",
  "map.sheet.found": "Se lee la hoja «{sheet}»: la primera no contiene direcciones de correo.",
  "map.sheet.again": "Se lee la hoja «{sheet}», una de {count}. Para leer otra, vuelva a subir el libro.",
  "map.source.xlsx": "Libro de Excel",
  "map.source.json": "JSON",
  "map.source.vcard": "vCard",
};
