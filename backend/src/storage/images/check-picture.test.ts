import { describe, expect, test } from "vitest";
import * as images from "../../../tests/support/images.ts";
import { checkPicture } from "./check-picture.ts";

const verdict = (bytes: Buffer) => checkPicture(bytes).catch((error: Error) => error.message);

describe("checkPicture", () => {
  test.each([
    { file: "JPEG", make: images.smallJpeg, type: "image/jpeg" },
    { file: "PNG", make: images.smallPng, type: "image/png" },
    { file: "WEBP", make: images.smallWebp, type: "image/webp" },
    { file: "motion photo", make: images.motionPhoto, type: "image/jpeg" },
  ])("a valid $file is recognized", async ({ make, type }) => {
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
  ])("a $file is rejected as $type", async ({ make, type }) => {
    expect(await verdict(await make())).toBe(`mime type ${type} is not supported`);
  });

  test("a pixel bomb is rejected by its header", async () => {
    expect(await verdict(images.pixelBomb())).toContain("number of pixels");
    expect(await verdict(images.pixelBomb(1, 65_536))).toContain("number of pixels");
    expect(await verdict(images.pixelBomb(50_000_000, 1))).toContain("number of pixels");
    expect(await verdict(images.pixelBomb(1, 65_535))).toBe("image/png");
  });

  test("every truncated PNG is rejected, even if only its end is missing", async () => {
    const whole = await images.smallPng(8, 8);
    for (let length = 0; length < whole.length; length += 1) {
      expect(await verdict(whole.subarray(0, length))).not.toBe("image/png");
    }
  });
});
