import { compressPicture } from "#web/ui/picture/compress-picture.ts";
import { LARGE_PICTURE, type PictureLimits } from "#web/ui/picture/picture-limits.ts";
import { removePhotos } from "../update-vehicle.ts";
import type { Photo } from "./photo.ts";
import type { PhotoSteps } from "./photo-queue.ts";
import { type Uploader, uploadPhoto } from "./upload-photo.ts";

/** JPEG, so that every browser writes the same type. */
const PHOTO_LIMITS: PictureLimits = { ...LARGE_PICTURE, fileType: "image/jpeg" };

/** The real steps of a photo in the browser. */
export function createPhotoSteps(uploader: Uploader): PhotoSteps {
  return {
    compress: (file, onProgress, signal) =>
      compressPicture(file, PHOTO_LIMITS, { onProgress, signal }),
    upload: (file, onProgress, signal) => uploadPhoto(uploader, file, onProgress, signal),
    discard: (urls) => void removePhotos(uploader.supabase, uploader.ownerId, urls),
    isOnline: () => navigator.onLine,
    preview: (file) => URL.createObjectURL(file),
    forget: (preview) => URL.revokeObjectURL(preview),
  };
}

/** How far a photo is, in words; null for one that is already on the vehicle. */
export function photoStageText(photo: Photo): string | null {
  if (photo.isExisting) return null;
  switch (photo.stage.name) {
    case "compressing":
      if (photo.stage.percent === null) return "Convirtiendo…";
      return `Comprimiendo ${Math.round(photo.stage.percent)} %`;
    case "uploading":
      return `Subiendo ${Math.round(photo.stage.percent)} %`;
    case "waiting":
      return "Esperando conexión…";
    case "uploaded":
      return "Subida";
    case "failed":
      return photo.stage.reason;
  }
}

/** The percentage of the step under way, or null when none is or nobody can say. */
export function photoPercent(photo: Photo): number | null {
  if (photo.isExisting) return null;
  const { stage } = photo;
  return stage.name === "compressing" || stage.name === "uploading" ? stage.percent : null;
}
