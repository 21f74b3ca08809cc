/**
 * How far a newly chosen photo has come; `prepared` is the compressed file, `url` its public
 * address once stored.
 */
export type PhotoStage =
  | { name: "compressing"; percent: number }
  | { name: "ready"; prepared: File }
  | { name: "uploading"; prepared: File; percent: number }
  | { name: "uploaded"; url: string }
  | { name: "failed"; reason: string; prepared: File | null };

/**
 * One image of the vehicle form (product section 3: id, preview, file, isExisting). An existing one
 * is already on the vehicle; its preview is its public address. A new one has no preview until it
 * is compressed.
 */
export type Photo =
  | { id: string; isExisting: true; name: string; preview: string; url: string }
  | {
      id: string;
      isExisting: false;
      name: string;
      preview: string | null;
      file: File;
      stage: PhotoStage;
    };

/** The address a photo is stored at, or null while it is not stored. */
export function photoUrl(photo: Photo): string | null {
  if (photo.isExisting) return photo.url;
  return photo.stage.name === "uploaded" ? photo.stage.url : null;
}

/** The existing images of a vehicle as photos of the form, in their order. */
export function existingPhotos(urls: string[]): Photo[] {
  return urls.map((url, index) => ({
    id: `existing-${index}-${url}`,
    isExisting: true,
    name: `Foto ${index + 1}`,
    preview: url,
    url,
  }));
}
