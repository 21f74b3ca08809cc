/** Decodes pictures in a child process, without the server's memory and secrets. Exits with it. */
import { readFile } from "node:fs/promises";
import sharp, { type ResizeOptions, type Sharp } from "sharp";
import { pictureLimits } from "../../limits.ts";
import { checkPicture } from "./check-picture.ts";
import { cleanPicture } from "./clean-picture.ts";
import {
  bufferOf,
  type MadePicture,
  type PictureAnswer,
  type PictureJob,
  PictureRefusal,
} from "./picture-jobs.ts";
import type { RenditionFormat, RenditionRequest } from "./rendition-request.ts";

sharp.cache(false);
sharp.concurrency(1);

process.on("disconnect", () => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

process.on("message", async (job: PictureJob) => {
  const watch = setInterval(endIfTooLarge, 10);
  const answer = await work(job).catch(describeFailure);
  clearInterval(watch);
  process.send?.(answer, clearAway);
});

async function work(job: PictureJob): Promise<MadePicture> {
  const bytes = job.kind === "clean" ? await readFile(job.path) : bufferOf(job.bytes);
  const type = await checkPicture(bytes);
  if (job.kind === "rendition") return { bytes: await makeRendition(bytes, job.request), type };
  const clean = await cleanPicture(bytes, type);
  const rendition = job.rendition && (await makeRendition(clean, job.rendition));
  return { bytes: clean, type, ...(rendition && { rendition }) };
}

/**
 * No header shows how much memory a decoder needs, so the process ends if it needs more than for a
 * photo.
 */
function endIfTooLarge(): void {
  if (process.memoryUsage.rss() <= pictureLimits.memory) return;
  const failure = "The image takes too much memory to decode";
  const answer: PictureAnswer = { failure, refused: "EntityTooLarge" };
  process.send?.(answer, () => process.kill(process.pid, "SIGKILL"));
}

/** WhatsApp and others show no preview image above this size. */
const jpegLimit = 300 * 1024;

/** Pictures are never enlarged, except to fill a requested shape. */
async function makeRendition(original: Buffer, request: RenditionRequest): Promise<Buffer> {
  if (request.format !== "jpeg") return encode(original, request, request.quality);
  let quality = request.quality;
  let bytes = await encode(original, request, quality);
  while (bytes.length > jpegLimit && quality > 15) {
    quality -= 15;
    bytes = await encode(original, request, quality);
  }
  return bytes;
}

function encode(original: Buffer, request: RenditionRequest, quality: number): Promise<Buffer> {
  const picture = sharp(original, { failOn: "none" }).resize(fitting(request));
  return formats[request.format](picture, quality).toBuffer();
}

function fitting({ width, height, resize }: RenditionRequest): ResizeOptions {
  if (height === 0) return { width, withoutEnlargement: true };
  if (resize === "contain") return { width, height, fit: "inside", withoutEnlargement: true };
  return { width, height, fit: resize };
}

const formats: Record<RenditionFormat, (picture: Sharp, quality: number) => Sharp> = {
  avif: (picture, quality) => picture.avif({ quality: quality - 20, effort: 2 }),
  webp: (picture, quality) => picture.webp({ quality, effort: 3 }),
  jpeg: (picture, quality) => picture.flatten({ background: "#ffffff" }).jpeg({ quality }),
  png: (picture) => picture.png({ compressionLevel: 7 }),
};

function describeFailure(error: unknown): PictureAnswer {
  if (error instanceof PictureRefusal) return { failure: error.message, refused: error.code };
  return { failure: String(error) };
}

/** Buffers live outside the heap, so the garbage collector would only free them much later. */
function clearAway(): void {
  globalThis.gc?.();
}
