import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { phonePhoto, smallJpeg, truncatedJpeg } from "#tests/support/images.ts";
import { createPictureWorker } from "./picture-worker.ts";

const worker = createPictureWorker();
afterAll(() => worker.stop());

const clean = (bytes: Buffer) => worker.run({ kind: "clean", bytes, type: "image/jpeg" });

describe("createPictureWorker", { timeout: 30_000 }, () => {
  test("a phone's photo comes back upright, bounded and without its notes", async () => {
    const { width, height, exif } = await sharp(await clean(await phonePhoto())).metadata();
    expect([width, height, exif]).toEqual([1440, 1920, undefined]);
  });

  test("several jobs at once each get their own answer", async () => {
    const sides = [64, 128, 256, 320];
    const made = await Promise.all(sides.map(async (side) => clean(await smallJpeg(side, side))));
    const widths = await Promise.all(
      made.map(async (bytes) => (await sharp(bytes).metadata()).width),
    );
    expect(widths).toEqual(sides);
  });

  test("a broken photo is the sender's fault, and the next one is made", async () => {
    await expect(clean(await truncatedJpeg())).rejects.toMatchObject({ crashed: false });
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });

  test("a job that comes after the end starts a process anew", async () => {
    await clean(await smallJpeg());
    await worker.stop();
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });
});
