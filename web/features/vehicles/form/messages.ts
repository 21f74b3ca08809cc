/** Texts of the add and edit pages (docs/product/vehicle-form.md). */
export const formMessages = {
  offline: {
    title: "Sin conexión",
    description:
      "El vehículo no se guardó todavía: lo que escribiste y tus fotos siguen aquí. Guarda otra vez cuando vuelva.",
  },
  signInFirst: { title: "Error", description: "Debes iniciar sesión para agregar un vehículo." },
  ownerUnknown: {
    title: "Error",
    description: "No se pudo determinar el propietario del vehículo.",
  },
  created: { title: "¡Éxito!", description: "Vehículo agregado correctamente." },
  createFailed: "Error al guardar el vehículo",
  imageFailed: "Error al subir imagen",
  newImageFailed: "Error al subir nueva imagen",
  loadFailed: { title: "Error", description: "No se pudo cargar el vehículo." },
  loading: "Cargando...",
  missing: "Vehículo no encontrado.",
  updated: { title: "¡Guardado!", description: "Los datos del vehículo se actualizaron." },
  updateFailed: "Error al actualizar",
  stockNumberTaken: "Este número de inventario ya es de otro vehículo: escribe otro.",
  rowGone:
    "Datos insuficientes para actualizar. El vehículo se eliminó o ya no es de tu concesionario.",
  signInToUpdate: {
    title: "Error al actualizar",
    description:
      "Datos insuficientes para actualizar. Inicia sesión de nuevo: lo que escribiste sigue aquí.",
  },
  deleted: { title: "¡Eliminado!", description: "El vehículo y sus imágenes se eliminaron." },
  deleteImagesFailed: "Error al eliminar imágenes",
  deleteQuestion: {
    title: "¿Estás absolutamente seguro?",
    description:
      "Esta acción es permanente: elimina el vehículo y todas sus imágenes, y no se puede deshacer.",
  },
  nowPublished: { title: "¡Éxito!", description: "El vehículo ahora está publicado." },
  nowHidden: { title: "¡Éxito!", description: "El vehículo ahora está oculto." },
  publishFailed: { title: "Error", description: "No se pudo publicar el vehículo." },
  hideFailed: { title: "Error", description: "No se pudo despublicar el vehículo." },
} as const;

/** Texts about the VIN in the form. */
export const vinMessages = {
  start: "Empezar con el VIN",
  startHint: "Está al pie del parabrisas y en la puerta del conductor.",
  missing: (count: number) => (count === 1 ? "Falta 1 carácter." : `Faltan ${count} caracteres.`),
  scan: "Escanear",
  byHand: "Escribir a mano",
  asking: "Consultando el VIN...",
  retry: "Reintentar",
  use: "Usar estos datos",
  useAndPhotograph: "Usar y tomar fotos",
  trim: (trim: string) => `Versión ${trim}`,
  doors: (count: number) => `${count} puertas`,
  saysOther: (said: string) => `El VIN dice ${said}.`,
  take: (said: string) => `Usar ${said}`,
  keep: (typed: string) => `Dejar ${typed}`,
  marked: "Según el VIN",
  lettersNotInVin: "Un VIN no lleva las letras I, O ni Q. ¿Será un 1 o un 0?",
  wrongCheckDigit: "El dígito de control no coincide: revisa que el VIN esté bien escrito.",
  nothingFilled: "No había campos vacíos que completar.",
  filled: (labels: string[]) => `Se completó: ${listed(labels)}.`,
  clashes: (labels: string[]) => `No coincide con lo que escribiste: ${listed(labels)}.`,
  twin: "Ya lo tienes:",
  twinState: (status: string, published: boolean) =>
    `${status}, ${published ? "publicado" : "oculto"}`,
  twinHint: "Si volvió a tu inventario, puedes añadirlo otra vez.",
} as const;

function listed(words: string[]): string {
  return new Intl.ListFormat("es", { type: "conjunction" }).format(words);
}

/** Names the photos that could not be stored. */
export function failedPhotosText(names: readonly string[]): string {
  const list = listed(names.map((name) => `«${name}»`));
  return `No se pudo subir ${list}. El vehículo no se guardó todavía: reintenta la foto o quítala y vuelve a guardar.`;
}

/** What was restored from a draft, and what was not. */
export function restoredText(lostPhotos: number): string {
  const restored = "Recuperamos lo que escribiste y no se guardó.";
  if (lostPhotos === 0) return restored;
  const lost =
    lostPhotos === 1 ? "Falta una foto: elígela" : `Faltan ${lostPhotos} fotos: elígelas`;
  return `${restored} ${lost} otra vez.`;
}
