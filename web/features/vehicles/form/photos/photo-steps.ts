import { compressPicture } from "#web/ui/picture/compress-picture.ts";
import type { PictureLimits } from "#web/ui/picture/picture-limits.ts";
import type { PhotoSteps } from "./photo-queue.ts";
import { type Uploader, uploadPhoto } from "./upload-photo.ts";

/**
 * A vehicle photo's limits (product section 9); JPEG, so that every browser writes the same type.
 */
const PHOTO_LIMITS: PictureLimits = {
  maxSizeMB: 1,
  maxWidthOrHeight: 1920,
  fileType: "image/jpeg",
};

/** The real steps of a photo in the browser. */
export function createPhotoSteps(uploader: Uploader): PhotoSteps {
  return {
    compress: (file, onProgress, signal) =>
      compressPicture(file, PHOTO_LIMITS, { onProgress, signal }),
    upload: (file, onProgress, signal) => uploadPhoto(uploader, file, onProgress, signal),
    preview: (file) => URL.createObjectURL(file),
    forget: (preview) => URL.revokeObjectURL(preview),
  };
}
