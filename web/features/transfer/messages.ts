import type { VinDoubt } from "#contract/vin.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";

export const MAX_ROWS = 5000;
export const MAX_COLUMNS = 100;
export const MAX_BYTES = 10 * 1024 * 1024;

/** Texts of the import and export page. */
export const transferMessages = {
  title: "Importar y exportar",
  description: "Trae tus vehículos y sus fotos, o llévatelos.",
  notAllowed: "Un administrador desactivó añadir vehículos para tu cuenta. Puedes exportar.",
  noDealership: "Aún no perteneces a ningún concesionario.",
  tooLarge: "El archivo pasa de 10 MB. Divídelo en varios, cada uno con la fila de títulos.",
  tooManyRows: (count: number) =>
    `Son ${formatNumber(count)} filas y se leen hasta ${formatNumber(MAX_ROWS)} de una vez. Divídelas en ${Math.ceil(count / MAX_ROWS)} archivos, cada uno con la fila de títulos.`,
  tooManyColumns: `Son más de ${MAX_COLUMNS} columnas. Deja las de los vehículos.`,
  bomb: "El archivo se hace enorme al abrirlo, así que no se abrió. Guárdalo de nuevo como CSV.",
  tooLong: "El archivo tarda demasiado en abrirse. Guárdalo de nuevo como CSV.",
  oldExcel: "Es un archivo de un Excel antiguo (.xls). Guárdalo como .xlsx o .csv.",
  unreadable:
    "No se pudo leer el archivo: no es una hoja de Excel (.xlsx) ni un CSV. Ábrelo en Excel y guárdalo como .xlsx.",
  /** What to do with other kinds of files that dealers choose. */
  kinds: {
    password:
      "El archivo tiene contraseña. Ábrelo en Excel, quítasela en Archivo > Información > Proteger libro, guárdalo y elígelo otra vez.",
    pdf: "Es un PDF, y de un PDF no se leen filas. Pide a tu programa la lista en Excel (.xlsx) o CSV, o copia la tabla y pégala aquí.",
    photo:
      "Es una foto, no una hoja. Pide a tu programa la lista en Excel (.xlsx) o CSV, o escribe los VIN, uno por línea.",
    photoZip: "Es un ZIP con fotos. Elígelo más abajo, en «Fotos desde un ZIP»; aquí va la hoja.",
    compressed: "Es un archivo comprimido. Ábrelo y elige la hoja que trae (.xlsx o .csv).",
    word: "Es un documento, no una hoja. Copia la tabla y pégala aquí, o guárdala como .xlsx o .csv.",
    numbers:
      "Es de Numbers. En Numbers elige Archivo > Exportar a > Excel, y trae el .xlsx que guarda.",
    openDocument: "Es de LibreOffice (.ods). Guárdalo como Excel (.xlsx) y elígelo otra vez.",
    binaryExcel: "Es un Excel binario (.xlsb). Guárdalo como .xlsx y elígelo otra vez.",
    database: "Es una base de datos. Exporta la lista desde su programa como .xlsx o .csv.",
    link: "Es un enlace, no una hoja. Si es de Google, ábrelo, elige Archivo > Descargar > Microsoft Excel (.xlsx) y trae ese archivo.",
    page: "Es una página web sin ninguna tabla. Pide a tu programa la lista en Excel (.xlsx) o CSV.",
    xml: "Es un XML. Pide a tu programa la misma lista en Excel (.xlsx) o CSV.",
    json: "Es un JSON. Pide a tu programa la misma lista en Excel (.xlsx) o CSV.",
  },
  lostLetters: "Trae letras perdidas (�): corrígelas, o guarda el archivo de nuevo como .xlsx.",
  hiddenSheet: "está oculta. Si la quieres, muéstrala en Excel y elige el archivo otra vez.",
  allHidden:
    "Los vehículos están en una hoja oculta. Muéstrala en Excel y elige el archivo otra vez.",
  hidden: (lines: readonly number[], columns: readonly string[]) => {
    const word = columns.length === 1 ? "columna" : "columnas";
    const parts = [
      ...(lines.length > 0 ? [listed(lines)] : []),
      ...(columns.length > 0 ? [`${word} ${columns.join(", ")}`] : []),
    ];
    return `No se lee lo oculto: ${parts.join("; ")}. Si lo quieres, quita el filtro o muéstralo en Excel y elige el archivo otra vez.`;
  },
  noResult: (cell: string) =>
    `${cell} es una fórmula sin resultado y no se lee: abre el archivo en Excel y guárdalo de nuevo.`,
  noResults:
    "Las fórmulas del archivo no tienen resultado. Ábrelo en Excel, guárdalo de nuevo y elígelo otra vez.",
  unsolvedRows: (lines: readonly number[]) =>
    `Solo hay fórmulas sin resultado o con error en ${listed(lines)}: no se leen. Abre el archivo en Excel y guárdalo de nuevo.`,
  hasError: (cell: string, error: string) => `${cell} tiene un error (${error}) y no se lee.`,
  aboutSheet: "Sobre esta hoja",
  tables: (lines: readonly number[]) =>
    `La hoja tiene ${lines.length} tablas y se leen todas. Sus títulos: ${listed(lines)}.`,
  secondTable: (column: string) =>
    `Hay dos tablas una al lado de la otra. Se lee la primera y no la que empieza en la columna ${column}: ponla debajo, con sus títulos, o en otra hoja.`,
  turned:
    "Cada vehículo está en una columna. El número de fila que ves aquí es el de su columna: A es 1, B es 2.",
  vehicleNames: (heading: string) =>
    `«${heading}» es el nombre del vehículo y no el estado de su título.`,
  otherCurrency: (heading: string, currency: string) =>
    `«${heading}» no se importa: está en otra moneda y tus precios están en ${currency}.`,
  noHeadings:
    "La hoja no tiene fila de títulos. Elige en «Columnas» qué es cada una, o pon arriba los títulos: Marca, Modelo, Año, Precio.",
  unknownHeadings:
    "Los títulos no dicen qué vehículo es cada fila. Elige en «Columnas» cuál es el VIN, o cuáles son la marca, el modelo y el año.",
  unnamedColumns: (columns: readonly string[]) =>
    columns.length === 1
      ? `La columna ${columns[0]} no tiene título y no se lee.`
      : `Las columnas ${columns.slice(0, 10).join(", ")} no tienen título y no se leen.`,
  examples: (lines: readonly number[]) =>
    lines.length === 1
      ? `La ${listed(lines)} es un ejemplo de cómo llenar la hoja y no se lee.`
      : `Las ${listed(lines)} son ejemplos de cómo llenar la hoja y no se leen.`,
  longerRow: "Tiene más celdas que títulos: revisa que no esté corrida.",
  saleWithoutDay: (heading: string) =>
    `Se omite ${heading}: falta «Vendido el», y una venta se guarda con su día.`,
  openQuote: (line: number) =>
    `La comilla que se abre en la línea ${line} no se cierra: revisa que el texto esté completo.`,
  empty: "No hay ninguna fila con datos.",
  reviewFailed: "No se pudo comparar con tu inventario.",
  vinsFailed: "No se pudieron consultar los VIN.",
  importFailed: "No se importó nada.",
  undoFailed: { title: "Error", description: "No se pudo deshacer la importación." },
  exportFailed: { title: "Error", description: "No se pudo exportar el inventario." },
  archiveFailed: { title: "No se guardó nada" },
  noRoom: "No hay espacio suficiente en este dispositivo.",
  photosMissing: (count: number) => ({
    title: "ZIP guardado",
    description: `${counted(count, "foto no está", "fotos no están")}: ya no existe o es de otra página.`,
  }),
  leftOut: (problem: string) => `Se omite ${problem}`,
  unknownVin: "VIN desconocido: escribe marca, modelo y año.",
  maybeThere: "Ya hay uno igual en el inventario: si es el mismo, añade su VIN o su número.",
  vinDoubt: ({ problem, corrections }: VinDoubt) =>
    corrections.length === 0
      ? `Revisa el VIN. ${problem}`
      : `Revisa el VIN. ${problem} ¿Será ${corrections.join(", ")}?`,
  failedFormula: (heading: string, cell: string) =>
    `Se omite ${heading}: la fórmula de la celda da «${cell}».`,
  notSold: (status: string) => `Se omite Vendido el: su estado es «${status}».`,
  soldBefore: "Vendido el: es un día anterior a Adquirido el.",
  beforeModel: (heading: string) => `${heading}: es un día muy anterior al año del vehículo.`,
  twoWithVin: "Dos vehículos del inventario tienen este VIN: usa la columna ID de Vitrina.",
  vinOfOther: "Este VIN ya es de otro vehículo del inventario.",
  numberOfOther: "Este número de inventario ya es de otro vehículo del inventario.",
  repeats: (line: number) => `Repite el vehículo de la fila ${line}.`,
  companion: (heading: string, other: string) =>
    `«${heading}» se lee con lo que dice «${other}» en cada fila.`,
  longNumbers: (heading: string) =>
    `«${heading}» no se importa como número de inventario: pasa de 20 caracteres.`,
  bought: (heading: string) =>
    `«${heading}» se lee como el día en que compraste, porque la hoja parece de una subasta. Si es el día en que vendiste, elige «Vendido el» en Columnas.`,
  converted: {
    mi: (heading: string) => `«${heading}» se convierte de kilómetros a millas.`,
    km: (heading: string) => `«${heading}» se convierte de millas a kilómetros.`,
  },
  passed: (lines: readonly number[]) =>
    `${counted(lines.length, "fila sin vehículo no se lee", "filas sin vehículo no se leen")} (títulos o totales): ${listed(lines)}.`,
  nothing: "vacío",
  sheet: "Hoja",
  sheetLeft: (name: string, reason: string) => `No se lee «${name}»: ${reason}`,
  daysOrder: {
    label: "Cómo escribe los días",
    hint: "«3/4/2026» puede ser el 3 de abril o el 4 de marzo.",
    unknown: "Elige uno",
    "day first": "31/12/2026: primero el día",
    "month first": "12/31/2026: primero el mes",
  },
  publishNew: "Publicar los nuevos al importarlos",
  imported: (added: number, changed: number) =>
    `${counted(added, "vehículo nuevo", "vehículos nuevos")}, ${counted(changed, "cambiado", "cambiados")}.`,
  undone: (count: number) =>
    count === 1
      ? "Un vehículo está como antes."
      : `${formatNumber(count)} vehículos están como antes.`,
  kept: (count: number) =>
    count === 1
      ? "Uno se cambió después y se queda como está:"
      : `${formatNumber(count)} se cambiaron después y se quedan como están:`,
};

/** "fila 4", "filas 4, 9 y 12"; at most the first ten. */
function listed(lines: readonly number[]): string {
  const more = lines.length - 10;
  const shown = lines.slice(0, 10).map((line) => formatNumber(line));
  if (more > 0) return `filas ${shown.join(", ")} y ${formatNumber(more)} más`;
  const last = shown.pop() ?? "";
  return shown.length === 0 ? `fila ${last}` : `filas ${shown.join(", ")} y ${last}`;
}

/** "1 fila", "2,000 filas". */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
