import { inspectImage, unsupported } from "./inspect-image.ts";
import { isBrokenPicture } from "./picture-error.ts";
import type { PictureWorker } from "./picture-worker.ts";
import type { ImageType } from "./sniff-type.ts";

/** A picture as we keep it: pixels only, upright, of bounded size. */
export type CleanImage = { bytes: Buffer; type: ImageType };

/**
 * Checks an uploaded file and makes the picture that is stored. Throws as inspectImage does, and InvalidMimeType too for a file whose
 * pixels turn out to be broken, and PictureError when that could not be found out.
 */
export async function cleanUpload(worker: PictureWorker, upload: Buffer): Promise<CleanImage> {
  const type = inspectImage(upload);
  try {
    return { type, bytes: await worker.run({ kind: "clean", bytes: upload, type }) };
  } catch (error) {
    throw isBrokenPicture(error) ? unsupported(`broken ${type}`, error) : error;
  }
}
