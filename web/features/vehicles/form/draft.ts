import { z } from "zod";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { vehicleFieldNames } from "#contract/vehicle-fields.ts";
import type { PageStorage } from "#web/device-storage.ts";
import { draftPrefix } from "#web/session/device/tab-memory.ts";
import { FormView } from "./form-view.ts";
import { existingPhotos, newPhoto, type Photo, photoUrl } from "./photos/photo.ts";
import { UPLOAD_LIFETIME_MS } from "./photos/photo-queue.ts";

/** Storage key of a draft in this tab, per person and vehicle. */
export function draftKey(userId: string, vehicle: string): string {
  return `${draftPrefix}${userId}:${vehicle}`;
}

const Texts = z.record(z.enum(vehicleFieldNames), z.string());
const Draft = z.object({ initial: Texts, values: Texts });

/**
 * Stores typed values, so that they survive a phone that discards the page while its camera is
 * open, or an expired session.
 */
export function writeDraft(
  storage: PageStorage,
  key: string,
  draft: { initial: VehicleFormValues; values: VehicleFormValues },
): void {
  storage.setItem(key, JSON.stringify(draft));
}

const viewKey = (key: string) => `${key}:view`;

/** Stores the form's view state next to the draft. */
export function writeView(storage: PageStorage, key: string, view: FormView): void {
  storage.setItem(viewKey(key), JSON.stringify(view));
}

/** The stored view state, or null. */
export function readView(storage: PageStorage, key: string): FormView | null {
  try {
    return FormView.parse(JSON.parse(storage.getItem(viewKey(key)) ?? "null"));
  } catch {
    return null;
  }
}

const photosKey = (key: string) => `${key}:photos`;

const Stored = z.object({ url: z.string(), name: z.string(), at: z.number().nullable() });
const PhotoDraft = z.object({
  initial: z.array(z.string()),
  photos: z.array(Stored),
  underWay: z.number(),
});

/** Stores the uploaded photos in order, and the number of those not uploaded yet. */
export function writePhotos(
  storage: PageStorage,
  key: string,
  { initial, photos }: { initial: string[]; photos: readonly Photo[] },
): void {
  const stored = photos.flatMap((photo): z.infer<typeof Stored>[] => {
    const url = photoUrl(photo);
    if (url === null) return [];
    const at = !photo.isExisting && photo.stage.name === "uploaded" ? photo.stage.at : null;
    return [{ url, name: photo.name, at }];
  });
  const draft = { initial, photos: stored, underWay: photos.length - stored.length };
  storage.setItem(photosKey(key), JSON.stringify(draft));
}

/**
 * The photos of a draft, and the number of lost ones: not uploaded in time, or deleted by storage
 * since. Null if there is no draft.
 */
export function readPhotos(
  storage: PageStorage,
  key: string,
  { initial, now }: { initial: string[]; now: number },
): { photos: Photo[]; lost: number } | null {
  try {
    const draft = PhotoDraft.parse(JSON.parse(storage.getItem(photosKey(key)) ?? "null"));
    if (draft.initial.join() !== initial.join()) return null;
    const existing = new Map(existingPhotos(initial).map((photo) => [photoUrl(photo), photo]));
    const photos = draft.photos.flatMap(({ url, name, at }): Photo[] => {
      const known = existing.get(url);
      if (known) return [known];
      if (at === null || now - at >= UPLOAD_LIFETIME_MS) return [];
      return [newPhoto(name, null, { name: "uploaded", url, at })];
    });
    const lost = draft.underWay + draft.photos.length - photos.length;
    const isChanged = photos.map(photoUrl).join() !== initial.join();
    return isChanged || lost > 0 ? { photos, lost } : null;
  } catch {
    return null;
  }
}

/** The typed values of a draft; null if there is none, or if the vehicle has changed since. */
export function readDraft(
  storage: PageStorage,
  key: string,
  initial: VehicleFormValues,
): VehicleFormValues | null {
  try {
    const draft = Draft.parse(JSON.parse(storage.getItem(key) ?? "null"));
    if (vehicleFieldNames.some((name) => draft.initial[name] !== initial[name])) return null;
    if (vehicleFieldNames.every((name) => draft.values[name] === initial[name])) return null;
    return draft.values;
  } catch {
    return null;
  }
}

/** Removes a draft after it was saved or discarded. */
export function clearDraft(storage: PageStorage, key: string): void {
  storage.removeItem(key);
  storage.removeItem(photosKey(key));
  storage.removeItem(viewKey(key));
}
