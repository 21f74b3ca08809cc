import { execFileSync } from "node:child_process";

/**
 * Sends a signal to every process in which a server, or a worker, of this test decodes pictures;
 * gives how many there were.
 */
export function signalPictureProcesses(signal: "SIGKILL" | "SIGSTOP"): number {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const found = listing.split("\n").filter((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s.*picture-process/.exec(line) ?? [];
    return Number(parent) === process.pid && process.kill(Number(pid), signal);
  });
  return found.length;
}

/**
 * Kills each such process that there is, and that comes, until `work` is over. Gives how that
 * ended.
 */
export async function killPictureProcessesDuring<T>(work: () => Promise<T>): Promise<T> {
  signalPictureProcesses("SIGKILL");
  const killing = setInterval(() => signalPictureProcesses("SIGKILL"), 20);
  try {
    return await work();
  } finally {
    clearInterval(killing);
  }
}
