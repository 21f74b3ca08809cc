import sharp, { type ResizeOptions, type Sharp } from "sharp";
import type { RenditionFormat, RenditionRequest } from "./rendition-request.ts";

/**
 * WhatsApp and others show no preview picture above this size (the issue: og:image at most 300 KB).
 */
const jpegLimit = 300 * 1024;

/**
 * Makes one rendition of a stored picture. A picture is never enlarged, except to fill a shape that
 * was asked for.
 */
export async function makeRendition(original: Buffer, request: RenditionRequest): Promise<Buffer> {
  if (request.format !== "jpeg") return encode(original, request, request.quality);
  let quality = request.quality;
  let bytes = await encode(original, request, quality);
  while (bytes.length > jpegLimit && quality > 15) {
    quality -= 15;
    bytes = await encode(original, request, quality);
  }
  return bytes;
}

function encode(original: Buffer, request: RenditionRequest, quality: number): Promise<Buffer> {
  const picture = sharp(original, { failOn: "none" }).resize(fitting(request));
  return encodeAs[request.format](picture, quality).toBuffer();
}

function fitting({ width, height, resize }: RenditionRequest): ResizeOptions {
  if (height === 0) return { width, withoutEnlargement: true };
  if (resize === "contain") return { width, height, fit: "inside", withoutEnlargement: true };
  return { width, height, fit: resize };
}

const encodeAs: Record<RenditionFormat, (picture: Sharp, quality: number) => Sharp> = {
  avif: (picture, quality) => picture.avif({ quality: quality - 20, effort: 2 }),
  webp: (picture, quality) => picture.webp({ quality, effort: 3 }),
  jpeg: (picture, quality) => picture.flatten({ background: "#ffffff" }).jpeg({ quality }),
  png: (picture) => picture.png({ compressionLevel: 7 }),
};
