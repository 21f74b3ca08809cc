import { type ImageLayout, mostNotes } from "./image-layout.ts";

/** Walks a JPEG's segments up to its end-of-image marker (ITU T.81, B.1). Null when they do not add up. */
export function readJpegLayout(bytes: Buffer): ImageLayout | null {
  const notes: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return null;
    if (isFrameStart(marker)) {
      if (size || length < 8) return null;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (isNote(marker)) notes.push(bytes.subarray(at + 4, next));
    if (notes.length > mostNotes) return null;
    if (marker === startOfScan) return size && { ...size, notes, end: findEndOfImage(bytes, next) };
    at = next;
  }
  return null;
}

const startOfScan = 0xda;

/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** APP0 to APP15 and COM. */
function isNote(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** Within a scan an 0xff byte of data is followed by 0x00, so the first FFD9 that is found is the end. */
function findEndOfImage(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(endOfImage, from);
  return found < 0 ? bytes.length : found + endOfImage.length;
}

const endOfImage = Buffer.from([0xff, 0xd9]);
