import { type ImageLayout, mostNotes } from "./image-layout.ts";

const signatureLength = 8;
const frame = 12;

/** Walks a PNG's chunks from IHDR to IEND (PNG specification, section 5). Null when they do not add up. */
export function readPngLayout(bytes: Buffer): ImageLayout | null {
  const notes: Buffer[] = [];
  let head: Head | null = null;
  let at = signatureLength;
  while (at + frame <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const next = at + frame + length;
    if (next > bytes.length) return null;
    if (!head) {
      if (type !== "IHDR" || length !== 13) return null;
      head = readHead(bytes.subarray(at + 8, next - 4));
    } else if (type === "IEND") {
      return { ...head, notes, end: next };
    } else if (type !== "IDAT") {
      notes.push(bytes.subarray(at + 8, next - 4));
    }
    if (notes.length > mostNotes) return null;
    at = next;
  }
  return null;
}

type Head = Pick<ImageLayout, "width" | "height" | "held">;

/** An interlaced image has its last pixels all over, and each is kept as up to four samples of one or two bytes. */
function readHead(header: Buffer): Head {
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const bytesPerSample = header[8] === 16 ? 2 : 1;
  const isInterlaced = header[12] !== 0;
  return { width, height, held: isInterlaced ? width * height * 4 * bytesPerSample : 0 };
}
