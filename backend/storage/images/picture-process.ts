/**
 * The process that decodes pictures. Apart from the server, so that a decoder's memory, and a file
 * that crashes it, are not the server's; it is given no secrets. It ends when the server does.
 */
import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { checkPicture, pixelLimit } from "./check-picture.ts";
import { makeRendition } from "./make-rendition.ts";
import type { MadePicture, PictureAnswer, PictureJob, PictureRequest } from "./picture-jobs.ts";
import { PictureRefusal } from "./picture-jobs.ts";
import type { RenditionRequest } from "./rendition-request.ts";
import type { ImageType } from "./sniff-type.ts";

/** The longest side that is kept (product section 9: 1920 px). */
const longestSide = 1920;

/**
 * Makes the picture that is stored: decoded and encoded anew, so that nothing but its pixels
 * survives (no EXIF, GPS, profile, trailer). The camera's orientation is applied first. Throws when
 * the bytes cannot be decoded whole.
 */
function cleanPicture(upload: Buffer, type: ImageType): Promise<Buffer> {
  const picture = sharp(upload, { limitInputPixels: pixelLimit, failOn: "error" })
    .autoOrient()
    .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true });
  return encodeAs[type](picture).toBuffer();
}

const encodeAs: Record<ImageType, (picture: Sharp) => Sharp> = {
  "image/jpeg": (picture) => picture.jpeg({ quality: 86 }),
  "image/png": (picture) => picture.png({ compressionLevel: 7 }),
  "image/webp": (picture) => picture.webp({ quality: 86, effort: 2 }),
};

sharp.cache(false);
sharp.concurrency(1);

process.on("disconnect", () => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

process.on("message", async ({ id, job }: PictureRequest) => {
  const answer = await work(job).then(
    (made): PictureAnswer => ({ id, ...made }),
    (error): PictureAnswer => ({ id, ...describeFailure(error) }),
  );
  process.send?.(answer, clearAway);
});

function work(job: PictureJob): Promise<MadePicture> {
  return job.kind === "clean" ? clean(job.path) : render(viewOf(job.bytes), job.request);
}

async function clean(path: string): Promise<MadePicture> {
  const bytes = await readFile(path);
  const type = await checkPicture(bytes);
  return { bytes: await cleanPicture(bytes, type), type };
}

async function render(bytes: Buffer, request: RenditionRequest): Promise<MadePicture> {
  const type = await checkPicture(bytes);
  return { bytes: await makeRendition(bytes, request), type };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function describeFailure(error: unknown): { failure: string; refused?: PictureRefusal["code"] } {
  if (error instanceof PictureRefusal) return { failure: error.message, refused: error.code };
  return { failure: String(error) };
}

/** A photo's bytes lie outside the heap, where they do not count until much later. */
function clearAway(): void {
  globalThis.gc?.();
}
