import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/**
 * What is kept for a reader who is behind, some ten thousand lines; what comes on top of it is
 * lost.
 */
const mostHeld = 4 * 1024 * 1024;

/** After how long it is tried again, and how long the end of the process tries. */
const pauseMs = 100;
const lastMs = 1_000;

/** For how long lines are gathered into one write. */
const gatherMs = 10;

const nothing = Buffer.alloc(0);

type LogOutput = DestinationStream & { flushSync(): void };

let standardOutput: LogOutput | undefined;

/**
 * Standard output, for the log. Nobody has to read it or have room for it: a pipe or a disk that is
 * full holds up neither answers nor the end of the process, and ends none. pino's own destination
 * would throw for a full disk, and wait at the end for as long as either is full.
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
  let state: "idle" | "due" | "writing" | "pausing" = "idle";

  /** A write for each line would take a tenth of the time of a busy process. */
  const schedule = (): void => {
    if (state !== "idle") return;
    state = "due";
    setTimeout(writeOn, gatherMs);
  };
  const writeOn = (): void => {
    takeInHand();
    state = inHand.length > 0 ? "writing" : "idle";
    if (inHand.length > 0) write(fd, inHand, goOn);
  };
  const goOn = (error: Error | null, written: number): void => {
    if (error) {
      state = "pausing";
      setTimeout(writeOn, pauseMs).unref();
      return;
    }
    inHand = inHand.subarray(written);
    if (inHand.length > 0) writeOn();
    else {
      state = "idle";
      if (lines !== "") schedule();
    }
  };
  const takeInHand = (): void => {
    if (inHand.length > 0 || lines === "") return;
    inHand = Buffer.from(lines);
    lines = "";
  };

  return {
    write(line) {
      if (lines.length + line.length > mostHeld) return;
      lines += line;
      schedule();
    },
    flushSync() {
      // What the system has in hand is its own to end.
      const own = state === "writing" ? nothing : inHand;
      writeForAWhile(fd, Buffer.concat([own, Buffer.from(lines)]));
      lines = "";
      if (state !== "writing") inHand = nothing;
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
      if (!isBusy(error)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
