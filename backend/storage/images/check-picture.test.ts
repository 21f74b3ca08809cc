import sharp from "sharp";
import { describe, expect, test } from "vitest";
import * as images from "#tests/support/images.ts";
import { checkPicture } from "./check-picture.ts";

const verdict = (bytes: Buffer) => checkPicture(bytes).catch((error: Error) => error.message);

describe("checkPicture", () => {
  test.each([
    { file: "JPEG", make: images.smallJpeg, type: "image/jpeg" },
    { file: "PNG", make: images.smallPng, type: "image/png" },
    { file: "WEBP", make: images.smallWebp, type: "image/webp" },
    { file: "motion photo", make: images.motionPhoto, type: "image/jpeg" },
  ])("a dealer's honest $file is known for what it is", async ({ make, type }) => {
    expect(await verdict(await make())).toBe(type);
  });

  test.each([
    { file: "SVG", make: () => images.svgImage, type: "image/svg+xml" },
    { file: "page", make: () => images.htmlPage, type: "text/html" },
    { file: "text file", make: () => images.textFile, type: "application/octet-stream" },
    { file: "HEIC", make: () => images.heicHeader, type: "image/heic" },
    { file: "PNG with a page", make: images.polyglotPng, type: "image/png with foreign content" },
    {
      file: "JPEG with a page",
      make: images.polyglotJpeg,
      type: "image/jpeg with foreign content",
    },
    { file: "JPEG with a ZIP", make: images.archiveJpeg, type: "image/jpeg with foreign content" },
  ])("an attacker's $file is refused as $type", async ({ make, type }) => {
    expect(await verdict(await make())).toBe(`mime type ${type} is not supported`);
  });

  test("an attacker's pixel bomb is refused from its header", async () => {
    expect(await verdict(images.pixelBomb())).toContain("number of pixels");
    expect(await verdict(images.pixelBomb(1, 65_536))).toContain("number of pixels");
    expect(await verdict(images.pixelBomb(50_000_000, 1))).toContain("number of pixels");
    expect(await verdict(images.pixelBomb(1, 65_535))).toBe("image/png");
  });

  test.each(["zTXt", "iTXt"] as const)(
    "a dealer's PNG with a few notes as %s is known, an attacker's whose notes unpack to more than fits is refused before",
    async (kind) => {
      const notes = { texts: 5, bytes: 1_000_000 };
      expect(await verdict(await images.pngWithTexts(kind, notes))).toBe("image/png");
      for (const bomb of [
        { texts: 50, bytes: 7_900_000 },
        { texts: 1, bytes: 50_000_000 },
        { texts: 1_000, bytes: 1 },
      ]) {
        expect(await verdict(await images.pngWithTexts(kind, bomb))).toContain("too much text");
      }
    },
  );

  const halved = [0x22, 0x11, 0x11];
  const full = [0x11, 0x11, 0x11];
  test.each([
    ["50 MP baseline", images.jpegOf({ coding: 0xc0, side: 7070, sampling: full })],
    ["50 MP progressive", images.jpegOf({ coding: 0xc2, side: 7070, sampling: halved })],
    ["26 MP progressive", images.jpegOf({ coding: 0xc2, side: 5100, sampling: full })],
  ])("a dealer's picture of %s fits into memory", async (_, bytes) => {
    expect(await verdict(bytes)).toBe("image/jpeg");
  });

  test.each([
    ["full colour", images.jpegOf({ coding: 0xc2, side: 7070, sampling: full })],
    ["four colours", images.jpegOf({ coding: 0xc2, side: 7070, sampling: [...full, 0x11] })],
    ["colours apart", images.jpegOf({ coding: 0xc0, side: 7070, sampling: full }, 1)],
    ["pixels all over", images.interlacedPng(7070, 8)],
    ["16 bits all over", images.interlacedPng(5_000, 16)],
  ])(
    "an attacker's picture that is decoded at once, with %s, is refused from its header",
    async (_, bytes) => {
      expect(await verdict(bytes)).toContain("too much memory");
    },
  );

  test("a dealer's photo with a gain map is known, an attacker's that needs too much memory is refused with one, too", async () => {
    const modest = await images.withGainMap(await images.smallJpeg());
    expect((await sharp(modest).metadata()).gainMap).toBeDefined();
    expect(await verdict(modest)).toBe("image/jpeg");
    const background = "#345678";
    const large = await sharp({ create: { width: 7070, height: 7070, channels: 3, background } })
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
    expect(await verdict(large)).toContain("too much memory");
    expect(await verdict(await images.withGainMap(large))).toContain("too much memory");
  });

  test("every prefix of an honest file is refused or read, and never breaks the reader", async () => {
    const whole = await images.smallPng(8, 8);
    for (let length = 0; length < whole.length; length += 1) {
      expect(await verdict(whole.subarray(0, length))).toEqual(expect.any(String));
    }
  });
});
