import childProcess, { execFileSync } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

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

/** Kills all picture processes, and each new one, until `work` is done. */
export async function killPictureProcessesDuring<T>(work: () => Promise<T>): Promise<T> {
  signalPictureProcesses("SIGKILL");
  const { fork } = childProcess;
  childProcess.fork = new Proxy(fork, {
    apply(target, self, given) {
      const child = Reflect.apply(target, self, given);
      child.kill("SIGKILL");
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
