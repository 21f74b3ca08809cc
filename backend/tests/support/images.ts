import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A picture with as much detail as a photo: a gradient and a camera's grain. */
function drawPhoto(width: number, height: number, sigma = 14): Sharp {
  const light =
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0.3" y2="1">
      <stop offset="0" stop-color="#4f86c6"/><stop offset="0.6" stop-color="#e7d8c3"/>
      <stop offset="1" stop-color="#3a3f45"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <rect x="${width * 0.2}" y="${height * 0.45}" width="${width * 0.6}" height="${height * 0.3}"
      rx="${height * 0.1}" fill="#a3202c"/></svg>`);
  const grain = { type: "gaussian", mean: 128, sigma } as const;
  return sharp({ create: { width, height, channels: 3, background: "#808080", noise: grain } })
    .composite([{ input: light, blend: "hard-light" }])
    .removeAlpha();
}

/** A small valid JPEG. */
export function smallJpeg(width = 640, height = 480): Promise<Buffer> {
  return drawPhoto(width, height).jpeg({ quality: 85 }).toBuffer();
}

/** A small valid PNG, half transparent like a logo. */
export function smallPng(width = 320, height = 240): Promise<Buffer> {
  const background = { r: 200, g: 40, b: 40, alpha: 0.5 };
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}

/** A small valid WEBP. */
export function smallWebp(width = 320, height = 240): Promise<Buffer> {
  return drawPhoto(width, height).webp({ quality: 80 }).toBuffer();
}

/**
 * A phone's photo: a 4032 x 3024 JPEG, held upright (orientation 6), with camera and GPS in its
 * EXIF.
 */
export function phonePhoto(): Promise<Buffer> {
  keptPhonePhoto ??= drawPhonePhoto();
  return keptPhonePhoto;
}

/** Drawn once, because it takes a second. */
let keptPhonePhoto: Promise<Buffer> | undefined;

async function drawPhonePhoto(): Promise<Buffer> {
  const drawn = await drawPhoto(1344, 1008, 30).png({ compressionLevel: 1 }).toBuffer();
  return sharp(drawn)
    .resize(4032, 3024)
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: "Test", Model: "Camera of a test" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "25/1 46/1 12/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "80/1 11/1 30/1",
      },
    })
    .toBuffer();
}

/** An SVG with a script. */
export const svgImage = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);

/** An HTML page. */
export const htmlPage = Buffer.from("<!doctype html><html><script>alert(1)</script></html>");

/** Plain text. */
export const textFile = Buffer.from("Lista de precios\n1. Kona 2023\n".repeat(40));

/** A PNG with an HTML page appended. */
export async function polyglotPng(): Promise<Buffer> {
  return Buffer.concat([await smallPng(), htmlPage]);
}

/** A JPEG with an HTML page in its comment. */
export async function polyglotJpeg(): Promise<Buffer> {
  const photo = await smallJpeg();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, htmlPage.length + 2]), htmlPage]);
  return Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]);
}

/** A JPEG that is also a ZIP archive. */
export async function archiveJpeg(): Promise<Buffer> {
  const emptyArchive = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
  return Buffer.concat([await smallJpeg(), emptyArchive]);
}

/** A valid JPEG with the trailer of a motion photo, as phones write it. */
export async function motionPhoto(): Promise<Buffer> {
  return Buffer.concat([await smallJpeg(), Buffer.from("\0\0\0\x18ftypmp42"), Buffer.alloc(5000)]);
}

/** The first half of a photo, as after a broken transfer. */
export async function truncatedJpeg(): Promise<Buffer> {
  const photo = await smallJpeg();
  return photo.subarray(0, Math.floor(photo.length / 2));
}

/** A PNG of a few kilobytes that claims to have 50,000 x 50,000 pixels. */
export function pixelBomb(width = 50_000, height = width): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(4_000_000), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * A small PNG with compressed texts of `bytes` each, in Latin-1 (zTXt) or, like XMP, in UTF-8
 * (iTXt).
 */
export async function pngWithTexts(
  kind: "zTXt" | "iTXt",
  { texts, bytes }: { texts: number; bytes: number },
): Promise<Buffer> {
  const png = await smallPng(8, 8);
  const head = kind === "zTXt" ? "Comment\0\0" : "Comment\0\u0001\0es\0Nota\0";
  const packed = deflateSync(Buffer.alloc(bytes, "a"), { level: 9 });
  const text = chunk(kind, Buffer.concat([Buffer.from(head, "latin1"), packed]));
  const behindHeader = 33;
  return Buffer.concat([
    png.subarray(0, behindHeader),
    ...Array<Buffer>(texts).fill(text),
    png.subarray(behindHeader),
  ]);
}

/**
 * A JPEG of 50 million grey pixels with many empty scans. Valid (ITU T.81, annex G), but the
 * decoder visits all pixels for each scan.
 */
export function scanBomb(scans: number): Buffer {
  const side = 7070;
  const blocks = Math.ceil(side / 8) ** 2;
  const brightness = Buffer.alloc(Math.ceil(blocks / 8));
  const runOfEmptyBlocks = Buffer.from([0x3f, 0xff, 0]);
  const nothing = Buffer.alloc(
    runOfEmptyBlocks.length * Math.ceil(blocks / 32_767),
    runOfEmptyBlocks,
  );
  const details = Array.from({ length: scans - 1 }, (_, index) => {
    const coefficient = 1 + Math.floor(index / 14);
    const bit = 13 - (index % 14);
    const precision = bit === 13 ? bit : (bit + 1) * 16 + bit;
    return [scan(coefficient, coefficient, precision), nothing];
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xc2, [8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc4, [0x00, 1, ...Array(15).fill(0), 0x00]),
    segment(0xc4, [0x10, 0, 1, ...Array(14).fill(0), 0xe0]),
    scan(0, 0, 0),
    brightness,
    ...details.flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The JPEG with a gain map, as phones write it for HDR screens (Ultra HDR). */
export async function withGainMap(photo: Buffer): Promise<Buffer> {
  const namespaces =
    'xmlns:c="http://ns.google.com/photos/1.0/container/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"';
  const range = 'hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2"';
  const small = await sharp({ create: { width: 16, height: 16, channels: 3, background: "#888" } })
    .greyscale()
    .jpeg()
    .toBuffer();
  const gainMap = insertNote(small, 0xe1, xmp(`${namespaces} ${range}`));
  const head = insertNote(photo, 0xe1, xmp(namespaces));
  const index = Buffer.alloc(82);
  index.write("MPF\0MM\0*\0\0\0\u0008\0\u0003", "latin1");
  index.set([0xb0, 0, 0, 7, 0, 0, 0, 4, 0x30, 0x31, 0x30, 0x30], 14);
  index.set([0xb0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2], 26);
  index.set([0xb0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, 50], 38);
  const size = head.length + 4 + index.length;
  index.writeUInt32BE(0x030000, 54);
  index.writeUInt32BE(size, 58);
  index.writeUInt32BE(gainMap.length, 74);
  index.writeUInt32BE(size - 10, 78);
  return Buffer.concat([insertNote(head, 0xe2, index), gainMap]);
}

function xmp(attributes: string): Buffer {
  return Buffer.from(
    `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ${attributes}/></rdf:RDF></x:xmpmeta>`,
  );
}

function insertNote(jpeg: Buffer, marker: number, body: Buffer): Buffer {
  const frame = Buffer.from([0xff, marker, 0, 0]);
  frame.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), frame, body, jpeg.subarray(2)]);
}

function scan(first: number, last: number, precision: number): Buffer {
  return segment(0xda, [1, 1, 0, first, last, precision]);
}

function segment(marker: number, body: number[]): Buffer {
  return Buffer.from([0xff, marker, 0, body.length + 2, ...body]);
}

/** The start of an iPhone's HEIC file. */
export const heicHeader = Buffer.concat([
  Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
  Buffer.alloc(2000, 1),
]);

function chunk(type: string, body: Buffer): Buffer {
  const name = Buffer.from(type, "latin1");
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(body.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(Buffer.concat([name, body])));
  return Buffer.concat([frame, name, body, check]);
}
