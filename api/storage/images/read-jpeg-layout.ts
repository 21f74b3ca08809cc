import { type ImageLayout, mostNotes } from "./image-layout.ts";

/**
 * No honest photo has more: most have one scan, those that appear by and by about ten, the most eager encoder's two dozen. Each goes over all pixels again and costs
 * its sender a hundred bytes: 64 of them take the decoder a second, the thousands that fit into half a megabyte half a minute.
 */
const mostScans = 64;

/**
 * Walks a JPEG's segments and scans up to its end-of-image marker (ITU T.81, B.1) as the decoder does (libjpeg), so that no scan escapes the count. Null when they do not
 * add up, when there are too many, and for the codings that no browser shows. A file that breaks off within a scan ends there.
 */
export function readJpegLayout(bytes: Buffer): ImageLayout | null {
  const notes: Buffer[] = [];
  let frame: Frame | null = null;
  let scans = 0;
  let held = 0;
  let at = skipFill(bytes, 2);
  while (at < bytes.length && !isEnd(bytes, at)) {
    const segment = readSegment(bytes, at);
    if (!segment) return null;
    const { marker, body } = segment;
    if (isFrameStart(marker)) {
      frame = frame ? null : readFrame(marker, body);
      if (!frame) return null;
    }
    if (marker === startOfScan) {
      if (!frame) return null;
      if (scans === 0) held = heldAtOnce(frame, body);
      scans += 1;
    }
    if (isNote(marker)) notes.push(body);
    if (notes.length > mostNotes || scans > mostScans) return null;
    at = scans > 0 ? findMarker(bytes, segment.end) : skipFill(bytes, segment.end);
  }
  if (!frame || scans === 0) return null;
  const { width, height } = frame;
  return { width, height, held, notes, end: Math.min(at + 2, bytes.length) };
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

function isEnd(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xff && bytes[at + 1] === endOfImage;
}

/** Any number of 0xff may stand before a marker. */
function skipFill(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
  return at;
}

/**
 * Passes over a scan's data, and over what else the decoder passes over in search of a marker. Byte by byte, which takes at most 10 ms, whatever the bytes: a search for
 * the next 0xff is faster in a photo, and takes fifteen times as long where every other byte is one.
 */
function findMarker(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff && beginsSegment(bytes[at + 1] ?? 0)) return at;
  }
  return bytes.length;
}

/** Not what stands for a byte of data (0x00), a fill byte (0xff), RST0 to RST7, nor what is reserved, which the decoder skips without a length. */
function beginsSegment(marker: number): boolean {
  return marker >= 0xc0 && marker < 0xff && (marker < 0xd0 || marker > 0xd7);
}

function readSegment(bytes: Buffer, at: number) {
  const marker = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || !beginsSegment(marker) || at + 4 > bytes.length) return null;
  const length = bytes.readUInt16BE(at + 2);
  const end = at + 2 + length;
  if (length < 2 || end > bytes.length) return null;
  return { marker, body: bytes.subarray(at + 4, end), end };
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** APP0 to APP15 and COM. */
function isNote(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** What a frame says of the image. `samples`: how many there are for a pixel, which for colours is often a fraction. */
type Frame = {
  width: number;
  height: number;
  isProgressive: boolean;
  components: number;
  samples: number;
};

const progressive = 0xc2;

/**
 * Baseline, extended and progressive; null for other codings. The decoder knows arithmetic ones as well, which take seconds for a scan of no data at all.
 */
function readFrame(marker: number, body: Buffer): Frame | null {
  const components = body[5] ?? 0;
  if (marker > progressive || components === 0 || body.length < 6 + 3 * components) return null;
  const factors = Array.from({ length: components }, (_, index) => body[7 + 3 * index] ?? 0);
  const across = factors.map((factor) => factor >> 4);
  const down = factors.map((factor) => factor & 15);
  const blocks = across.reduce((sum, each, index) => sum + each * (down[index] ?? 0), 0);
  return {
    height: body.readUInt16BE(1),
    width: body.readUInt16BE(3),
    isProgressive: marker === progressive,
    components,
    samples: blocks / (Math.max(...across) * Math.max(...down)),
  };
}

/** Where the first scan does not bring the pixels whole, the decoder keeps two bytes for each sample until the last one has come. */
function heldAtOnce(frame: Frame, firstScan: Buffer): number {
  const isWhole = !frame.isProgressive && firstScan[0] === frame.components;
  return isWhole ? 0 : frame.width * frame.height * frame.samples * 2;
}
