import { limits } from "#contract/limits.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { counted } from "../messages.ts";

export const MAX_ZIP_FILES = 5000;
export const MAX_ZIP_UNPACKED_BYTES = 4 * 1024 ** 3;
export const MAX_PHOTO_BYTES = 25 * 1024 ** 2;

const photos = (count: number) => counted(count, "foto", "fotos");

/** Texts of the photo import. */
export const photoMessages = {
  noZip: "No se pudo abrir el archivo: no es un ZIP, o está dañado.",
  bomb: "El ZIP se hace enorme al abrirlo, así que no se abrió. Comprime solo las fotos.",
  tooLarge: "Las fotos del ZIP pasan de 4 GB. Divídelas en varios.",
  tooMany: `Hay más de ${formatNumber(MAX_ZIP_FILES)} archivos en el ZIP. Divídelo en varios.`,
  empty: "No hay ningún archivo en el ZIP.",
  insecure: "Para esto, abre Vitrina por https.",
  encrypted: "Está protegida con contraseña.",
  damaged: "Está dañada en el ZIP.",
  noImage: "No es una imagen PNG, JPG, WEBP o HEIC.",
  photoTooLarge: "Pesa más de 25 MB.",
  repeated: "Está dos veces en el ZIP para el mismo vehículo.",
  tooManyPhotos: `Pasa de ${limits.photosPerVehicle} fotos, lo más que admite un vehículo.`,
  planFailed: "No se pudieron comparar las fotos con tu inventario.",
  sendFailed: "Algo salió mal con esta foto.",
  notStored: "El servidor no pudo guardarla.",
  mayNotStore: "No tienes permiso para subir fotos, o tu sesión terminó.",
  importFailed: "No se añadió ninguna foto.",
  undoFailed: { title: "Error", description: "No se pudieron quitar las fotos." },
  added: (count: number, vehicles: number) =>
    `${photos(count)} en ${counted(vehicles, "vehículo", "vehículos")}. Puedes quitarlas durante 24 horas.`,
  undone: (count: number) => (count === 1 ? "Se quitó una foto." : `Se quitaron ${photos(count)}.`),
  someFailed: (count: number) =>
    `${count === 1 ? "Una foto no se pudo" : `${photos(count)} no se pudieron`} guardar, y aún no se añadió ninguna.`,
  photos,
};
