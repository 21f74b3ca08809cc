import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of the answers that it covers takes on a machine that is not overloaded. */
const leastMs = 200;

/**
 * The result of `work`, never sooner than a fixed time, so that the time does not tell what there
 * was to do (threat 20).
 */
export async function inEvenTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, pause(leastMs)]);
  return result;
}
