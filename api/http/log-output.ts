import { pino } from "pino";

/** What is kept for a reader who is behind, some ten thousand lines; what comes on top of it is lost. */
const mostHeld = 4 * 1024 * 1024;

/** How long the end of the process waits for the reader. */
const lastMs = 1_000;

/**
 * Standard output, for the log. Nobody has to read it: a pipe that is full holds up neither the memory nor the end of the process, for which pino would wait
 * as long as the pipe stays full.
 */
export function openLogOutput() {
  let deadline = Number.POSITIVE_INFINITY;
  const output = pino.destination({
    sync: false,
    maxLength: mostHeld,
    retryEAGAIN: () => performance.now() < deadline,
  });
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    deadline = performance.now() + lastMs;
    try {
      flushSync();
    } catch {
      // There is nobody left to tell.
    } finally {
      deadline = Number.POSITIVE_INFINITY;
    }
  };
  return output;
}
