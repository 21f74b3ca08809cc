import { storageError } from "../storage-error.ts";
import { carriesForeignContent } from "./foreign-content.ts";
import type { ImageLayout } from "./image-layout.ts";
import { readJpegLayout } from "./read-jpeg-layout.ts";
import { readPngLayout } from "./read-png-layout.ts";
import { readWebpLayout } from "./read-webp-layout.ts";
import { type ImageType, sniffType } from "./sniff-type.ts";

/** A decoded picture may have this many pixels; the largest phone cameras give 50 million. */
export const PIXEL_LIMIT = 50_000_000;

/** No side may be longer, which a JPEG cannot be anyway: a picture one pixel wide and fifty million high takes a quarter of a minute to decode. */
const longestSide = 65_535;

/**
 * So many bytes of pixels a decoder may have to keep at once: what a progressive JPEG of 50 million pixels takes with its colours halved, as photos have them, and one of
 * 26 million without. With it, and with all else that the picture process is, it stays under 300 MB.
 */
const heldLimit = 150 * 1024 * 1024;

const readLayout: Record<ImageType, (bytes: Buffer) => ImageLayout | null> = {
  "image/jpeg": readJpegLayout,
  "image/png": readPngLayout,
  "image/webp": readWebpLayout,
};

/**
 * Judges an uploaded file by its content alone and without decoding a pixel. Gives its real type; throws InvalidMimeType for
 * anything but an honest PNG, JPEG or WEBP, and EntityTooLarge for more pixels than we decode, or than fit into the memory that we have for it.
 */
export function inspectImage(bytes: Buffer): ImageType {
  const type = sniffType(bytes);
  if (typeof type === "object") throw unsupported(type.other);
  const layout = readLayout[type](bytes);
  if (!layout || layout.width === 0 || layout.height === 0) throw unsupported(`broken ${type}`);
  requireModest(layout);
  if (carriesForeignContent(bytes, layout)) throw unsupported(`${type} with foreign content`);
  return type;
}

function requireModest({ width, height, held }: ImageLayout): void {
  if (width * height > PIXEL_LIMIT || Math.max(width, height) > longestSide) {
    throw storageError("EntityTooLarge", "The image exceeded the maximum allowed number of pixels");
  }
  if (held > heldLimit) {
    throw storageError("EntityTooLarge", "The image takes too much memory to decode");
  }
}

/** The refusal of a file that is not an image of ours. */
export function unsupported(type: string, cause?: unknown) {
  return storageError("InvalidMimeType", `mime type ${type} is not supported`, cause);
}
