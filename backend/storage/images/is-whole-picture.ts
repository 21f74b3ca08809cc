import type { RenditionFormat } from "./rendition-request.ts";

/** Whether a rendition that we made is there up to its end, as its own lengths and marks tell. */
export function isWholePicture(bytes: Buffer, format: RenditionFormat): boolean {
  return bytes.length > 12 && isWhole[format](bytes);
}

const isWhole: Record<RenditionFormat, (bytes: Buffer) => boolean> = {
  avif: endsWithPixels,
  webp: (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length,
  jpeg: (bytes) => bytes.subarray(-2).equals(endOfImage),
  png: (bytes) => bytes.subarray(-8, -4).toString("latin1") === "IEND",
};

/** ITU T.81, B.1.1.3: the marker EOI. */
const endOfImage = Buffer.from([0xff, 0xd9]);

/** Boxes begin with length and type (ISO/IEC 14496-12, 4.2); our encoder writes the pixels last. */
function endsWithPixels(bytes: Buffer): boolean {
  let at = 0;
  let last = "";
  while (at + 8 <= bytes.length) {
    last = bytes.toString("latin1", at + 4, at + 8);
    at += Math.max(bytes.readUInt32BE(at), 8);
  }
  return at === bytes.length && last === "mdat";
}
