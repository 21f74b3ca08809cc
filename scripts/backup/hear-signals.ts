/** Aborts with these words at the first Ctrl-C, SIGTERM or end of the terminal, which do nothing else from here on. */
export function hearSignals(words: string): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error(words));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  return stopping.signal;
}
