import { type ImageLayout, mostNotes } from "./image-layout.ts";

const signatureLength = 8;
const frame = 12;

/** Walks a PNG's chunks from IHDR to IEND (PNG specification, section 5). Null when they do not add up. */
export function readPngLayout(bytes: Buffer): ImageLayout | null {
  const notes: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let at = signatureLength;
  while (at + frame <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const next = at + frame + length;
    if (next > bytes.length) return null;
    if (!size) {
      if (type !== "IHDR" || length < 8) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    } else if (type === "IEND") {
      return { ...size, notes, end: next };
    } else if (type !== "IDAT") {
      notes.push(bytes.subarray(at + 8, next - 4));
    }
    if (notes.length > mostNotes) return null;
    at = next;
  }
  return null;
}
