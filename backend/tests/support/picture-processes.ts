import childProcess, { execFileSync } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { expect, vi } from "vitest";
import { patience } from "./patience.ts";

/** Sends a signal to all picture processes of this test and returns their number. */
export function signalPictureProcesses(signal: "SIGKILL" | "SIGSTOP"): number {
  return listPictureProcesses().filter((pid) => process.kill(pid, signal)).length;
}

function listPictureProcesses(): number[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return listing.split("\n").flatMap((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s.*picture-process/.exec(line) ?? [];
    return Number(parent) === process.pid ? [Number(pid)] : [];
  });
}

/** Kills all picture processes, and the first `mostNew` that start while `work` runs. */
export async function killPictureProcessesDuring<T>(
  work: () => Promise<T>,
  mostNew = Number.POSITIVE_INFINITY,
): Promise<T> {
  await vi.waitFor(() => expect(signalPictureProcesses("SIGKILL")).toBe(0), patience);
  let killed = 0;
  const { fork } = childProcess;
  childProcess.fork = new Proxy(fork, {
    apply(target, self, given) {
      const child = Reflect.apply(target, self, given);
      if (killed < mostNew) child.kill("SIGKILL");
      killed += 1;
      return child;
    },
  });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    childProcess.fork = fork;
    syncBuiltinESMExports();
  }
}
