import sharp from "sharp";
import { pictureLimits } from "../../limits.ts";
import { PictureRefusal } from "./picture-jobs.ts";
import type { ImageType } from "./rendition-request.ts";

/**
 * Detects whether a file is a PNG, JPEG or WEBP by its content, without decoding pixels. Throws
 * PictureRefusal, or sharp's error for a broken header.
 */
export async function checkPicture(bytes: Buffer): Promise<ImageType> {
  const type = sniffType(bytes);
  if (typeof type === "object") throw unsupported(type.other);
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > pictureLimits.pixels || Math.max(width, height) > pictureLimits.side) {
    const message = "The image exceeded the maximum allowed number of pixels";
    throw new PictureRefusal("EntityTooLarge", message);
  }
  if (type === "image/jpeg" && countScans(bytes) > maxScans) throw unsupported(`slow ${type}`);
  if (carriesForeignContent(bytes)) throw unsupported(`${type} with foreign content`);
  if (type === "image/png" && !bytes.includes(endOfPng)) throw new Error("The PNG has no end");
  return type;
}

/** Detects the type by the first bytes; `other` names an unsupported type. */
function sniffType(bytes: Buffer): ImageType | { other: string } {
  const head = bytes.toString("latin1", 0, 16);
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  return { other: nameOther(head, bytes) };
}

function nameOther(head: string, bytes: Buffer): string {
  if (head.slice(4, 8) === "ftyp") return isoMediaType(head.slice(8, 12));
  if (head.startsWith("GIF8")) return "image/gif";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("BM")) return "image/bmp";
  if (head.startsWith("II*\0") || head.startsWith("MM\0*")) return "image/tiff";
  const text = bytes.toString("latin1", 0, 1024).toLowerCase();
  if (text.includes("<svg")) return "image/svg+xml";
  if (text.includes("<html") || text.includes("<!doctype html")) return "text/html";
  return "application/octet-stream";
}

/** iPhones send HEIC, so the error names it and the client can explain what to do. */
function isoMediaType(brand: string): string {
  if (["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"].includes(brand)) return "image/heic";
  if (["avif", "avis"].includes(brand)) return "image/avif";
  return "video/mp4";
}

function unsupported(type: string): PictureRefusal {
  return new PictureRefusal("InvalidMimeType", `mime type ${type} is not supported`);
}

/** libvips has no limit, and a JPEG with thousands of scans takes half a minute. */
const maxScans = 100;

/**
 * In coded pixels 0xFF is always followed by 0 (ITU T.81, B.1.1.3), so a marker is a scan or in
 * metadata.
 */
function countScans(bytes: Buffer): number {
  return bytes.toString("latin1").split("\xff\xda", maxScans + 2).length - 1;
}

/**
 * Content that a browser or server could run if it took the file for a page, and PDF's signature.
 */
const foreign = /<(?:script|html|iframe|!doctype\s+html|\?php)[\s>/]|%PDF-/i;

/** The complete last chunk; libvips also decodes a PNG without it. */
const endOfPng = Buffer.from("\0\0\0\0IEND\xae\x42\x60\x82", "latin1");

const endOfArchive = "PK\u0005\u0006";

/** Metadata is near the beginning, and anything appended is at the end. */
const searched = 64 * 1024;

/** Whether the file is also something else (a polyglot). The middle of the file is not searched. */
function carriesForeignContent(bytes: Buffer): boolean {
  const ends = [bytes.subarray(0, searched), bytes.subarray(-searched)];
  const texts = ends.map((part) => part.toString("latin1"));
  return texts.some((text) => foreign.test(text) || text.includes(endOfArchive));
}
