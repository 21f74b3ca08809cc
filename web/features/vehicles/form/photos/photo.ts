import { newId } from "#web/api/new-id.ts";

/**
 * Stage of a new photo: `prepared` is the compressed file, `url` its public URL once uploaded, `at`
 * the upload time in milliseconds. No percentage while HEIC is converted.
 */
export type PhotoStage =
  | { name: "compressing"; percent: number | null }
  | { name: "uploading"; prepared: File; percent: number }
  | { name: "waiting"; prepared: File | null }
  | { name: "uploaded"; url: string; at: number }
  | { name: "failed"; reason: string; prepared: File | null };

/**
 * A photo of the form (docs/product/photos.md). An existing one has its public URL as preview. A
 * new one has no preview until compressed, and no file if it was uploaded before a reload.
 */
export type Photo =
  | { id: string; isExisting: true; name: string; preview: string; url: string }
  | {
      id: string;
      isExisting: false;
      name: string;
      preview: string | null;
      file: File | null;
      stage: PhotoStage;
    };

/** A photo added since the form was opened. */
export type NewPhoto = Extract<Photo, { isExisting: false }>;

/** URL of a stored photo, or null. */
export function photoUrl(photo: Photo): string | null {
  if (photo.isExisting) return photo.url;
  return photo.stage.name === "uploaded" ? photo.stage.url : null;
}

/** A vehicle's photos as form photos, in order. */
export function existingPhotos(urls: string[]): Photo[] {
  return urls.map((url, index) => ({
    id: `existing-${index}-${url}`,
    isExisting: true,
    name: `Foto ${index + 1}`,
    preview: url,
    url,
  }));
}

/** A picked file, or one uploaded before a reload with its stage. */
export function newPhoto(
  name: string,
  file: File | null,
  stage: PhotoStage = { name: "compressing", percent: 0 },
): NewPhoto {
  const preview = stage.name === "uploaded" ? stage.url : null;
  return { id: newId(), isExisting: false, name, preview, file, stage };
}

export type PhotoEvent =
  | { type: "set"; photos: Photo[] }
  | { type: "added"; photo: Photo }
  | { type: "staged"; id: string; stage: PhotoStage; preview?: string }
  | { type: "moved"; id: string; to: number }
  | { type: "removed"; id: string };

/** Applies an event; the result is in save order, with the cover first. */
export function reducePhotos(photos: readonly Photo[], event: PhotoEvent): readonly Photo[] {
  switch (event.type) {
    case "set":
      return event.photos;
    case "added":
      return [...photos, event.photo];
    case "staged":
      return photos.map((photo) =>
        photo.id === event.id && !photo.isExisting
          ? { ...photo, stage: event.stage, preview: event.preview ?? photo.preview }
          : photo,
      );
    case "moved":
      return moved(photos, event.id, event.to);
    case "removed":
      return photos.filter((photo) => photo.id !== event.id);
  }
}

function moved(photos: readonly Photo[], id: string, to: number): readonly Photo[] {
  const photo = photos.find((candidate) => candidate.id === id);
  const target = Math.max(0, Math.min(to, photos.length - 1));
  if (!photo || photos[target]?.id === id) return photos;
  const others = photos.filter((candidate) => candidate.id !== id);
  return [...others.slice(0, target), photo, ...others.slice(target)];
}
