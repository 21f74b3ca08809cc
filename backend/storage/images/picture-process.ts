/**
 * The process that decodes pictures. Apart from the server, so that a decoder's memory, and a file
 * that crashes it, are not the server's; it is given no secrets. It ends when the server does.
 */
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { checkPicture } from "./check-picture.ts";
import { cleanPicture } from "./clean-picture.ts";
import { makeRendition } from "./make-rendition.ts";
import type { MadePicture, PictureAnswer, PictureJob, PictureRequest } from "./picture-jobs.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import type { RenditionRequest } from "./rendition-request.ts";

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
