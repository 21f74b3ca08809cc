import { describe, expect, test } from "vitest";
import * as images from "#tests/support/images.ts";
import { inspectImage } from "./inspect-image.ts";

const refusal = (bytes: Buffer) => {
  try {
    return inspectImage(bytes);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

describe("inspectImage", () => {
  test.each([
    { file: "JPEG", make: images.smallJpeg, type: "image/jpeg" },
    { file: "PNG", make: images.smallPng, type: "image/png" },
    { file: "WEBP", make: images.smallWebp, type: "image/webp" },
    { file: "motion photo", make: images.motionPhoto, type: "image/jpeg" },
  ])("a dealer's honest $file is known for what it is", async ({ make, type }) => {
    expect(inspectImage(await make())).toBe(type);
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
    expect(refusal(await make())).toBe(`mime type ${type} is not supported`);
  });

  test("an attacker's pixel bomb is refused from its header", () => {
    expect(refusal(images.pixelBomb())).toContain("number of pixels");
    expect(refusal(images.pixelBomb(1, 65_536))).toContain("number of pixels");
    expect(refusal(images.pixelBomb(50_000_000, 1))).toContain("number of pixels");
    expect(inspectImage(images.pixelBomb(1, 65_535))).toBe("image/png");
  });

  test("an attacker's photo of nothing but comments is refused, and a dealer's with a few is not", async () => {
    const photo = await images.smallJpeg();
    const emptyComment = Buffer.from([0xff, 0xfe, 0, 2]);
    const withComments = (count: number) =>
      Buffer.concat([photo.subarray(0, 2), ...Array(count).fill(emptyComment), photo.subarray(2)]);
    expect(refusal(withComments(2_000))).toContain("broken image/jpeg");
    expect(inspectImage(withComments(200))).toBe("image/jpeg");
  });

  test("an attacker's photo of more scans than honest ones have is refused, wherever they hide, and one of sixty-four is not", () => {
    expect(inspectImage(images.scanBomb(64))).toBe("image/jpeg");
    expect(refusal(images.scanBomb(65))).toContain("broken image/jpeg");
    const [photo, more] = [images.scanBomb(2), images.scanBomb(800)];
    for (const skipped of [0x01, 0x02, 0xbf, 0xd0, 0xd7]) {
      const cover = Buffer.from([0xff, skipped, 0x40, 0]);
      const hidden = Buffer.concat([photo.subarray(0, -2), cover, more.subarray(-0x4000)]);
      expect(refusal(hidden)).toContain("broken image/jpeg");
    }
  });

  test("an attacker's comment between the scans of a photo is read as one before them is", () => {
    const [start, end] = [images.scanBomb(2).subarray(0, -2), Buffer.from([0xff, 0xd9])];
    const comment = (text: string) =>
      Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), Buffer.from(text, "latin1")]);
    const withComment = (text: string) => Buffer.concat([start, comment(text), end]);
    expect(inspectImage(withComment("hecha con \xff\xd9 cuidado"))).toBe("image/jpeg");
    expect(refusal(withComment("\xff\xd9<script>"))).toContain("foreign content");
    const afterEnd = Buffer.concat([withComment("\xff\xd9"), images.htmlPage]);
    expect(refusal(afterEnd)).toContain("foreign content");
  });

  const halved = [0x22, 0x11, 0x11];
  const full = [0x11, 0x11, 0x11];
  test.each([
    ["50 MP baseline", images.jpegOf({ coding: 0xc0, side: 7070, sampling: [...full, 0x11] })],
    ["50 MP progressive", images.jpegOf({ coding: 0xc2, side: 7070, sampling: halved })],
    ["26 MP progressive", images.jpegOf({ coding: 0xc2, side: 5100, sampling: full })],
    ["39 MP interlaced", images.interlacedPng(6_250, 8)],
  ])("a dealer's picture of %s fits into memory", (_, bytes) => {
    expect(refusal(bytes)).toMatch(/^image/);
  });

  test.each([
    ["full colour", images.jpegOf({ coding: 0xc2, side: 7070, sampling: full })],
    ["four colours", images.jpegOf({ coding: 0xc2, side: 7070, sampling: [...full, 0x11] })],
    ["colours apart", images.jpegOf({ coding: 0xc0, side: 7070, sampling: full }, 1)],
    ["pixels all over", images.interlacedPng(7070, 8)],
    ["16 bits all over", images.interlacedPng(5_000, 16)],
  ])(
    "an attacker's picture that is decoded at once, with %s, is refused from its header",
    (_, bytes) => {
      expect(refusal(bytes)).toContain("too much memory");
    },
  );

  test("an attacker's photo in a coding that no browser shows is refused", () => {
    for (const coding of [0xc3, 0xc5, 0xc9, 0xca, 0xcf]) {
      const bytes = images.jpegOf({ coding, side: 64, sampling: full });
      expect(refusal(bytes)).toContain("broken image/jpeg");
    }
  });

  test("every prefix of an honest file is refused or read, and never breaks the reader", async () => {
    for (const whole of [await images.smallJpeg(64, 48), await images.smallPng(8, 8)]) {
      for (let length = 0; length < whole.length; length += 1) {
        expect(refusal(whole.subarray(0, length))).toEqual(expect.any(String));
      }
    }
  });

  test("every single damaged byte of an honest header is refused or read, and never breaks the reader", async () => {
    for (const whole of [await images.smallWebp(64, 48), await images.smallPng(8, 8)]) {
      for (let at = 0; at < Math.min(whole.length, 400); at += 1) {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ 0xff;
        expect(refusal(damaged)).toEqual(expect.any(String));
      }
    }
  });
});
