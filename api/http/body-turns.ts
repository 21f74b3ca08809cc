import { type Answer, createLoopTurns } from "./loop-turns.ts";

/**
 * Waits until a client's body of so many bytes may be parsed, which is to be done at once then. Throws when too many wait and nobody has more waiting than the client, and when
 * the answer closes that it is for.
 */
export type TakeBodyTurn = (client: string | null, bytes: number, answer?: Answer) => Promise<void>;

/** What is smaller is parsed in less time than its request takes otherwise. */
const worthATurn = 4 * 1024;

const longestLine = 2_000;

/**
 * Turns for parsing bodies: 2 MB of brackets hold the thread for 150 ms, and the bodies of many connections can be complete at the same moment. After each the others
 * have as long as it took. What a page asks in process belongs to no client and does not wait.
 */
export function createBodyTurns(refuse: () => Error, limit = longestLine): TakeBodyTurn {
  const turns = createLoopTurns(limit, restAsLong);
  return async (client, bytes, answer) => {
    if (client === null || bytes < worthATurn) return;
    if (!(await turns(client, answer))) throw refuse();
  };
}

/** What is done at once, in promises that wait for nothing, ends before the next tick. */
function restAsLong(goOn: () => void): void {
  const began = performance.now();
  queueMicrotask(() =>
    process.nextTick(() => {
      const tookMs = Math.floor(performance.now() - began);
      if (tookMs === 0) setImmediate(goOn);
      else setTimeout(goOn, tookMs);
    }),
  );
}
