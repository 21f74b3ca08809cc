import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makeRendition } from "./make-rendition.ts";
import { isWholePicture } from "./rendition-store.ts";

const formats = ["avif", "webp", "jpeg", "png"] as const;

async function photo(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
  const create = { width: 400, height: 300, channels: 3, background: "#a33", noise } as const;
  return sharp({ create }).jpeg().toBuffer();
}

const clear = { r: 1, g: 2, b: 3, alpha: 0.4 };

function logo(): Promise<Buffer> {
  const create = { width: 90, height: 60, channels: 4, background: clear } as const;
  return sharp({ create }).png().toBuffer();
}

describe.each([
  { what: "a photo", original: photo },
  { what: "a logo one can see through", original: logo },
])("a rendition of $what", ({ original }) => {
  test.each(formats)("as %s is whole, and is not when its end is missing", async (format) => {
    const shape = { width: 160, height: 0, resize: "cover", quality: 75 } as const;
    const bytes = await makeRendition(await original(), { ...shape, format });
    expect(isWholePicture(bytes, format)).toBe(true);
    const lengths = Array.from({ length: bytes.length }, (_, length) => length);
    expect(lengths.filter((length) => isWholePicture(bytes.subarray(0, length), format))).toEqual(
      [],
    );
  });
});
