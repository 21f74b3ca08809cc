import { readJpegLayout } from "./read-jpeg-layout.ts";
import { readPngLayout } from "./read-png-layout.ts";
import { readWebpLayout } from "./read-webp-layout.ts";
import type { RenditionFormat } from "./rendition-request.ts";

/** Whether bytes are a picture of a format up to its end, as its own lengths and marks tell; no pixel is decoded. */
export function isWholePicture(bytes: Buffer, format: RenditionFormat): boolean {
  return isWhole[format](bytes);
}

const isWhole: Record<RenditionFormat, (bytes: Buffer) => boolean> = {
  avif: endsWithPixels,
  webp: (bytes) => readWebpLayout(bytes)?.end === bytes.length,
  jpeg: (bytes) => readJpegLayout(bytes) !== null && bytes.subarray(-2).equals(endOfImage),
  png: (bytes) => readPngLayout(bytes)?.end === bytes.length,
};

/** ITU T.81, B.1.1.3: the marker EOI. */
const endOfImage = Buffer.from([0xff, 0xd9]);

/** Each box begins with its length and type (ISO/IEC 14496-12, section 4.2); our encoder writes the one with the pixels last. */
function endsWithPixels(bytes: Buffer): boolean {
  let at = 0;
  let last = "";
  while (at + 8 <= bytes.length) {
    last = bytes.toString("latin1", at + 4, at + 8);
    at += Math.max(bytes.readUInt32BE(at), 8);
  }
  return at === bytes.length && last === "mdat";
}
