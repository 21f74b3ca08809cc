import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import * as images from "#backend-tests/support/images.ts";
import { inspectPicture, withDetectedType } from "./inspect-picture.ts";

const heic = readFileSync(new URL("../../../tests/e2e/pictures/phone.heic", import.meta.url));

/** A JPEG with a whole JPEG in its EXIF, like a camera's thumbnail. */
async function jpegWithThumbnail(): Promise<Buffer> {
  const [photo, thumbnail] = [await images.smallJpeg(), await images.smallJpeg(64, 48)];
  const length = Buffer.alloc(2);
  length.writeUInt16BE(thumbnail.length + 2);
  const note = Buffer.concat([Buffer.from([0xff, 0xe1]), length, thumbnail]);
  return Buffer.concat([photo.subarray(0, 2), note, photo.subarray(2)]);
}

const jpegAs = async (options: object) =>
  sharp(await images.smallJpeg())
    .jpeg(options)
    .toBuffer();

const pictures = [
  { kind: "baseline JPEG", type: "image/jpeg", make: () => images.smallJpeg() },
  { kind: "progressive JPEG", type: "image/jpeg", make: () => jpegAs({ progressive: true }) },
  { kind: "JPEG with a thumbnail", type: "image/jpeg", make: jpegWithThumbnail },
  { kind: "PNG", type: "image/png", make: () => images.smallPng() },
  { kind: "WEBP", type: "image/webp", make: () => images.smallWebp() },
  { kind: "HEIC", type: "image/heic", make: async () => heic },
];

const fileOf = (bytes: Buffer, name = "frente.jpg", type = "image/jpeg") =>
  new File([new Uint8Array(bytes)], name, { type });

/** The first part of a PNG, with its IDAT cut there and an end chunk added. */
function closePng(whole: Buffer, share: number): Buffer {
  const idat = whole.indexOf("IDAT");
  const kept = Math.floor(whole.readUInt32BE(idat - 4) * share);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(kept);
  const before = whole.subarray(0, idat - 4);
  const data = whole.subarray(idat, idat + 4 + kept);
  return Buffer.concat([before, length, data, Buffer.alloc(4), whole.subarray(-12)]);
}

describe("Photos: truncated files", () => {
  test.each(pictures)("a dealer's truncated $kind is rejected as damaged", async ({ make }) => {
    const whole = await make();
    const kept = [0.1, 0.5, 0.9].map((share) => Math.floor(whole.length * share));
    for (const length of [16, ...kept, whole.length - 2, whole.length - 1]) {
      expect(await inspectPicture(fileOf(whole.subarray(0, length))), `${length} bytes`).toEqual({
        accepted: false,
        isDamaged: true,
        reason: "No se pudo abrir «frente.jpg»: puede estar dañada.",
      });
    }
  });

  test("a dealer's JPEG that ends in zeros is rejected as damaged", async () => {
    const photo = await images.smallJpeg();
    photo.fill(0, Math.floor(photo.length / 2));
    expect(await inspectPicture(fileOf(photo))).toMatchObject({ isDamaged: true });
  });

  test.each(["8 bits", "16 bits", "grey", "a palette"])(
    "a dealer's truncated PNG of %s with a repaired end is rejected as damaged",
    async (kind) => {
      const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
      const picture = sharp({
        create: { width: 300, height: 200, channels: 3, background: "#808080", noise },
      });
      if (kind === "grey") picture.greyscale();
      if (kind === "16 bits") picture.toColourspace("rgb16");
      const whole = await picture.png({ palette: kind === "a palette" }).toBuffer();
      expect(await inspectPicture(fileOf(whole))).toEqual({ accepted: true });
      for (const share of [0.3, 0.6, 0.95]) {
        const closed = closePng(whole, share);
        expect(await inspectPicture(fileOf(closed)), `${share}`).toMatchObject({ isDamaged: true });
      }
    },
  );

  test("a dealer's truncated WEBP with a repaired size is rejected as damaged", async () => {
    const whole = await images.smallWebp();
    const cut = Buffer.from(whole.subarray(0, Math.floor(whole.length / 2)));
    cut.writeUInt32LE(cut.length - 8, 4);
    expect(await inspectPicture(fileOf(cut))).toMatchObject({ isDamaged: true });
    cut.writeUInt32LE(30, 16);
    expect(await inspectPicture(fileOf(cut.subarray(0, 50)))).toMatchObject({ isDamaged: true });
  });

  test.each(pictures)("a dealer's $kind with bytes after its end is accepted", async ({ make }) => {
    for (const tail of [Buffer.alloc(1), Buffer.alloc(5000), Buffer.from("SEFHe\0\0\0")]) {
      const bytes = Buffer.concat([await make(), tail]);
      expect(await inspectPicture(fileOf(bytes))).toEqual({ accepted: true });
    }
  });

  test.each([
    { kind: "motion photo", make: images.motionPhoto },
    { kind: "photo with a gain map", make: async () => images.withGainMap(await jpegAs({})) },
    { kind: "photo from a phone", make: images.phonePhoto },
    { kind: "optimised JPEG", make: () => jpegAs({ mozjpeg: true }) },
  ])("a dealer's $kind is accepted", async ({ make }) => {
    expect(await inspectPicture(fileOf(await make()))).toEqual({ accepted: true });
  });
});

describe("Photos: names and types", () => {
  const labels = [
    { name: "IMG_0042", type: "" },
    { name: "foto.txt", type: "text/plain" },
    { name: "foto.pdf", type: "application/octet-stream" },
    { name: "foto.png", type: "image/png" },
  ];
  test.each(pictures)("a dealer's $kind is recognized by its content", async ({ make, type }) => {
    const bytes = await make();
    for (const label of labels) {
      const file = fileOf(bytes, label.name, label.type);
      expect(await inspectPicture(file)).toEqual({ accepted: true });
      const typed = await withDetectedType(file);
      expect([typed.type, typed.name, typed.size]).toEqual([type, label.name, bytes.length]);
    }
  });

  test("a dealer's text file keeps its declared type", async () => {
    const text = new File(["Lista de precios"], "precios.txt", { type: "text/plain" });
    expect(await withDetectedType(text)).toBe(text);
  });

  test("a dealer's text file renamed to .jpg is rejected as not an image", async () => {
    const text = new File(["Lista de precios"], "precios.jpg", { type: "image/jpeg" });
    expect(await inspectPicture(text)).toEqual({
      accepted: false,
      isDamaged: false,
      reason: "«precios.jpg» no es una imagen PNG, JPG, WEBP o HEIC, aunque su nombre lo diga.",
    });
  });

  test("a dealer's empty or SVG file is rejected", async () => {
    expect(await inspectPicture(new File([], "nada.jpg", { type: "image/jpeg" }))).toMatchObject({
      accepted: false,
    });
    const svg = new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "a.png", {
      type: "image/png",
    });
    expect(await inspectPicture(svg)).toMatchObject({ accepted: false });
  });
});
