import { isUnreachable, sentenceOf } from "#web/ui/states/sentence-error.ts";
import { photoMessages as messages } from "./messages.ts";
import type { PlannedPhoto, RefusedFile } from "./plan-photos.ts";

/** What is done for each photo. What throws a TypeError of the line ends all of them for now. */
export type StoreSteps = {
  prepare(photo: PlannedPhoto): Promise<File>;
  /** Gives its address, or why the server refuses this one; throws where it would refuse all. */
  store(photo: PlannedPhoto, prepared: File): Promise<{ url: string } | { reason: string }>;
  /** What is stored already, which this adds to. */
  stored: Map<PlannedPhoto, string>;
  tell(stored: number): void;
  signal: AbortSignal;
};

/**
 * Stores what is not stored yet, the next one being made smaller while one is on its way; gives
 * those that could not be.
 */
export async function storePhotos(
  photos: readonly PlannedPhoto[],
  { prepare, store, stored, tell, signal }: StoreSteps,
): Promise<RefusedFile[]> {
  const failed: RefusedFile[] = [];
  const fail = ({ file }: PlannedPhoto, reason: string) => failed.push({ path: file.path, reason });
  const send = async (photo: PlannedPhoto, prepared: File) => {
    const answer = await store(photo, prepared);
    if ("reason" in answer) return fail(photo, answer.reason);
    stored.set(photo, answer.url);
    tell(stored.size);
  };

  let sending: Promise<unknown> = Promise.resolve();
  for (const photo of photos) {
    if (photo.stored) stored.set(photo, photo.stored);
    if (stored.has(photo)) continue;
    const prepared = await prepare(photo).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      return sentenceOf(error, messages.sendFailed);
    });
    await sending;
    signal.throwIfAborted();
    if (typeof prepared === "string") fail(photo, prepared);
    else sending = send(photo, prepared);
    // Whoever awaits it next hears of its failure.
    sending.catch(() => undefined);
  }
  await sending;
  signal.throwIfAborted();
  return failed;
}
