import { isUnreachable, userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { photoMessages as messages } from "./messages.ts";
import type { PlannedPhoto, RefusedFile } from "./plan-photos.ts";

/** The steps per photo. A network TypeError stops the whole run; it can be resumed. */
export type StoreOptions = {
  prepare(photo: PlannedPhoto): Promise<File>;
  /**
   * Returns the URL, or the reason why the server refuses this photo; throws if it would refuse
   * all.
   */
  store(photo: PlannedPhoto, prepared: File): Promise<{ url: string } | { reason: string }>;
  /** Photos stored so far; extended by this run. */
  stored: Map<PlannedPhoto, string>;
  onProgress(stored: number): void;
  signal: AbortSignal;
};

/**
 * Stores the missing photos, compressing the next one while one uploads. Returns those that failed.
 */
export async function storePhotos(
  photos: readonly PlannedPhoto[],
  { prepare, store, stored, onProgress, signal }: StoreOptions,
): Promise<RefusedFile[]> {
  const failed: RefusedFile[] = [];
  const fail = ({ file }: PlannedPhoto, reason: string) => failed.push({ path: file.path, reason });
  const send = async (photo: PlannedPhoto, prepared: File) => {
    const answer = await store(photo, prepared);
    if ("reason" in answer) return fail(photo, answer.reason);
    stored.set(photo, answer.url);
    onProgress(stored.size);
  };

  let sending: Promise<unknown> = Promise.resolve();
  for (const photo of photos) {
    if (photo.stored) stored.set(photo, photo.stored);
    if (stored.has(photo)) continue;
    const prepared = await prepare(photo).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      return userMessageOf(error, messages.sendFailed);
    });
    await sending;
    signal.throwIfAborted();
    if (typeof prepared === "string") fail(photo, prepared);
    else sending = send(photo, prepared);
    // The error surfaces at the next await.
    sending.catch(() => undefined);
  }
  await sending;
  signal.throwIfAborted();
  return failed;
}
