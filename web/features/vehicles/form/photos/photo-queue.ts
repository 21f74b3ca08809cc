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
 * Browser functions for photos. `compress` and `upload` report their percentage and throw
 * UserFacingError if they can explain a failure.
 */
export type PhotoSteps = {
  compress(
    file: File,
    onProgress: (percent: number | null) => void,
    signal: AbortSignal,
  ): Promise<File>;
  upload(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<string>;
  /** Deletes uploads that will not be saved; a cleanup job deletes what is left. */
  discard(urls: string[]): void;
  preview(file: File): string;
  forget(preview: string): void;
  isOnline(): boolean;
};

/** Result for the save: all URLs in order, or the names of the failed photos. */
type UploadOutcome = { stored: true; urls: string[] } | { stored: false; failed: string[] };

/** The photos of a form, kept outside React so that asynchronous steps see the current list. */
export type PhotoQueue = {
  photos(): readonly Photo[];
  subscribe(listener: () => void): () => void;
  /** Adds files and starts uploading; returns the errors of refused ones. */
  add(files: Iterable<File>): Promise<string[]>;
  move(id: string, to: number): void;
  /** Removes a photo, and its file if it was uploaded but never saved. */
  remove(id: string): void;
  /** Retries the failed step of one photo. */
  retry(id: string): Promise<void>;
  /** Resumes the photos stopped by a lost connection. */
  resume(): void;
  /** Replaces the list with the photos of a recovered draft, whose files are gone. */
  restore(photos: Photo[]): void;
  /** Resets to the initial photos and discards unsaved ones. */
  reset(): void;
  /** Waits for all uploads (docs/product/photos.md). */
  uploadAll(): Promise<UploadOutcome>;
  /** Cancels all work and frees the previews. */
  dispose(): void;
};

const MAX_CONCURRENT_COMPRESSIONS = 1;
const MAX_CONCURRENT_UPLOADS = 2;
/** Delays before the automatic retries after a lost connection. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000];
/** The cleanup job deletes unsaved uploads after a day; treat them as gone slightly earlier. */
export const UPLOAD_LIFETIME_MS = 23 * 3_600_000;

const TOO_OLD = "Pasó un día sin guardarla. Elígela otra vez.";

/** Creates a form's queue with the vehicle's existing photo URLs. */
export function createPhotoQueue(steps: PhotoSteps, existing: string[] = []): PhotoQueue {
  let photos: readonly Photo[] = existingPhotos(existing);
  const listeners = new Set<() => void>();
  const inProgress = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const stopped = new Map<string, { tries: number; timer?: ReturnType<typeof setTimeout> }>();
  // Uploaded here but not passed to a save yet; after that, a row may use the URL even if the
  // save's response was lost.
  const unsaved = new Set<string>();
  const compressing = runLimited(MAX_CONCURRENT_COMPRESSIONS);
  const uploading = runLimited(MAX_CONCURRENT_UPLOADS);

  function dispatch(event: PhotoEvent): void {
    photos = reducePhotos(photos, event);
    for (const listener of listeners) listener();
  }

  function find(id: string): NewPhoto | null {
    const photo = photos.find((candidate) => candidate.id === id);
    return photo && !photo.isExisting ? photo : null;
  }

  function stage(id: string, next: PhotoStage, preview?: string): void {
    if (find(id)) dispatch({ type: "staged", id, stage: next, preview });
    else if (preview) steps.forget(preview);
  }

  /** Runs the remaining steps of a photo; joins a run already in progress. */
  function advance(id: string): Promise<void> {
    clearTimeout(stopped.get(id)?.timer);
    const present = inProgress.get(id);
    if (present) return present.done;
    const stop = new AbortController();
    const done = runSteps(id, stop.signal).finally(() => inProgress.delete(id));
    inProgress.set(id, { stop, done });
    return done;
  }

  async function runSteps(id: string, signal: AbortSignal): Promise<void> {
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
    const waits = isLost && scheduleRetry(id);
    stage(id, waits ? { name: "waiting", prepared } : { name: "failed", reason, prepared });
  }

  /**
   * Schedules an automatic retry after a lost connection, while the browser reports to be online;
   * false once the retries are used up.
   */
  function scheduleRetry(id: string): boolean {
    const tries = stopped.get(id)?.tries ?? 0;
    const pause = RETRY_DELAYS_MS[tries];
    if (!steps.isOnline()) stopped.set(id, { tries });
    else if (pause === undefined) return false;
    else stopped.set(id, { tries: tries + 1, timer: setTimeout(() => void advance(id), pause) });
    return true;
  }

  /** A press or a restored connection resets the retry count. */
  function restart(id: string): Promise<void> {
    clearTimeout(stopped.get(id)?.timer);
    stopped.delete(id);
    return advance(id);
  }

  function cancel(id: string): void {
    inProgress.get(id)?.stop.abort();
    clearTimeout(stopped.get(id)?.timer);
    stopped.delete(id);
  }

  /** Cancels photos, frees their previews, and deletes uploads that no row uses. */
  function discardPhotos(gone: readonly Photo[]): void {
    for (const photo of gone) {
      cancel(photo.id);
      if (!photo.isExisting && photo.preview) steps.forget(photo.preview);
    }
    const urls = gone.map(photoUrl).filter((url) => url !== null);
    const discarded = urls.filter((url) => unsaved.delete(url));
    if (discarded.length > 0) steps.discard(discarded);
  }

  function startOver(photo: Photo): void {
    if (photo.isExisting || photo.stage.name !== "uploaded") return;
    if (Date.now() - photo.stage.at < UPLOAD_LIFETIME_MS) return;
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
          dispatch({ type: "added", photo });
          void advance(photo.id);
        } else {
          refusals.push(inspection.reason);
        }
      }
      return refusals;
    },
    move: (id, to) => dispatch({ type: "moved", id, to }),
    remove(id) {
      discardPhotos(photos.filter((photo) => photo.id === id));
      dispatch({ type: "removed", id });
    },
    async retry(id) {
      if (find(id)) await restart(id);
    },
    resume() {
      for (const id of [...stopped.keys()]) void restart(id);
    },
    restore: (restored) => dispatch({ type: "set", photos: restored }),
    reset() {
      discardPhotos(photos);
      dispatch({ type: "set", photos: existingPhotos(existing) });
    },
    async uploadAll() {
      photos.forEach(startOver);
      await Promise.all(photos.filter((photo) => !photoUrl(photo)).map(({ id }) => restart(id)));
      const failed = photos.filter((photo) => !photoUrl(photo)).map(({ name }) => name);
      if (failed.length > 0) return { stored: false, failed };
      const urls = photos.map(photoUrl).filter((url) => url !== null);
      for (const url of urls) unsaved.delete(url);
      return { stored: true, urls };
    },
    dispose() {
      for (const { id } of photos) cancel(id);
      for (const photo of photos) {
        if (!photo.isExisting && photo.preview) steps.forget(photo.preview);
      }
    },
  };
}

/** Returns a function that runs tasks in order, at most `limit` concurrently. */
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
