import { limits } from "#contract/limits.ts";
import { inspectPicture } from "#web/ui/picture/inspect-picture.ts";
import { isUnreachable, UserFacingError, userMessageOf } from "#web/ui/states/user-facing-error.ts";
import {
  existingPhotos,
  type NewPhoto,
  newPhoto,
  type Photo,
  type PhotoEvent,
  type PhotoStage,
  photoUrl,
  reducePhotos,
} from "./photo.ts";

/**
 * The two long steps of a photo, each of which reports its percentage and throws UserFacingError
 * where it can say why; and what else the browser does for the photos.
 */
export type PhotoSteps = {
  compress(
    file: File,
    onProgress: (percent: number | null) => void,
    signal: AbortSignal,
  ): Promise<File>;
  upload(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<string>;
  /** Removes from the storage what will not be saved; the sweeper takes what this one leaves. */
  discard(urls: string[]): void;
  preview(file: File): string;
  forget(preview: string): void;
  isOnline(): boolean;
};

/**
 * What the save flow gets: every photo's address in order, or the names of those that did not make
 * it.
 */
type UploadOutcome = { stored: true; urls: string[] } | { stored: false; failed: string[] };

/**
 * The photos of one form, outside React, so that a step that ends later always finds the present
 * list.
 */
export type PhotoQueue = {
  photos(): readonly Photo[];
  subscribe(listener: () => void): () => void;
  /** Takes files; gives the sentences for those refused. The others are uploaded from now on. */
  add(files: Iterable<File>): Promise<string[]>;
  move(id: string, to: number): void;
  /** Takes a photo out, and one that was uploaded and never saved out of the storage, too. */
  remove(id: string): void;
  /** Does the step that failed once more, for this photo alone. */
  retry(id: string): Promise<void>;
  /** The line is back: goes on with every photo that it stopped. */
  resume(): void;
  /** Gives back the photos of an earlier page, of which this one has no files. */
  restore(photos: Photo[]): void;
  /** As when the form was opened: what was not saved is let go. */
  reset(): void;
  /** Waits for what is under way (docs/product/photos.md). */
  uploadAll(): Promise<UploadOutcome>;
  /** Stops what is under way and frees the previews. */
  dispose(): void;
};

const COMPRESSIONS_AT_ONCE = 1;
const UPLOADS_AT_ONCE = 2;
/** How long a photo waits before each try of its own after the line was lost. */
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000, 60_000];
/** The sweeper takes an upload that no row names after a day; one nearly due is not relied on. */
export const UNSAVED_FOR_MS = 23 * 3_600_000;

const TOO_OLD = "Pasó un día sin guardarla. Elígela otra vez.";

/** Makes the queue of a form, starting with the vehicle's existing image addresses. */
export function createPhotoQueue(steps: PhotoSteps, existing: string[] = []): PhotoQueue {
  let photos: readonly Photo[] = existingPhotos(existing);
  const listeners = new Set<() => void>();
  const underWay = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const stopped = new Map<string, { tries: number; timer?: ReturnType<typeof setTimeout> }>();
  // Uploaded by this page and given to no save yet: a save whose answer was lost may have a row.
  const unsaved = new Set<string>();
  const compressing = runLimited(COMPRESSIONS_AT_ONCE);
  const uploading = runLimited(UPLOADS_AT_ONCE);

  function happen(event: PhotoEvent): void {
    photos = reducePhotos(photos, event);
    for (const listener of listeners) listener();
  }

  function find(id: string): NewPhoto | null {
    const photo = photos.find((candidate) => candidate.id === id);
    return photo && !photo.isExisting ? photo : null;
  }

  function stage(id: string, next: PhotoStage, preview?: string): void {
    if (find(id)) happen({ type: "staged", id, stage: next, preview });
    else if (preview) steps.forget(preview);
  }

  /** Brings a photo home from where it stands; one that is on its way already goes on. */
  function bring(id: string): Promise<void> {
    clearTimeout(stopped.get(id)?.timer);
    const present = underWay.get(id);
    if (present) return present.done;
    const stop = new AbortController();
    const done = takeSteps(id, stop.signal).finally(() => underWay.delete(id));
    underWay.set(id, { stop, done });
    return done;
  }

  async function takeSteps(id: string, signal: AbortSignal): Promise<void> {
    const photo = find(id);
    if (!photo || photoUrl(photo)) return;
    let prepared = "prepared" in photo.stage ? photo.stage.prepared : null;
    try {
      prepared ??= await compress(photo, signal);
      await upload(id, prepared, signal);
      stopped.delete(id);
    } catch (error) {
      if (!signal.aborted) fail(id, prepared, error);
    }
  }

  async function compress({ id, file }: NewPhoto, signal: AbortSignal): Promise<File> {
    if (!file) throw new UserFacingError(TOO_OLD);
    const report = (percent: number | null) => stage(id, { name: "compressing", percent });
    report(0);
    const prepared = await compressing(() => {
      signal.throwIfAborted();
      return steps.compress(file, report, signal);
    });
    stage(id, { name: "uploading", prepared, percent: 0 }, steps.preview(prepared));
    return prepared;
  }

  async function upload(id: string, prepared: File, signal: AbortSignal): Promise<void> {
    const report = (percent: number) => stage(id, { name: "uploading", prepared, percent });
    report(0);
    const url = await uploading(() => {
      signal.throwIfAborted();
      return steps.upload(prepared, report, signal);
    });
    if (find(id)) unsaved.add(url);
    else steps.discard([url]);
    stage(id, { name: "uploaded", url, at: Date.now() });
  }

  function fail(id: string, prepared: File | null, error: unknown): void {
    const isLost = isUnreachable(error);
    if (!isLost) stopped.delete(id);
    const reason = userMessageOf(error, "Algo salió mal con esta foto.");
    const waits = isLost && waitForLine(id);
    stage(id, waits ? { name: "waiting", prepared } : { name: "failed", reason, prepared });
  }

  /**
   * Whether a photo goes on by itself: once the line is back, and while the browser says that it is
   * there after a pause, a few times.
   */
  function waitForLine(id: string): boolean {
    const tries = stopped.get(id)?.tries ?? 0;
    const pause = PAUSES_MS[tries];
    if (!steps.isOnline()) stopped.set(id, { tries });
    else if (pause === undefined) return false;
    else stopped.set(id, { tries: tries + 1, timer: setTimeout(() => void bring(id), pause) });
    return true;
  }

  /** A press, or the line that is back, counts the tries anew. */
  function bringAnew(id: string): Promise<void> {
    clearTimeout(stopped.get(id)?.timer);
    stopped.delete(id);
    return bring(id);
  }

  function halt(id: string): void {
    underWay.get(id)?.stop.abort();
    clearTimeout(stopped.get(id)?.timer);
    stopped.delete(id);
  }

  /** Stops photos, frees their previews, and removes what was uploaded and is in no row. */
  function letGo(gone: readonly Photo[]): void {
    for (const photo of gone) {
      halt(photo.id);
      if (!photo.isExisting && photo.preview) steps.forget(photo.preview);
    }
    const urls = gone.map(photoUrl).filter((url) => url !== null);
    const discarded = urls.filter((url) => unsaved.delete(url));
    if (discarded.length > 0) steps.discard(discarded);
  }

  function startOver(photo: Photo): void {
    if (photo.isExisting || photo.stage.name !== "uploaded") return;
    if (Date.now() - photo.stage.at < UNSAVED_FOR_MS) return;
    stage(photo.id, { name: "compressing", percent: 0 });
  }

  return {
    photos: () => photos,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async add(files) {
      const refusals: string[] = [];
      for (const file of files) {
        const inspection = await inspectPicture(file);
        if (photos.length >= limits.photosPerVehicle) {
          refusals.push(
            `«${file.name}» no se añadió: un vehículo admite hasta ${limits.photosPerVehicle} fotos.`,
          );
        } else if (inspection.accepted) {
          const photo = newPhoto(file.name, file);
          happen({ type: "added", photo });
          void bring(photo.id);
        } else {
          refusals.push(inspection.reason);
        }
      }
      return refusals;
    },
    move: (id, to) => happen({ type: "moved", id, to }),
    remove(id) {
      letGo(photos.filter((photo) => photo.id === id));
      happen({ type: "removed", id });
    },
    async retry(id) {
      if (find(id)) await bringAnew(id);
    },
    resume() {
      for (const id of [...stopped.keys()]) void bringAnew(id);
    },
    restore: (restored) => happen({ type: "set", photos: restored }),
    reset() {
      letGo(photos);
      happen({ type: "set", photos: existingPhotos(existing) });
    },
    async uploadAll() {
      photos.forEach(startOver);
      await Promise.all(photos.filter((photo) => !photoUrl(photo)).map(({ id }) => bringAnew(id)));
      const failed = photos.filter((photo) => !photoUrl(photo)).map(({ name }) => name);
      if (failed.length > 0) return { stored: false, failed };
      const urls = photos.map(photoUrl).filter((url) => url !== null);
      for (const url of urls) unsaved.delete(url);
      return { stored: true, urls };
    },
    dispose() {
      for (const { id } of photos) halt(id);
      for (const photo of photos) {
        if (!photo.isExisting && photo.preview) steps.forget(photo.preview);
      }
    },
  };
}

/** Gives a function that runs tasks at most `limit` at a time, in the order in which they came. */
function runLimited(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  function release(): void {
    running -= 1;
    waiting.shift()?.();
  }

  return async (task) => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start));
    running += 1;
    try {
      return await task();
    } finally {
      release();
    }
  };
}
