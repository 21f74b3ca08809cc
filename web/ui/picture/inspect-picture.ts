import { isCompletePicture, type PictureType, pictureTypeOf } from "./picture-content.ts";
import { hasAllPixels } from "./png-pixels.ts";

/** Whether a file is accepted; the message of a rejected one. */
export type Inspection =
  | { accepted: true }
  | { accepted: false; reason: string; isDamaged: boolean };

/** The file picker's types (docs/product/photos.md); not every system knows HEIC's by name. */
export const PICTURE_ACCEPT = "image/png,image/jpeg,image/webp,image/heic,image/heif,.heic,.heif";

const SIGNATURE_BYTES = 16;

/**
 * Rejects a file whose content is not PNG, JPEG, WEBP or HEIC, whatever its name, and a truncated
 * one. Accepts any size, because pictures are shrunk later (picture-limits.ts).
 */
export async function inspectPicture(file: File): Promise<Inspection> {
  if (file.size === 0) return refused(`«${file.name}» está vacío.`);
  const type = await readType(file);
  if (!type) {
    return refused(
      `«${file.name}» no es una imagen PNG, JPG, WEBP o HEIC, aunque su nombre lo diga.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWhole = isCompletePicture(bytes, type) && (type !== "image/png" || hasAllPixels(bytes));
  if (await isWhole) return { accepted: true };
  return { ...refused(`No se pudo abrir «${file.name}»: puede estar dañada.`), isDamaged: true };
}

/**
 * Sets the file's type from its content. Systems derive it from the name, so it can be wrong or
 * missing, and the compression rejects a picture without one.
 */
export async function withDetectedType(file: File): Promise<File> {
  const type = await readType(file);
  return type && type !== file.type ? new File([file], file.name, { type }) : file;
}

async function readType(file: File): Promise<PictureType | null> {
  return pictureTypeOf(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
}

function refused(reason: string) {
  return { accepted: false as const, reason, isDamaged: false };
}
