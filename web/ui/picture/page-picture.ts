import type { SupabaseClient } from "@supabase/supabase-js";
import { UserFacingError } from "../states/user-facing-error.ts";
import { compressPicture } from "./compress-picture.ts";
import { withDetectedType } from "./inspect-picture.ts";
import { LARGE_PICTURE, type PictureLimits, SMALL_PICTURE } from "./picture-limits.ts";

/** A picture of a public page: its name in storage and its limits (docs/product/photos.md). */
export type PictureKind = {
  name: "logo" | "hero_image";
  maxSizeMB: number;
  maxWidthOrHeight: number;
  /** Keep a logo's transparency; other pictures are smaller without. */
  keepsTransparency: boolean;
};

export const LOGO: PictureKind = {
  name: "logo",
  ...SMALL_PICTURE,
  keepsTransparency: true,
};
export const HERO_IMAGE: PictureKind = {
  name: "hero_image",
  ...LARGE_PICTURE,
  keepsTransparency: false,
};

const BUCKET = "dealership_logos";
const PUBLIC_OBJECT = `/storage/v1/object/public/${BUCKET}/`;
const MEGABYTE = 1024 * 1024;

/** Shrinks a picture to its kind's limits. Throws UserFacingError. */
export async function preparePicture(original: File, kind: PictureKind): Promise<File> {
  const file = await withDetectedType(original);
  const limits = { maxSizeMB: kind.maxSizeMB, maxWidthOrHeight: kind.maxWidthOrHeight };
  const compress = (fileType: PictureLimits["fileType"]) =>
    compressPicture(file, { ...limits, fileType });
  const isOpaque = file.type === "image/jpeg" || file.type === "image/heic";
  if (!kind.keepsTransparency || isOpaque) return compress("image/jpeg");
  if (await fitsAlready(file, kind)) return file;
  const png = await compress("image/png");
  return png.size <= kind.maxSizeMB * MEGABYTE ? png : compress("image/jpeg");
}

/** A small picture that would only lose quality by encoding, and has no GPS position to remove. */
async function fitsAlready(file: File, kind: PictureKind): Promise<boolean> {
  if (file.size > kind.maxSizeMB * MEGABYTE) return false;
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UserFacingError("No se pudo abrir la imagen: puede estar dañada.");
  });
  const { width, height } = bitmap;
  bitmap.close();
  return Math.max(width, height) <= kind.maxWidthOrHeight;
}

/**
 * Stores a picture at {userId}/{kind}_{timestamp}; returns its public URL. Throws UserFacingError.
 */
export async function uploadPicture(
  supabase: SupabaseClient,
  ownerId: string,
  kind: PictureKind,
  file: File,
): Promise<string> {
  const path = `${ownerId}/${kind.name}_${Date.now()}`;
  const bucket = supabase.storage.from(BUCKET);
  const { error } = await bucket.upload(path, file, {
    upsert: true,
    contentType: file.type,
  });
  if (error) throw new UserFacingError(explain(error));
  return bucket.getPublicUrl(path).data.publicUrl;
}

/** The path after the bucket name; null for a URL outside of the bucket or the owner's folder. */
export function picturePath(url: string, ownerId: string): string | null {
  const start = url.indexOf(PUBLIC_OBJECT);
  if (start === -1) return null;
  const path = url.slice(start + PUBLIC_OBJECT.length).replace(/[?#].*$/, "");
  const [folder, file] = path.split("/");
  return folder === ownerId && file ? path : null;
}

/** Removes an owner's stored pictures; other URLs are ignored. Returns whether it worked. */
export async function removePictures(
  supabase: SupabaseClient,
  ownerId: string,
  urls: string[],
): Promise<boolean> {
  const paths = urls.map((url) => picturePath(url, ownerId)).filter((path) => path !== null);
  if (paths.length === 0) return true;
  const { error } = await supabase.storage.from(BUCKET).remove(paths);
  return !error;
}

/**
 * Storage responds with 400 and the real status in the body, which supabase-js exposes as
 * statusCode.
 */
function explain(error: object): string {
  const status = "statusCode" in error ? String(error.statusCode) : "";
  if (status === "413") return "El servidor dice que pesa demasiado.";
  if (status === "415") return "El servidor no la reconoce como PNG, JPG o WEBP.";
  if (status === "401" || status === "403") return "No tienes permiso para subir esta imagen.";
  return "El servidor no pudo guardarla. Inténtalo de nuevo.";
}
