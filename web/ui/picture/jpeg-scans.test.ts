import sharp from "sharp";
import { describe, expect, test } from "vitest";
import * as images from "#backend-tests/support/images.ts";
import { hasAllPixels } from "./jpeg-scans.ts";

const end = Buffer.from([0xff, 0xd9]);
const scanMarker = Buffer.from([0xff, 0xda]);

const jpeg =
  (options: object, [width, height] = [321, 243]) =>
  async () =>
    sharp(await images.smallJpeg(width, height))
      .jpeg(options)
      .toBuffer();

const inColours = (colours: "b-w" | "cmyk", options: object) => async () =>
  sharp(await images.smallJpeg())
    .toColourspace(colours)
    .jpeg(options)
    .toBuffer();

const photos = [
  { kind: "baseline", make: jpeg({}) },
  { kind: "narrow", make: jpeg({}, [16, 640]) },
  { kind: "full colour", make: jpeg({ chromaSubsampling: "4:4:4" }) },
  { kind: "progressive", make: jpeg({ progressive: true }) },
  {
    kind: "progressive full colour",
    make: jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
  },
  { kind: "mozjpeg", make: jpeg({ mozjpeg: true, quality: 95 }) },
  { kind: "grey", make: inColours("b-w", {}) },
  { kind: "grey progressive", make: inColours("b-w", { progressive: true }) },
  { kind: "CMYK", make: inColours("cmyk", {}) },
  { kind: "phone's", make: images.phonePhoto },
];

describe("the pixels of a JPEG", () => {
  test.each(photos)("a complete $kind photo has all of them", async ({ make }) => {
    const whole = await make();
    expect(hasAllPixels(whole)).toBe(true);
    expect(hasAllPixels(Buffer.concat([whole, await images.smallJpeg()]))).toBe(true);
  });

  test.each(photos)("a truncated $kind photo with a repaired end lacks some", async ({ make }) => {
    const whole = await make();
    const scan = whole.indexOf(scanMarker) + scanMarker.length;
    for (const share of [0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97]) {
      const length = scan + Math.floor(share * (whole.length - scan));
      const cut = Buffer.concat([whole.subarray(0, length), end]);
      expect(hasAllPixels(cut), `${share}`).toBe(false);
    }
  });

  test("a progressive photo cut between two scans lacks some", async () => {
    const whole = await jpeg({ progressive: true })();
    const scans = [...whole.keys()].filter((at) => whole.subarray(at).indexOf(scanMarker) === 0);
    expect(scans.length).toBeGreaterThan(5);
    for (const at of scans.slice(0, 3)) {
      expect(hasAllPixels(Buffer.concat([whole.subarray(0, at), end])), `${at}`).toBe(false);
    }
  });

  test("a photo with arithmetic coding, which browsers cannot draw, has none", async () => {
    const photo = await jpeg({})();
    photo[photo.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
    expect(hasAllPixels(photo)).toBe(false);
  });
});
