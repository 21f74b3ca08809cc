import { inspectPicture } from "#web/ui/picture/inspect-picture.ts";
import { sentenceOf } from "#web/ui/states/sentence-error.ts";
import { existingPhotos, type Photo, type PhotoStage, photoUrl } from "./photo.ts";

/**
 * The two long steps of a photo; each reports its percentage and throws SentenceError where it can
 * say why.
 */
export type PhotoSteps = {
  compress(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<File>;
  upload(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<string>;
  preview(file: File): string;
  forget(preview: string): void;
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
  /**
   * Takes files; gives the sentences for those refused. Compression of the others starts at once.
   */
  add(files: Iterable<File>): Promise<string[]>;
  move(id: string, to: number): void;
  remove(id: string): void;
  /** Does the step that failed once more, for this photo alone. */
  retry(id: string): Promise<void>;
  /** Uploads what is not stored yet (product section 4: images first, then the row). */
  uploadAll(): Promise<UploadOutcome>;
  /** Stops what is under way and frees the previews. */
  dispose(): void;
};

type NewPhoto = Extract<Photo, { isExisting: false }>;

/** As many images as a vehicle may have in the database. */
const MOST_PHOTOS = 40;
const COMPRESSIONS_AT_ONCE = 1;
const UPLOADS_AT_ONCE = 3;

/** Makes the queue of a form, starting with the vehicle's existing image addresses. */
export function createPhotoQueue(steps: PhotoSteps, existing: string[] = []): PhotoQueue {
  let photos: readonly Photo[] = existingPhotos(existing);
  const listeners = new Set<() => void>();
  const underWay = new Map<string, { stop: AbortController; done: Promise<void> }>();
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

  function run(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const done = work(stop.signal).finally(() => underWay.delete(id));
    underWay.set(id, { stop, done });
    return done;
  }

  function stage(id: string, next: PhotoStage, preview?: string): void {
    if (find(id)) happen({ type: "staged", id, stage: next, preview });
    else if (preview) steps.forget(preview);
  }

  function compress(photo: NewPhoto): Promise<void> {
    return run(photo.id, async (signal) => {
      const report = (percent: number) => stage(photo.id, { name: "compressing", percent });
      report(0);
      try {
        const prepared = await compressing(() => {
          signal.throwIfAborted();
          return steps.compress(photo.file, report, signal);
        });
        stage(photo.id, { name: "ready", prepared }, steps.preview(prepared));
      } catch (error) {
        stage(photo.id, { name: "failed", reason: reasonOf(error), prepared: null });
      }
    });
  }

  function upload(id: string, prepared: File): Promise<void> {
    return run(id, async (signal) => {
      const report = (percent: number) => stage(id, { name: "uploading", prepared, percent });
      report(0);
      try {
        const url = await uploading(() => {
          signal.throwIfAborted();
          return steps.upload(prepared, report, signal);
        });
        stage(id, { name: "uploaded", url });
      } catch (error) {
        stage(id, { name: "failed", reason: reasonOf(error), prepared });
      }
    });
  }

  async function bringHome(id: string): Promise<void> {
    await underWay.get(id)?.done;
    const photo = find(id);
    if (photo?.stage.name === "failed" && !photo.stage.prepared) await compress(photo);
    const current = find(id)?.stage;
    if (current?.name === "ready") return upload(id, current.prepared);
    if (current?.name === "failed" && current.prepared) return upload(id, current.prepared);
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
        if (photos.length >= MOST_PHOTOS) {
          refusals.push(
            `«${file.name}» no se añadió: un vehículo admite hasta ${MOST_PHOTOS} fotos.`,
          );
        } else if (inspection.accepted) {
          const photo = newPhoto(file);
          happen({ type: "added", photos: [photo] });
          void compress(photo);
        } else {
          refusals.push(inspection.reason);
        }
      }
      return refusals;
    },
    move: (id, to) => happen({ type: "moved", id, to }),
    remove(id) {
      const photo = find(id);
      underWay.get(id)?.stop.abort();
      happen({ type: "removed", id });
      if (photo?.preview) steps.forget(photo.preview);
    },
    async retry(id) {
      const stageNow = find(id)?.stage;
      if (stageNow?.name !== "failed" || underWay.has(id)) return;
      if (stageNow.prepared) return upload(id, stageNow.prepared);
      const photo = find(id);
      if (photo) await compress(photo);
    },
    async uploadAll() {
      await Promise.all(photos.filter((photo) => !photoUrl(photo)).map(({ id }) => bringHome(id)));
      const failed = photos.filter((photo) => !photoUrl(photo)).map(({ name }) => name);
      if (failed.length > 0) return { stored: false, failed };
      return { stored: true, urls: photos.map(photoUrl).filter((url) => url !== null) };
    },
    dispose() {
      for (const { stop } of underWay.values()) stop.abort();
      for (const photo of photos) {
        if (!photo.isExisting && photo.preview) steps.forget(photo.preview);
      }
    },
  };
}

function newPhoto(file: File): NewPhoto {
  return {
    id: randomId(),
    isExisting: false,
    name: file.name,
    preview: null,
    file,
    stage: { name: "compressing", percent: 0 },
  };
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "-",
  );
}

function reasonOf(error: unknown): string {
  return sentenceOf(error, "Algo salió mal con esta foto.");
}

/** What can happen to the photos of the form. */
type PhotoEvent =
  | { type: "added"; photos: Photo[] }
  | { type: "staged"; id: string; stage: PhotoStage; preview?: string }
  | { type: "moved"; id: string; to: number }
  | { type: "removed"; id: string };

/** The photos after an event, in the order in which they will be saved; the first is the cover. */
function reducePhotos(photos: readonly Photo[], event: PhotoEvent): readonly Photo[] {
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
