import { type ImageLayout, mostNotes } from "./image-layout.ts";

const containerHeader = 12;

/** Walks a WEBP's RIFF chunks (WebP container specification). Null when they do not add up. */
export function readWebpLayout(bytes: Buffer): ImageLayout | null {
  if (bytes.length < containerHeader + 8) return null;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  const notes: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let isKeptWhole = false;
  let at = containerHeader;
  while (at + 8 <= end) {
    const type = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, Math.min(at + 8 + length, end));
    if (body.length < length) return null;
    size ??= readSize(type, body);
    isKeptWhole ||= wholeChunks.has(type);
    if (!pixelChunks.has(type)) notes.push(body);
    if (notes.length > mostNotes) return null;
    at += 8 + length + (length % 2);
  }
  return size && { ...size, held: isKeptWhole ? size.width * size.height * 4 : 0, notes, end };
}

const pixelChunks = new Set(["VP8 ", "VP8L", "ALPH", "ANMF"]);

/** A lossless image may repeat pixels from any line above, and each frame of an animation is drawn over the one before. */
const wholeChunks = new Set(["VP8L", "ANMF"]);

function readSize(type: string, body: Buffer): { width: number; height: number } | null {
  if (type === "VP8X" && body.length >= 10) {
    return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
  }
  if (type === "VP8L" && body.length >= 5) {
    const bits = body.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (type === "VP8 " && body.length >= 10) {
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
  }
  return null;
}
