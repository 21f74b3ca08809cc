import type { Photo, PhotoStage } from "./photo.ts";

/** What can happen to the photos of the form. */
export type PhotoEvent =
  | { type: "added"; photos: Photo[] }
  | { type: "staged"; id: string; stage: PhotoStage; preview?: string }
  | { type: "moved"; id: string; to: number }
  | { type: "removed"; id: string };

/** The photos after an event, in the order in which they will be saved; the first is the cover. */
export function reducePhotos(photos: readonly Photo[], event: PhotoEvent): readonly Photo[] {
  switch (event.type) {
    case "added":
      return [...photos, ...event.photos];
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
  return photos.filter((candidate) => candidate.id !== id).toSpliced(target, 0, photo);
}
