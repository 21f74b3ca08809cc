import { execFileSync } from "node:child_process";

/**
 * Sends a signal to every process in which a server, or a worker, of this test decodes pictures;
 * gives how many there were.
 */
export function signalPictureProcesses(signal: "SIGKILL" | "SIGSTOP"): number {
  return listPictureProcesses().filter(({ pid }) => process.kill(pid, signal)).length;
}

function listPictureProcesses(): { pid: number; bytes: number }[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" });
  return listing.split("\n").flatMap((line) => {
    const [, pid, parent, size] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s.*picture-process/.exec(line) ?? [];
    return Number(parent) === process.pid ? [{ pid: Number(pid), bytes: Number(size) * 1024 }] : [];
  });
}

/** Gives how much memory one of them had at most until `work` was over. */
export async function watchPictureProcessesDuring(work: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  const watching = setInterval(() => {
    largest = Math.max(largest, ...listPictureProcesses().map(({ bytes }) => bytes));
  }, 20);
  try {
    await work();
    return largest;
  } finally {
    clearInterval(watching);
  }
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
