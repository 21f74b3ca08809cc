import sharp from "sharp";
import { describe, expect, test } from "vitest";
import * as images from "../../../tests/support/images.ts";
import { checkPicture } from "./check-picture.ts";
import { cleanPicture } from "./clean-picture.ts";

const clean = async (bytes: Buffer) => cleanPicture(bytes, await checkPicture(bytes));

/** Each format, with part of its bytes, or without the last two. */
const truncatedFiles = [
  { type: "JPEG", make: () => images.smallJpeg() },
  {
    type: "progressive JPEG",
    make: async () =>
      sharp(await images.smallJpeg())
        .jpeg({ progressive: true })
        .toBuffer(),
  },
  { type: "PNG", make: () => images.smallPng() },
  { type: "WEBP", make: () => images.smallWebp() },
].flatMap(({ type, make }) =>
  [0.1, 0.5, 0.9, -2].map((kept) => ({
    file: kept < 0 ? `a ${type} without its last bytes` : `${100 * kept} % of a ${type}`,
    make,
    cut: (whole: Buffer) => whole.subarray(0, kept < 0 ? kept : Math.floor(whole.length * kept)),
  })),
);

describe("cleanPicture", () => {
  test.each(truncatedFiles)(
    "$file is rejected, and the complete file is accepted",
    async ({ make, cut }) => {
      const whole = await make();
      await expect(clean(whole)).resolves.toBeInstanceOf(Buffer);
      await expect(clean(cut(whole))).rejects.toThrow();
    },
  );
});
