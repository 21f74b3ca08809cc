import { compressPicture } from "#web/ui/picture/compress-picture.ts";
import { LARGE_PICTURE, type PictureLimits } from "#web/ui/picture/picture-limits.ts";
import { removePhotos } from "../update-vehicle.ts";
import type { Photo } from "./photo.ts";
import type { PhotoSteps } from "./photo-queue.ts";
import { type Uploader, uploadPhoto } from "./upload-photo.ts";

/** JPEG, so that all browsers produce the same type. */
const PHOTO_LIMITS: PictureLimits = { ...LARGE_PICTURE, fileType: "image/jpeg" };

/** The production steps. */
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

/** Progress text of a photo; null if it is already on the vehicle. */
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

/** Percentage of the current step; null if unknown or if there is none. */
export function photoPercent(photo: Photo): number | null {
  if (photo.isExisting) return null;
  const { stage } = photo;
  return stage.name === "compressing" || stage.name === "uploading" ? stage.percent : null;
}
