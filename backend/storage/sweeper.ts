/** Work that runs at once and then ever so often, never twice at a time. */
export type Sweeper = { start(): Promise<void>; stop(): Promise<void> };

/**
 * Repeats `sweep` every `everyMs`; a failure is handed to `onFailure` and the next turn tries
 * again.
 */
export function createSweeper(
  sweep: () => Promise<unknown>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function turn(): void {
    running = sweep().then(
      () => undefined,
      (error) => onFailure(error),
    );
  }

  return {
    async start() {
      turn();
      timer = setInterval(() => {
        running = running.then(() => turn());
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
