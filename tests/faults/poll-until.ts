import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits for a state that lasts, such as a file or a lock. Polls often, but leaves the processor to
 * the processes that the test waits for; the test's own timeout ends it.
 */
export async function pollUntil(isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) await delay(2);
}
