import { write, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { DestinationStream } from "pino";
import { hasCode } from "../postgres/failures.ts";

/** What is kept for a reader who is behind; what comes on top of it is lost. */
const mostHeld = 4 * 1024 * 1024;

/** After how long it is tried again, and how long the end of the process tries. */
const pauseMs = 100;
const lastMs = 1_000;

const gatherMs = 10;

const nothing = Buffer.alloc(0);
const writeTo = promisify(write);

type LogOutput = DestinationStream & { flushSync(): void };

let standardOutput: LogOutput | undefined;

/**
 * Standard output, which nobody has to read or have room for: pino's own destination would throw
 * for a full disk, and wait at the end for as long as it is full.
 */
export function openLogOutput(): LogOutput {
  if (standardOutput) return standardOutput;
  const output = createOutput(process.stdout.fd ?? 1);
  standardOutput = output;
  process.on("exit", output.flushSync);
  // What the program says beside the log is lost with the terminal.
  process.stdout.on("error", () => undefined);
  return output;
}

function createOutput(fd: number): LogOutput {
  let lines = "";
  let inHand = nothing;
  let isDue = false;
  let isWriting = false;

  /** A write for each line would take a tenth of the time of a busy process. */
  const writeOn = async (): Promise<void> => {
    isDue = true;
    while (lines !== "" || inHand.length > 0) {
      await delay(gatherMs);
      if (inHand.length === 0) {
        inHand = Buffer.from(lines);
        lines = "";
      }
      isWriting = true;
      const written = await writeTo(fd, inHand).catch(() => null);
      isWriting = false;
      if (written) inHand = inHand.subarray(written.bytesWritten);
      else await delay(pauseMs, undefined, { ref: false });
    }
    isDue = false;
  };

  return {
    write(line) {
      if (lines.length + line.length > mostHeld) return;
      lines += line;
      if (!isDue) void writeOn();
    },
    flushSync() {
      // What the system has in hand is its own to end.
      writeForAWhile(fd, Buffer.concat([isWriting ? nothing : inHand, Buffer.from(lines)]));
      lines = "";
      if (!isWriting) inHand = nothing;
    },
  };
}

function writeForAWhile(fd: number, bytes: Buffer): void {
  const deadline = performance.now() + lastMs;
  let rest = bytes;
  while (rest.length > 0 && performance.now() < deadline) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!hasCode(error, "EAGAIN")) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
