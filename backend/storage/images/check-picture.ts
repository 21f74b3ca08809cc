import { inflateSync } from "node:zlib";
import sharp, { type Metadata } from "sharp";
import { PictureRefusal } from "./picture-jobs.ts";
import { type ImageType, sniffType } from "./sniff-type.ts";

/** A decoded picture may have this many pixels; the largest phone cameras give 50 million. */
export const pixelLimit = 50_000_000;

/** A picture one pixel wide and fifty million high takes a quarter of a minute to decode. */
const longestSide = 65_535;

/**
 * What a decoder may have to keep until it has seen all of a file: a progressive JPEG of 50 million
 * pixels with its colours halved, as photos have them, and one of 26 million without.
 */
const heldLimit = 150 * 1024 * 1024;

/**
 * Judges a file by its content, without decoding a pixel. Gives its real type; throws
 * PictureRefusal for anything but a PNG, JPEG or WEBP, and for more pixels than we decode or have
 * memory for, and sharp's error for one whose header is broken.
 */
export async function checkPicture(bytes: Buffer): Promise<ImageType> {
  const type = sniffType(bytes);
  if (typeof type === "object") throw unsupported(type.other);
  if (type === "image/png" && hasLongTexts(bytes)) {
    throw tooLarge("The image holds too much text");
  }
  requireModest(await readMetadata(bytes));
  if (type === "image/jpeg" && countScans(bytes) > mostScans) throw unsupported(`slow ${type}`);
  if (carriesForeignContent(bytes)) throw unsupported(`${type} with foreign content`);
  return type;
}

/** The refusal of a file that is not a picture of ours. */
function unsupported(type: string): PictureRefusal {
  return new PictureRefusal("InvalidMimeType", `mime type ${type} is not supported`);
}

/** Of a photo with a gain map (Ultra HDR) libvips does not say how its own pixels are coded. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!metadata.gainMap) return metadata;
  const end = bytes.indexOf(metadata.gainMap.image);
  if (end < 0) throw unsupported("image/jpeg with foreign content");
  return readMetadata(bytes.subarray(0, end));
}

function requireModest(metadata: Metadata): void {
  const { width, height } = metadata;
  if (width * height > pixelLimit || Math.max(width, height) > longestSide) {
    throw tooLarge("The image exceeded the maximum allowed number of pixels");
  }
  if (heldBytes(metadata) > heldLimit) throw tooLarge("The image takes too much memory to decode");
}

function tooLarge(message: string): PictureRefusal {
  return new PictureRefusal("EntityTooLarge", message);
}

/**
 * libjpeg keeps two bytes for each sample of a picture that comes in several scans, libpng its
 * pixels.
 */
function heldBytes(metadata: Metadata): number {
  const { width, height, isProgressive, channels, depth, chromaSubsampling, format } = metadata;
  if (!isProgressive) return 0;
  if (format === "jpeg")
    return width * height * 2 * (chromaSubsampling === "4:2:0" ? 1.5 : channels);
  return width * height * channels * (depth === "uchar" ? 1 : 2);
}

/** libvips unpacks each text before it knows the size; 400 kB of them can become 2 GB. */
const mostTextBytes = 8 * 1024 * 1024;
const mostTexts = 100;

/** PNG (third edition), 11.3.3: texts that may be packed. Other data that looks like one counts. */
function hasLongTexts(bytes: Buffer): boolean {
  let texts = 0;
  let left = mostTextBytes;
  for (const kind of ["zTXt", "iTXt"]) {
    for (let at = bytes.indexOf(kind); at >= 4; at = bytes.indexOf(kind, at + 4)) {
      texts += 1;
      const chunk = bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4));
      left -= unpackedLength(
        kind === "zTXt" ? packedText(chunk) : packedInternational(chunk),
        left,
      );
      if (texts > mostTexts || left <= 0) return true;
    }
  }
  return false;
}

/** Behind a keyword of up to 79 bytes, and the method. */
function packedText(chunk: Buffer): Buffer {
  return chunk.subarray(chunk.subarray(0, 80).indexOf(0) + 2);
}

/** Behind keyword, flag, method, language and keyword in that; empty where it is not packed. */
function packedInternational(chunk: Buffer): Buffer {
  const keywordEnd = chunk.subarray(0, 80).indexOf(0);
  if (chunk[keywordEnd + 1] === 0) return Buffer.alloc(0);
  const languageEnd = chunk.indexOf(0, keywordEnd + 3);
  return chunk.subarray(chunk.indexOf(0, languageEnd + 1) + 1);
}

/** What is broken is not unpacked by libpng either. */
function unpackedLength(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: most }).length;
  } catch (error) {
    const isLonger = error instanceof RangeError;
    return isLonger ? Number.POSITIVE_INFINITY : 0;
  }
}

/** libvips has no limit of its own; a photo of thousands of scans takes it half a minute. */
const mostScans = 100;
const startOfScan = Buffer.from([0xff, 0xda]);

/**
 * ITU T.81, B.1.1.3: in coded pixels 0xFF is followed by 0, so each mark is a scan, or in a note.
 */
function countScans(bytes: Buffer): number {
  let scans = 0;
  for (let at = bytes.indexOf(startOfScan); at >= 0; at = bytes.indexOf(startOfScan, at + 2)) {
    scans += 1;
    if (scans > mostScans) break;
  }
  return scans;
}

/** What a browser or a server would run if it took the file for a page, and how documents begin. */
const foreign = /<(?:script|html|iframe|!doctype\s+html|\?php)[\s>/]|%PDF-/i;

/** The last record of a ZIP archive. */
const endOfArchive = "PK\u0005\u0006";

/** Comments and notes stand at the beginning, whatever was put behind the picture at the end. */
const searched = 64 * 1024;

/** Whether a picture is something else, too. Pixels between beginning and end are not searched. */
function carriesForeignContent(bytes: Buffer): boolean {
  const ends = [bytes.subarray(0, searched), bytes.subarray(-searched)];
  const texts = ends.map((part) => part.toString("latin1"));
  return texts.some((text) => foreign.test(text) || text.includes(endOfArchive));
}
