import type { IncomingMessage } from "node:http";

const patienceMs = 10_000;
const leastBytesPerMs = 128;

/**
 * How long the store may take for so many bytes, however often it says a little: ten seconds, and
 * one more for each 128 kB.
 */
export function allowedMs(bytes: number): number {
  return patienceMs + bytes / leastBytesPerMs;
}

const lookEveryMs = 250;

/**
 * Cuts an answer off once its reader has waited too long for the store, all pauses together. The
 * time that the reader takes does not count.
 */
export function boundWaiting(answer: IncomingMessage): void {
  const { socket } = answer;
  const bytesBefore = socket.bytesRead;
  let waitedMs = 0;
  const watch = setInterval(() => {
    if (answer.readableLength > 0 || answer.complete) return;
    waitedMs += lookEveryMs;
    if (waitedMs > allowedMs(socket.bytesRead - bytesBefore)) answer.destroy(tooSlow());
  }, lookEveryMs);
  answer.once("close", () => clearInterval(watch));
}

/** What a store is told whose time is up. */
export function tooSlow(): Error {
  return new Error("The S3 store takes too long");
}
