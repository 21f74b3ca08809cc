import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import {
  phonePhoto,
  pngWithTexts,
  smallJpeg,
  truncatedJpeg,
  withGainMap,
} from "../../../tests/support/images.ts";
import {
  killPictureProcessesDuring,
  signalPictureProcesses,
} from "../../../tests/support/picture-processes.ts";
import { bodyLimits } from "../../limits.ts";
import { createPictureWorker } from "./picture-worker.ts";

/** With a longer time limit than in production, because only one test is about it. */
const worker = createPictureWorker(60_000);
afterAll(() => worker.stop());

const folder = mkdtempSync(join(tmpdir(), "notes-pictures-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A job that cleans an upload from a temporary file. */
function cleaning(bytes: Buffer) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, bytes);
  return { kind: "clean", path, rendition: null } as const;
}

const clean = async (bytes: Buffer) => (await worker.run(cleaning(bytes))).bytes;

describe("createPictureWorker", () => {
  test("a phone's photo is turned upright, scaled down and stripped of metadata", async () => {
    const { width, height, exif } = await sharp(await clean(await phonePhoto())).metadata();
    expect([width, height, exif]).toEqual([1440, 1920, undefined]);
  });

  test("a photo is returned with the requested first rendition", async () => {
    const rendition = {
      width: 320,
      height: 0,
      resize: "cover",
      quality: 75,
      format: "webp",
    } as const;
    const made = await worker.run({ ...cleaning(await phonePhoto()), rendition });
    const { width, format } = await sharp(made.rendition).metadata();
    expect([width, format]).toEqual([320, "webp"]);
  });

  test("concurrent jobs each get their own result", async () => {
    const sides = [64, 128, 256, 320];
    const made = await Promise.all(sides.map(async (side) => clean(await smallJpeg(side, side))));
    const widths = await Promise.all(
      made.map(async (bytes) => (await sharp(bytes).metadata()).width),
    );
    expect(widths).toEqual(sides);
  });

  test("a broken photo is reported as broken, and the next one succeeds", async () => {
    await expect(clean(await truncatedJpeg())).rejects.toMatchObject({ reason: "broken" });
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });

  test.each([false, true])(
    "a truncated photo with an end marker is broken (progressive: %s)",
    async (progressive) => {
      const whole = await sharp(await smallJpeg())
        .jpeg({ progressive })
        .toBuffer();
      const half = whole.subarray(0, whole.length / 2);
      const closed = Buffer.concat([half, Buffer.from([0xff, 0xd9])]);
      await expect(clean(closed)).rejects.toMatchObject({ reason: "broken" });
    },
  );

  test("a photo with stray bytes between its segments is accepted", async () => {
    const whole = await smallJpeg();
    const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
    const stray = Buffer.from([0x12, 0x34, 0x56]);
    const strayed = Buffer.concat([whole.subarray(0, scan), stray, whole.subarray(scan)]);
    await expect(sharp(strayed, { failOn: "warning" }).toBuffer()).rejects.toThrow("extraneous");
    await expect(clean(strayed)).resolves.toBeInstanceOf(Buffer);
  });

  test("a job after a stop starts a new process", async () => {
    await clean(await smallJpeg());
    await worker.stop();
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });

  test("photos in a killed process are retried in another one", async () => {
    const photos = [await phonePhoto(), await smallJpeg(), await smallJpeg()];
    const made = Promise.all(photos.map(clean));
    signalPictureProcesses("SIGKILL");
    expect((await made).every((bytes) => bytes.length > 0)).toBe(true);
  });

  test("a photo fails after two killed processes, and the next one succeeds", async () => {
    const photo = await smallJpeg();
    const made = killPictureProcessesDuring(() => clean(photo));
    await expect(made).rejects.toMatchObject({ reason: "died" });
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });

  test("a broken photo does not affect concurrent ones", async () => {
    const [small, broken] = [await smallJpeg(), await truncatedJpeg()];
    const answers = [clean(small), clean(broken), clean(small), clean(small)];
    const outcomes = (await Promise.allSettled(answers)).map(({ status }) => status);
    expect(outcomes).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  });

  test("a photo that takes too long fails, and the next one succeeds", async () => {
    const hasty = createPictureWorker(6_000);
    const slow = hasty.run(cleaning(await phonePhoto()));
    signalPictureProcesses("SIGSTOP");
    await expect(slow).rejects.toMatchObject({ reason: "slow" });
    await expect(hasty.run(cleaning(await smallJpeg()))).resolves.toMatchObject({});
    await hasty.stop();
    signalPictureProcesses("SIGKILL");
  });

  test("the largest photo of a phone is processed, even a progressive one", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 26 } as const;
    const raw = { width: 2040, height: 1530, channels: 3 } as const;
    const drawn = await sharp({ create: { ...raw, background: "#808080", noise } })
      .raw()
      .toBuffer();
    const plain = await sharp(drawn, { raw })
      .resize(8160, 6120, { kernel: "linear" })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 75 })
      .toBuffer();
    const progressive = await sharp(plain)
      .keepMetadata()
      .jpeg({ quality: 75, progressive: true })
      .toBuffer();
    for (const bytes of [plain, progressive]) {
      expect(bytes.length).toBeGreaterThan(7_000_000);
      expect(bytes.length).toBeLessThan(bodyLimits.file);
      expect((await sharp(await clean(bytes)).metadata()).height).toBe(1920);
    }
  });

  const fullColour = () =>
    sharp({ create: { width: 7070, height: 7070, channels: 3, background: "#345678" } })
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
  test.each([
    ["compressed texts of gigabytes", () => pngWithTexts("zTXt", { texts: 50, bytes: 40_000_000 })],
    [
      "compressed UTF-8 texts of gigabytes",
      () => pngWithTexts("iTXt", { texts: 50, bytes: 40_000_000 }),
    ],
    ["progressive pixels", fullColour],
    ["progressive pixels and a gain map", async () => withGainMap(await fullColour())],
  ])("a picture with %s hits the memory limit, the next succeeds", async (_, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThan(bodyLimits.file);
    await expect(clean(bytes)).rejects.toMatchObject({ code: "EntityTooLarge" });
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });
});
