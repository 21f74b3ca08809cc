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
