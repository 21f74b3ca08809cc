import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { phonePhoto, smallJpeg, truncatedJpeg } from "#tests/support/images.ts";
import {
  killPictureProcessesDuring,
  signalPictureProcesses,
} from "#tests/support/picture-processes.ts";
import { createPictureWorker } from "./picture-worker.ts";

const worker = createPictureWorker();
afterAll(() => worker.stop());

const folder = mkdtempSync(join(tmpdir(), "notes-pictures-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A job that cleans an upload, which lies in a file as uploads do. */
function cleaning(bytes: Buffer) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, bytes);
  return { kind: "clean", path } as const;
}

const clean = async (bytes: Buffer) => (await worker.run(cleaning(bytes))).bytes;

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
    await expect(clean(await truncatedJpeg())).rejects.toMatchObject({ reason: "broken" });
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });

  test("a job that comes after the end starts a process anew", async () => {
    await clean(await smallJpeg());
    await worker.stop();
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });

  test("photos whose process is killed are made by another one", async () => {
    const photos = [await phonePhoto(), await smallJpeg(), await smallJpeg()];
    const made = Promise.all(photos.map(clean));
    signalPictureProcesses("SIGKILL");
    expect((await made).every((bytes) => bytes.length > 0)).toBe(true);
  });

  test("a photo whose processes are killed again and again is refused, and the next one is made", async () => {
    const photo = await smallJpeg();
    const made = killPictureProcessesDuring(() => clean(photo));
    await expect(made).rejects.toMatchObject({ reason: "died" });
    await expect(clean(await smallJpeg())).resolves.toBeInstanceOf(Buffer);
  });

  test("a photo that ends every process that takes it up is refused, and those beside it are made", async () => {
    const deadly = JSON.parse('{ "kind": "rendition" }');
    const small = await smallJpeg();
    const answers = [clean(small), worker.run(deadly), clean(small), clean(small)];
    const outcomes = (await Promise.allSettled(answers)).map(({ status }) => status);
    expect(outcomes).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    await expect(answers[1]).rejects.toMatchObject({ reason: "died" });
  });

  test("a photo that takes too long is refused, and those beside it are made", async () => {
    const hasty = createPictureWorker(3_000);
    const photos = [await phonePhoto(), await smallJpeg(), await smallJpeg()];
    const [slow, ...others] = photos.map((bytes) => hasty.run(cleaning(bytes)));
    signalPictureProcesses("SIGSTOP");
    await expect(slow).rejects.toMatchObject({ reason: "slow" });
    await expect(Promise.all(others)).resolves.toHaveLength(2);
    await hasty.stop();
  });
});
