import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process and its memory, in megabytes. */
type ProcessMemory = { pid: number; command: string; megabytes: number };

/** The peak memory of a process tree, and its distribution at that moment. */
export type TreePeak = { megabytes: number; processes: ProcessMemory[] };

const everyMs = 250;

/**
 * Samples a process and its descendants until `stop`, which returns the peak of the whole tree.
 * Shared pages count once on Linux (proportional set size), elsewhere in each process (resident set
 * size).
 */
export function watchTree(root: number): { stop(): TreePeak } {
  let peak: TreePeak = { megabytes: 0, processes: [] };
  const look = () => {
    const processes = measureTree(root);
    const megabytes = processes.reduce((sum, each) => sum + each.megabytes, 0);
    if (megabytes > peak.megabytes) peak = { megabytes, processes };
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

function measureTree(root: number): ProcessMemory[] {
  const rows = listProcesses();
  const members: ProcessMemory[] = [];
  const visit = (pid: number) => {
    const row = rows.find((each) => each.pid === pid);
    if (!row) return;
    members.push({
      pid,
      command: row.command,
      megabytes: (proportional(pid) ?? row.kilobytes) / 1024,
    });
    for (const child of rows) if (child.parent === pid) visit(child.pid);
  };
  visit(root);
  return members;
}

type Row = { pid: number; parent: number; kilobytes: number; command: string };

function listProcesses(): Row[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" });
  return listing
    .trim()
    .split("\n")
    .map((line) => {
      const [pid, parent, kilobytes, ...command] = line.trim().split(/\s+/);
      return {
        pid: Number(pid),
        parent: Number(parent),
        kilobytes: Number(kilobytes),
        command: command.join(" "),
      };
    });
}

/** Null if the system has no such file, or the process has ended. */
function proportional(pid: number): number | null {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}
