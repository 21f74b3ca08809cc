import { write, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { DestinationStream } from "pino";
import { hasCode } from "../postgres/failures.ts";

/** Bytes buffered for a slow reader; further lines are dropped. */
const maxBuffered = 4 * 1024 * 1024;

/** Pause between retries, and how long the process keeps trying at exit. */
const pauseMs = 100;
const lastMs = 1_000;

const gatherMs = 10;

const nothing = Buffer.alloc(0);
const writeTo = promisify(write);

type LogOutput = DestinationStream & { flushSync(): void };

let standardOutput: LogOutput | undefined;

/**
 * Standard output that tolerates a missing reader or a full disk. pino's own destination throws on
 * a full disk and blocks at exit until there is space.
 */
export function openLogOutput(): LogOutput {
  if (standardOutput) return standardOutput;
  const output = createOutput(process.stdout.fd ?? 1);
  standardOutput = output;
  process.on("exit", output.flushSync);
  // Other output of the program is lost with the terminal.
  process.stdout.on("error", () => undefined);
  return output;
}

function createOutput(fd: number): LogOutput {
  let lines = "";
  let pending = nothing;
  let isDue = false;
  let isWriting = false;

  /** Batches lines: one write per line would cost a busy process a tenth of its time. */
  const flush = async (): Promise<void> => {
    isDue = true;
    while (lines !== "" || pending.length > 0) {
      await delay(gatherMs);
      if (pending.length === 0) {
        pending = Buffer.from(lines);
        lines = "";
      }
      isWriting = true;
      const written = await writeTo(fd, pending).catch(() => null);
      isWriting = false;
      if (written) pending = pending.subarray(written.bytesWritten);
      else await delay(pauseMs, undefined, { ref: false });
    }
    isDue = false;
  };

  return {
    write(line) {
      if (lines.length + line.length > maxBuffered) return;
      lines += line;
      if (!isDue) void flush();
    },
    flushSync() {
      // A write in progress is left to the operating system.
      writeUntilDeadline(fd, Buffer.concat([isWriting ? nothing : pending, Buffer.from(lines)]));
      lines = "";
      if (!isWriting) pending = nothing;
    },
  };
}

function writeUntilDeadline(fd: number, bytes: Buffer): void {
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
