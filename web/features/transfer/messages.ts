import { groupDigits } from "#web/ui/controls/group-digits.ts";

/** Bounds of a file, as people read them. */
export const MOST_ROWS = 5000;
export const MOST_COLUMNS = 100;
export const MOST_BYTES = 10 * 1024 * 1024;

/** What people read about taking vehicles in and out. */
export const transferMessages = {
  title: "Importar y exportar",
  description: "Trae tus vehículos y sus fotos, o llévatelos.",
  notAllowed: "Un administrador desactivó añadir vehículos para tu cuenta. Puedes exportar.",
  noDealership: "Aún no perteneces a ningún concesionario.",
  tooLarge: "El archivo pasa de 10 MB. Divídelo en varios, cada uno con la fila de títulos.",
  tooManyRows: (count: number) =>
    `Son ${groupDigits(count)} filas y se leen hasta ${groupDigits(MOST_ROWS)} de una vez. Divídelas en ${Math.ceil(count / MOST_ROWS)} archivos, cada uno con la fila de títulos.`,
  tooManyColumns: `Son más de ${MOST_COLUMNS} columnas. Deja las de los vehículos.`,
  bomb: "El archivo se hace enorme al abrirlo, así que no se abrió. Guárdalo de nuevo como CSV.",
  tooLong: "El archivo tarda demasiado en abrirse. Guárdalo de nuevo como CSV.",
  oldExcel: "Es un archivo de un Excel antiguo (.xls). Guárdalo como .xlsx o .csv.",
  unreadable: "No se pudo leer el archivo: no es una hoja de Excel (.xlsx) ni un CSV.",
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
  checkDigit: "Revisa el VIN: su dígito de control no cuadra.",
  twoWithVin: "Dos vehículos del inventario tienen este VIN: usa la columna ID de Vitrina.",
  vinOfOther: "Este VIN ya es de otro vehículo del inventario.",
  numberOfOther: "Este número de inventario ya es de otro vehículo del inventario.",
  repeats: (line: number) => `Repite el vehículo de la fila ${line}.`,
  converted: {
    mi: (heading: string) => `«${heading}» se convierte de kilómetros a millas.`,
    km: (heading: string) => `«${heading}» se convierte de millas a kilómetros.`,
  },
  passed: (count: number) =>
    `${counted(count, "fila sin vehículo no se lee", "filas sin vehículo no se leen")}: títulos y totales.`,
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
      : `${groupDigits(count)} vehículos están como antes.`,
  kept: (count: number) =>
    count === 1
      ? "Uno se cambió después y se queda como está:"
      : `${groupDigits(count)} se cambiaron después y se quedan como están:`,
};

/** "1 fila", "2,000 filas". */
export function counted(count: number, one: string, many: string): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}
