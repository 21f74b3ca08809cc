import { groupBy } from "#contract/group-by.ts";
import { limits } from "#contract/limits.ts";
import { inspectPicture } from "#web/ui/picture/inspect-picture.ts";
import { userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { comparePhotoOrder, createPhotoMatcher, type PhotoCar } from "./match-photo.ts";
import { MAX_PHOTO_BYTES, photoMessages as messages } from "./messages.ts";
import type { ZippedFile } from "./open-zip.ts";

/** A photo to add. `stored` is its URL if it was uploaded earlier but never attached. */
export type PlannedPhoto = { file: ZippedFile; hash: string; stored: string | null };

/** The plan for a vehicle's photos; `known` counts the photos that it already has. */
export type CarPlan = { car: PhotoCar; photos: PlannedPhoto[]; known: number };

export type RefusedFile = { path: string; reason: string };
export type PhotoPlan = { cars: CarPlan[]; refused: RefusedFile[] };

/** By hash: the vehicles that have the photo, and the URL of an unattached upload. */
export type KnownPhotos = Map<string, { vehicles: Set<string>; stored: string | null }>;

type ReadPhoto = { file: ZippedFile; car: PhotoCar; order: number | null; hash: string };

type PlanInput = {
  files: readonly ZippedFile[];
  cars: readonly PhotoCar[];
  find(hashes: string[]): Promise<KnownPhotos>;
  /** Called with the number of photos read so far. */
  onProgress(read: number, of: number): void;
  signal: AbortSignal;
};

/** Reads each matched photo and decides what happens to every file. */
export async function planPhotos(input: PlanInput): Promise<PhotoPlan> {
  const refused: RefusedFile[] = [];
  const match = createPhotoMatcher(input.cars);
  const matched = input.files.flatMap((file) => {
    const found = match(file.path);
    if (!("problem" in found)) return [{ file, ...found }];
    refused.push({ path: file.path, reason: found.problem });
    return [];
  });
  const read: ReadPhoto[] = [];
  for (const [index, photo] of matched.entries()) {
    input.signal.throwIfAborted();
    input.onProgress(index, matched.length);
    const content = await readPhoto(photo.file);
    if ("hash" in content) read.push({ ...photo, ...content });
    else refused.push({ path: photo.file.path, ...content });
  }
  const known = await input.find([...new Set(read.map(({ hash }) => hash))]);
  const cars = [...groupBy(read, ({ car }) => car)]
    .map(([car, photos]) => planCar(car, photos, known, refused))
    .sort((one, other) => one.car.title.localeCompare(other.car.title, "es"));
  return { cars, refused };
}

async function readPhoto(file: ZippedFile): Promise<{ hash: string } | { reason: string }> {
  if (file.size > MAX_PHOTO_BYTES) return { reason: messages.photoTooLarge };
  try {
    const content = await file.read();
    const inspection = await inspectPicture(content);
    if (inspection.accepted) return { hash: await photoHash(content) };
    return { reason: inspection.isDamaged ? messages.damaged : messages.noImage };
  } catch (error) {
    return { reason: userMessageOf(error, messages.damaged) };
  }
}

/** The first half of the SHA-256, as storage names its files. */
export async function photoHash(content: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await content.arrayBuffer());
  const half = new Uint8Array(digest, 0, 16);
  return Array.from(half, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function planCar(
  car: PhotoCar,
  read: readonly ReadPhoto[],
  known: KnownPhotos,
  refused: RefusedFile[],
): CarPlan {
  const plan: CarPlan = { car, photos: [], known: 0 };
  const seen = new Set<string>();
  const place = ({ order, file: { path } }: ReadPhoto) => ({ order, path });
  for (const photo of [...read].sort((one, other) => comparePhotoOrder(place(one), place(other)))) {
    const { file, hash } = photo;
    const refuse = (reason: string) => refused.push({ path: file.path, reason });
    if (seen.has(hash)) refuse(messages.repeated);
    else if (known.get(hash)?.vehicles.has(car.id)) plan.known += 1;
    else if (car.images.length + plan.photos.length >= limits.photosPerVehicle)
      refuse(messages.tooManyPhotos);
    else plan.photos.push({ file, hash, stored: known.get(hash)?.stored ?? null });
    seen.add(hash);
  }
  return plan;
}
