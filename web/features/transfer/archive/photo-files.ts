import { storedPath } from "#web/ui/picture/photo-addresses.ts";
import { createPhotoMatcher, type PhotoCar } from "../photos/match-photo.ts";
import type { AddFile } from "./save-zip.ts";

export type PhotoFile = { path: string; url: string };

/**
 * One folder per vehicle, named so that a later import matches it; photos numbered in display
 * order.
 */
export function photoFiles(cars: readonly PhotoCar[]): PhotoFile[] {
  const match = createPhotoMatcher(cars);
  return cars.flatMap((car) => {
    const finds = (folder: string) => {
      const found = match(`${folder}/1.jpg`);
      return "car" in found && found.car === car;
    };
    const names = [car.stock_number, car.vin].map((name) => safeName(name ?? ""));
    const folder = names.find((name) => name !== "" && finds(name)) ?? car.id;
    return car.images.map((url, index) => ({
      path: `${folder}/${String(index + 1).padStart(2, "0")}`,
      url,
    }));
  });
}

/** Replaces characters that some file systems reject. */
function safeName(name: string): string {
  return name.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, "-").replaceAll(/^[\s.]+|[\s.]+$/g, "");
}

type FetchOptions = {
  signal: AbortSignal;
  /** Called after each photo with the number handled so far. */
  onProgress(done: number): void;
};

/** Photos fetched ahead while one is being written. */
const PREFETCH_COUNT = 4;

/** Adds photos to a ZIP. Returns those that are missing or hosted on other sites. */
export async function addPhotos(
  files: readonly PhotoFile[],
  add: AddFile,
  { signal, onProgress }: FetchOptions,
): Promise<PhotoFile[]> {
  const missing: PhotoFile[] = [];
  const coming: Promise<Blob | null>[] = [];
  for (const [index, file] of files.entries()) {
    while (coming.length < Math.min(PREFETCH_COUNT, files.length - index)) {
      const next = fetchPhoto(files[index + coming.length]?.url ?? "", signal);
      next.catch(() => undefined);
      coming.push(next);
    }
    const photo = await coming.shift();
    if (photo) await add(`${file.path}.${extensions[photo.type] ?? "jpg"}`, photo);
    else missing.push(file);
    onProgress(index + 1);
  }
  return missing;
}

const extensions: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

/** Returns null for a photo that no longer exists or is hosted on another site. */
async function fetchPhoto(url: string, signal: AbortSignal): Promise<Blob | null> {
  const path = storedPath(url);
  if (path === null) return null;
  const answer = await fetch(`/storage/v1/object/public/${path}`, { signal });
  if (answer.ok) return answer.blob();
  if (answer.status === 404 || answer.status === 400) return null;
  throw new Error(`${answer.status}`);
}
