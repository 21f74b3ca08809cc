import sharp, { type Sharp } from "sharp";
import { pixelLimit } from "./check-picture.ts";
import type { ImageType } from "./sniff-type.ts";

/** The longest side that is kept (product section 9: 1920 px). */
const longestSide = 1920;

/**
 * Makes the picture that is stored: decoded and encoded anew, so that nothing but its pixels
 * survives (no EXIF, GPS, profile, trailer). The camera's orientation is applied first. Throws when
 * the bytes cannot be decoded whole.
 */
export function cleanPicture(upload: Buffer, type: ImageType): Promise<Buffer> {
  const picture = sharp(upload, { limitInputPixels: pixelLimit, failOn: "error" })
    .autoOrient()
    .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true });
  return encodeAs[type](picture).toBuffer();
}

const encodeAs: Record<ImageType, (picture: Sharp) => Sharp> = {
  "image/jpeg": (picture) => picture.jpeg({ quality: 86 }),
  "image/png": (picture) => picture.png({ compressionLevel: 7 }),
  "image/webp": (picture) => picture.webp({ quality: 86, effort: 2 }),
};
