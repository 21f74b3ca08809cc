import sharp, { type Sharp } from "sharp";
import { pictureLimits } from "../../limits.ts";
import type { ImageType } from "./rendition-request.ts";

/**
 * Re-encodes the picture so that only upright pixels remain: no EXIF, GPS or trailing data. Throws
 * sharp's error for a truncated or broken picture.
 */
export async function cleanPicture(upload: Buffer, type: ImageType): Promise<Buffer> {
  if (type !== "image/jpeg") return reencode(upload, type, "error");
  try {
    return await reencode(upload, type, "warning");
  } catch (error) {
    // libjpeg only warns about missing pixels before the end marker. Its other warnings, such as
    // bytes between segments, lose no pixels.
    if (String(error).includes("premature end")) throw error;
    return reencode(upload, type, "error");
  }
}

function reencode(upload: Buffer, type: ImageType, failOn: "error" | "warning"): Promise<Buffer> {
  const { pixels, keptSide } = pictureLimits;
  const picture = sharp(upload, { limitInputPixels: pixels, failOn })
    .autoOrient()
    .resize(keptSide, keptSide, { fit: "inside", withoutEnlargement: true });
  return encodeAs[type](picture).toBuffer();
}

const encodeAs: Record<ImageType, (picture: Sharp) => Sharp> = {
  "image/jpeg": (picture) => picture.jpeg({ quality: 86 }),
  "image/png": (picture) => picture.png({ compressionLevel: 7 }),
  "image/webp": (picture) => picture.webp({ quality: 86, effort: 2 }),
};
