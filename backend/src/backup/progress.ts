const reportEveryMs = 5_000;

/**
 * Prints finished steps, and the progress of long ones every few seconds, with the elapsed time.
 */
function createProgress(say: (line: string) => void) {
  const started = performance.now();
  let lastSaid = started;
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const tell = (line: string) => {
    lastSaid = performance.now();
    say(line);
  };
  return {
    step: (done: string) => tell(`  ✓ ${done} (${seconds()} s)`),
    report: (soFar: string) => {
      if (performance.now() - lastSaid >= reportEveryMs) tell(`    ${soFar} (${seconds()} s)`);
    },
    warn: (what: string) => tell(`  ! ${what}`),
    /** For warnings that must also reach an operator who only reads standard error. */
    alarm: (what: string) => process.stderr.write(`${what}\n`),
  };
}

export type Progress = ReturnType<typeof createProgress>;

/**
 * Runs a CLI command. A failure prints one line on standard error and exits with 1; `stopped` is
 * that line if a signal ended it.
 */
export async function runCommand(
  stopped: string,
  work: (progress: Progress, stopping: Stopping) => Promise<void>,
): Promise<void> {
  const stopping = abortOnSignals(stopped);
  // A closed pipe or a full disk must not abort the work.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    await work(
      createProgress((line) => process.stdout.write(`${line}\n`)),
      stopping,
    );
  } catch (error) {
    const reason: unknown = stopping.signal.aborted ? stopping.signal.reason : error;
    process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
    process.exitCode = 1;
  }
}

/** Aborts at the first SIGINT, SIGTERM or SIGHUP, which do nothing else. */
function abortOnSignals(words: string) {
  const stopping = new AbortController();
  let isListening = true;
  const stop = () => {
    if (isListening) stopping.abort(new Error(words));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  return {
    signal: stopping.signal,
    /** From here on, signals no longer abort the work. */
    ignore: () => {
      stopping.signal.throwIfAborted();
      isListening = false;
    },
  };
}

export type Stopping = ReturnType<typeof abortOnSignals>;
