/** What an operator hears: each thing that is done, and now and then how far a long one is. */
export type Progress = {
  step(done: string): void;
  report(soFar: string): void;
  warn(what: string): void;
  /** What nobody may miss though the program goes on, also where only standard error is read. */
  alarm(what: string): void;
};

const reportEveryMs = 5_000;

/** Progress as lines of `say`, with the time since the start. */
function createProgress(say: (line: string) => void): Progress {
  const started = performance.now();
  let lastSaid = started;
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const tell = (line: string) => {
    lastSaid = performance.now();
    say(line);
  };
  return {
    step: (done) => tell(`  ✓ ${done} (${seconds()} s)`),
    report: (soFar) => {
      if (performance.now() - lastSaid >= reportEveryMs) tell(`    ${soFar} (${seconds()} s)`);
    },
    warn: (what) => tell(`  ! ${what}`),
    alarm: (what) => process.stderr.write(`${what}\n`),
  };
}

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

/** Whether somebody has told the program to end; after `ignore` nobody can any more. */
export type Stopping = { signal: AbortSignal; ignore(): void };

/** Aborts at the first Ctrl-C, SIGTERM or end of the terminal, which do nothing else. */
function hearSignals(words: string): Stopping {
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
