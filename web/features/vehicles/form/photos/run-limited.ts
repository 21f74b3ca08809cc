/** Gives a function that runs tasks at most `limit` at a time, in the order in which they came. */
export function runLimited(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
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
