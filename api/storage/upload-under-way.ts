import { createTally } from "#api/http/tally.ts";

/** An upload that holds some of the room: how much, since when its sender has sent nothing to speak of, and what it waits for. */
export type UploadUnderWay = {
  readonly folder: string;
  readonly stop: AbortController;
  held: number;
  isComplete: boolean;
  movedAt: number;
  /** What came since then. */
  since: number;
  waiting: Waiting | null;
};

type Waiting = { bytes: number; from: number; enter(): void };

/** So long an upload waits for room before others have to give way. */
const patienceMs = 2_000;

/** Whoever sends less than this in that time is silent. At the slowest pace that brings 8 MB in two minutes three times as much comes. */
const worthCounting = 64 * 1024;
const silentAfterMs = 3_000;

/** An upload of which nothing has come. */
export function beginUpload(folder: string): UploadUnderWay {
  return {
    folder,
    stop: new AbortController(),
    held: 0,
    isComplete: false,
    movedAt: performance.now(),
    since: 0,
    waiting: null,
  };
}

/** Of uploads in the order of their beginning, the one that goes first. */
export function findEldest(uploads: Iterable<UploadUnderWay>): UploadUnderWay | null {
  for (const upload of uploads) if (!upload.isComplete) return upload;
  return null;
}

/** Lets an upload go on that waited, and could not send meanwhile. */
export function endWaiting(upload: UploadUnderWay): void {
  upload.waiting?.enter();
  upload.waiting = null;
  upload.movedAt = performance.now();
}

/** Notes that so much more has come. */
export function noteProgress(upload: UploadUnderWay, bytes: number): void {
  upload.since += bytes;
  if (upload.since < worthCounting) return;
  upload.since = 0;
  upload.movedAt = performance.now();
}

/**
 * Who has to give way once somebody has waited for two seconds: all who are silent. Where nobody is, and none is complete and about to go, the largest upload into the
 * folder that holds most: whoever sends just enough not to be silent keeps nobody waiting either.
 */
export function whoGivesWay(uploads: UploadUnderWay[], now: number): UploadUnderWay[] {
  const isInVain = uploads.some(({ waiting }) => waiting && now - waiting.from >= patienceMs);
  if (!isInVain) return [];
  const silent = uploads.filter((upload) => isSilent(upload, now));
  const isRoomComing = uploads.some(({ isComplete, waiting }) => isComplete && !waiting);
  if (silent.length > 0 || isRoomComing) return silent;
  return [largestOf(uploads)].filter((upload) => upload !== undefined);
}

/** Who waits for room cannot send. */
function isSilent({ isComplete, waiting, movedAt }: UploadUnderWay, now: number): boolean {
  return !isComplete && !waiting && now - movedAt >= silentAfterMs;
}

/** The largest upload into the folder that holds most. */
function largestOf(uploads: UploadUnderWay[]): UploadUnderWay | undefined {
  const held = createTally();
  for (const upload of uploads) held.add(upload.folder, upload.held);
  return uploads.toSorted((a, b) => held.of(b.folder) - held.of(a.folder) || b.held - a.held)[0];
}
