import sharp from "sharp";
import { pictureLimits } from "../../limits.ts";
import { PictureRefusal } from "./picture-jobs.ts";
import type { ImageType } from "./rendition-request.ts";

/**
 * The real type of a PNG, JPEG or WEBP, by its content and without decoding a pixel. Throws
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
  if (type === "image/jpeg" && countScans(bytes) > mostScans) throw unsupported(`slow ${type}`);
  if (carriesForeignContent(bytes)) throw unsupported(`${type} with foreign content`);
  if (type === "image/png" && !bytes.includes(endOfPng)) throw new Error("The PNG has no end");
  return type;
}

/** One of ours, by the first bytes, or the name of what it is instead. */
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

/** HEIC is worth its name: it is what an iPhone gives, and the answer says what to do about it. */
function isoMediaType(brand: string): string {
  if (["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"].includes(brand)) return "image/heic";
  if (["avif", "avis"].includes(brand)) return "image/avif";
  return "video/mp4";
}

function unsupported(type: string): PictureRefusal {
  return new PictureRefusal("InvalidMimeType", `mime type ${type} is not supported`);
}

/** libvips has no limit of its own; a photo of thousands of scans takes it half a minute. */
const mostScans = 100;

/** In coded pixels 0 follows 0xFF (ITU T.81, B.1.1.3), so each mark is a scan or in a note. */
function countScans(bytes: Buffer): number {
  return bytes.toString("latin1").split("\xff\xda", mostScans + 2).length - 1;
}

/** What a browser or a server would run if it took the file for a page, and how documents begin. */
const foreign = /<(?:script|html|iframe|!doctype\s+html|\?php)[\s>/]|%PDF-/i;

/** The whole last chunk; libvips decodes a PNG that lacks it. */
const endOfPng = Buffer.from("\0\0\0\0IEND\xae\x42\x60\x82", "latin1");

const endOfArchive = "PK\u0005\u0006";

/** Comments and notes stand at the beginning, whatever was put behind the picture at the end. */
const searched = 64 * 1024;

/** Whether a picture is something else, too. Pixels between beginning and end are not searched. */
function carriesForeignContent(bytes: Buffer): boolean {
  const ends = [bytes.subarray(0, searched), bytes.subarray(-searched)];
  const texts = ends.map((part) => part.toString("latin1"));
  return texts.some((text) => foreign.test(text) || text.includes(endOfArchive));
}
