const reportEveryMs = 5_000;

/** What is done, and now and then how far a long step is: lines with the time since the start. */
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
    /** What nobody may miss though the program goes on, also where only standard error is read. */
    alarm: (what: string) => process.stderr.write(`${what}\n`),
  };
}

export type Progress = ReturnType<typeof createProgress>;

/** A failure is one line on standard error and exit code 1, `stopped` where it was told to end. */
export async function runForOperator(
  stopped: string,
  work: (progress: Progress, stopping: Stopping) => Promise<void>,
): Promise<void> {
  const stopping = hearSignals(stopped);
  // What nobody reads any more, or a full disk does not take, must not end the work half-way.
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

/** Aborts at the first Ctrl-C, SIGTERM or end of the terminal, which do nothing else. */
function hearSignals(words: string) {
  const stopping = new AbortController();
  let isHeard = true;
  const stop = () => {
    if (isHeard) stopping.abort(new Error(words));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  return {
    signal: stopping.signal,
    /** Nobody can tell the program to end any more. */
    ignore: () => {
      stopping.signal.throwIfAborted();
      isHeard = false;
    },
  };
}

export type Stopping = ReturnType<typeof hearSignals>;
