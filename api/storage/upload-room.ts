import { createGate } from "#api/http/gate.ts";
import {
  beginUpload,
  endWaiting,
  findEldest,
  noteProgress,
  type UploadUnderWay,
  whoGivesWay,
} from "./upload-under-way.ts";

/** Whose upload it is: a person has a share of the room, and the folder that it goes to tells which dealership's it is. */
export type Sender = { person: string; folder: string };

/** What an upload holds of the room. */
export type Place = {
  /** Aborted, with the refusal, when the upload has to give way. */
  readonly cut: AbortSignal;
  /** Takes room for bytes that have come, as soon as there is some. Never ends once the upload was cut: its reader would close the connection that says so. */
  take(bytes: number): Promise<void>;
  /** All has come: what is held will be given back soon, whatever the sender does. */
  complete(): void;
};

/** Memory for files on their way into the store. */
export type UploadRoom = {
  /**
   * Does the work of an upload, which is said to have `announced` bytes, in a place that ends with it. Throws what `refuse` makes when too many of the person's wait, or
   * when it had to give way.
   */
  hold<T>(sender: Sender, announced: number, work: (place: Place) => Promise<T>): Promise<T>;
};

/** In bytes: what all uploads may hold, what one person may announce beside the first, and how much one upload can have. */
export type UploadRoomLimits = {
  bytes: number;
  share: number;
  largest: number;
  refuse: () => Error;
};

/** How many uploads wait at most because their senders have their share already. */
const longestQueue = 200;

const lookEveryMs = 500;

/**
 * A room that is empty. It counts what has really come, so whoever announces much and sends little takes little. When it gets full, the eldest upload goes first, and the
 * last of the room is the eldest's, so one always comes to its end. Where others wait in vain, `whoGivesWay` tells who has to.
 */
export function createUploadRoom({ bytes, share, largest, refuse }: UploadRoomLimits): UploadRoom {
  const capacity = Number.POSITIVE_INFINITY;
  const shares = createGate({ capacity, share, queue: longestQueue, refuse });
  const uploads = new Set<UploadUnderWay>();
  let free = bytes;
  let watch: NodeJS.Timeout | undefined;

  const hasRoom = (upload: UploadUnderWay, wanted: number): boolean =>
    free - wanted >= (upload.isComplete || upload === findEldest(uploads) ? 0 : largest);
  const give = (upload: UploadUnderWay, wanted: number): void => {
    free -= wanted;
    upload.held += wanted;
    noteProgress(upload, wanted);
  };
  const admit = (): void => {
    for (const upload of uploads) {
      const { waiting } = upload;
      if (!waiting || !hasRoom(upload, waiting.bytes)) continue;
      give(upload, waiting.bytes);
      endWaiting(upload);
    }
  };
  const leave = (upload: UploadUnderWay): void => {
    if (!uploads.delete(upload)) return;
    free += upload.held;
    admit();
    if (uploads.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  };
  const look = (): void => {
    for (const upload of whoGivesWay([...uploads], performance.now())) {
      leave(upload);
      upload.stop.abort(refuse());
    }
  };
  const take = async (upload: UploadUnderWay, wanted: number): Promise<void> => {
    if (uploads.has(upload)) {
      if (hasRoom(upload, wanted)) return give(upload, wanted);
      watch ??= setInterval(look, lookEveryMs);
    }
    const from = performance.now();
    await new Promise<void>((enter) => {
      upload.waiting = { bytes: wanted, from, enter };
    });
  };
  const hold = async <T>(folder: string, work: (place: Place) => Promise<T>): Promise<T> => {
    const upload = beginUpload(folder);
    uploads.add(upload);
    try {
      return await work({
        cut: upload.stop.signal,
        take: (size) => take(upload, Math.min(size, bytes)),
        complete: () => {
          upload.isComplete = true;
          admit();
        },
      });
    } finally {
      leave(upload);
    }
  };

  return {
    hold: ({ person, folder }, announced, work) =>
      shares.run(person, () => hold(folder, work), announced),
  };
}
