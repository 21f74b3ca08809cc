export type PictureType = "image/jpeg" | "image/png" | "image/webp" | "image/heic";

/** Detects a picture's type by its first bytes; null for any other content. */
export function pictureTypeOf(head: Uint8Array): PictureType | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "image/jpeg";
  if (head[0] === 0x89 && ascii(head, 1, 8) === "PNG\r\n\x1a\n") return "image/png";
  if (ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "WEBP") return "image/webp";
  if (ascii(head, 4, 8) === "ftyp" && HEIC_BRANDS.test(ascii(head, 8, 12))) return "image/heic";
  return null;
}

/** Phones also use brands besides HEIC's own. */
const HEIC_BRANDS = /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/**
 * Whether a picture is complete. Browsers draw a truncated file without an error and leave the rest
 * blank. Bytes after the end are allowed, because phones append videos and further pictures.
 */
export function isCompletePicture(bytes: Uint8Array, type: PictureType): boolean {
  return endsWhole[type](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const endsWhole: Record<PictureType, (bytes: Uint8Array, view: DataView) => boolean> = {
  "image/jpeg": hasEndOfJpeg,
  "image/png": hasEndOfPng,
  "image/webp": hasWebpChunks,
  "image/heic": hasHeicBoxes,
};

const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;

/** Skips segments by their length, because the EXIF thumbnail has its own end marker. */
function hasEndOfJpeg(bytes: Uint8Array, view: DataView): boolean {
  let hasScan = false;
  let at = bytes.indexOf(0xff, 2);
  while (at !== -1 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === JPEG_END) return hasScan;
    if (marker === JPEG_SCAN) hasScan = true;
    if (marker === 0xff) at += 1;
    else if (isBareMarker(marker)) at += 2;
    else if (at + 4 > bytes.length) return false;
    else at += 2 + view.getUint16(at + 2);
    at = bytes.indexOf(0xff, at);
  }
  return false;
}

/** Markers without a length, and 0xFF as a coded byte (ITU T.81, B.1.1). */
function isBareMarker(marker: number): boolean {
  return marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);
}

function hasEndOfPng(bytes: Uint8Array, view: DataView): boolean {
  const frame = 12;
  let at = 8;
  while (at + frame <= bytes.length) {
    const end = at + frame + view.getUint32(at);
    if (ascii(bytes, at + 4, at + 8) === "IEND") return end <= bytes.length;
    at = end;
  }
  return false;
}

/** Checks the file's size and each chunk's: repair programs only fix the first. */
function hasWebpChunks(bytes: Uint8Array, view: DataView): boolean {
  if (bytes.length < 20) return false;
  const end = view.getUint32(4, true) + 8;
  let at = 12;
  while (at + 8 <= end && at + 8 <= bytes.length) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > bytes.length) return false;
    if (ascii(bytes, at, at + 4) === "VP8 " && !hasFirstPartition(view, at + 8, size)) return false;
    at += 8 + size + (size % 2);
  }
  return end <= bytes.length;
}

/** A lossy picture starts with the size of its first partition (RFC 6386, 9.1). */
function hasFirstPartition(view: DataView, at: number, size: number): boolean {
  if (size < 10) return false;
  const tag = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return 10 + (tag >> 5) <= size;
}

/** Needs the index and the pixels, in any order; phones append bytes that are not boxes. */
function hasHeicBoxes(bytes: Uint8Array, view: DataView): boolean {
  const missing = new Set(["meta", "mdat"]);
  let at = 0;
  while (missing.size > 0 && at + 8 <= bytes.length) {
    const size = boxSize(view, at);
    if (size < 8 || at + size > bytes.length) return false;
    missing.delete(ascii(bytes, at + 4, at + 8));
    at += size;
  }
  return missing.size === 0;
}

function boxSize(view: DataView, at: number): number {
  const size = view.getUint32(at);
  if (size === 0) return view.byteLength - at;
  if (size > 1) return size;
  return at + 16 <= view.byteLength ? Number(view.getBigUint64(at + 8)) : 0;
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
