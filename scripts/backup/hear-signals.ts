/** Aborts with these words at the first Ctrl-C or SIGTERM, which do nothing else from here on. */
export function hearSignals(words: string): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error(words));
  process.on("SIGINT", stop).on("SIGTERM", stop);
  return stopping.signal;
}
