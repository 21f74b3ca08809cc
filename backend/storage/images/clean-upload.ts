import { storageError } from "../storage-error.ts";
import { isBrokenPicture } from "./picture-error.ts";
import type { MadePicture } from "./picture-jobs.ts";
import type { PictureWorker } from "./picture-worker.ts";

/**
 * Makes the picture that is stored of an uploaded file: pixels only, upright, of bounded size.
 * Throws PictureRefusal, InvalidMimeType for a file whose pixels turn out to be broken, and
 * PictureError when that could not be found out.
 */
export async function cleanUpload(worker: PictureWorker, path: string): Promise<MadePicture> {
  try {
    return await worker.run({ kind: "clean", path });
  } catch (error) {
    if (!isBrokenPicture(error)) throw error;
    throw storageError("InvalidMimeType", "mime type of a broken image is not supported", error);
  }
}
