import { useEffect, useState, useSyncExternalStore } from "react";
import type { Photo } from "./photo.ts";
import { createPhotoQueue, type PhotoQueue, type PhotoSteps } from "./photo-queue.ts";

/**
 * One photo queue for the life of a form, and its present photos. `existing` counts only at the
 * start.
 */
export function usePhotoQueue(
  steps: PhotoSteps,
  existing: string[],
): { queue: PhotoQueue; photos: readonly Photo[] } {
  const [queue] = useState(() => createPhotoQueue(steps, existing));
  const photos = useSyncExternalStore(queue.subscribe, queue.photos, queue.photos);
  useEffect(() => queue.dispose, [queue]);
  return { queue, photos };
}
