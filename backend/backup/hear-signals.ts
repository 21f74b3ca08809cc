/**
 * Whether somebody has told the program to end; once it has called `ignore`, nobody can any more.
 */
export type Stopping = { signal: AbortSignal; ignore(): void };

/**
 * Aborts with these words at the first Ctrl-C, SIGTERM or end of the terminal, which do nothing
 * else from here on.
 */
export function hearSignals(words: string): Stopping {
  const stopping = new AbortController();
  let isHeard = true;
  const stop = () => {
    if (isHeard) stopping.abort(new Error(words));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  return {
    signal: stopping.signal,
    ignore: () => {
      stopping.signal.throwIfAborted();
      isHeard = false;
    },
  };
}
