/**
 * The process that decodes pictures. Apart from the server, so that a decoder's memory, and a file that crashes it, are not the
 * server's; it is given no secrets. It ends when the server does.
 */
import sharp from "sharp";
import { cleanPicture } from "./clean-picture.ts";
import { makeRendition } from "./make-rendition.ts";
import type { PictureAnswer, PictureJob, PictureRequest } from "./picture-jobs.ts";

sharp.cache(false);
sharp.concurrency(1);

process.on("disconnect", () => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

process.on("message", async ({ id, job }: PictureRequest) => {
  const answer = await work(job).then(
    (bytes): PictureAnswer => ({ id, bytes }),
    (error): PictureAnswer => ({ id, failure: String(error) }),
  );
  process.send?.(answer, clearAway);
});

/** A photo's bytes lie outside the heap, where they do not count until much later: collected at once, the process needs two thirds of the memory. */
function clearAway(): void {
  globalThis.gc?.();
}

function work(job: PictureJob): Promise<Uint8Array> {
  const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.byteLength);
  return job.kind === "clean" ? cleanPicture(bytes, job.type) : makeRendition(bytes, job.request);
}
