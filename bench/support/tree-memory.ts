import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process and what it keeps in memory, in megabytes. */
type ProcessMemory = { pid: number; command: string; megabytes: number };

/**
 * The largest memory that a process tree was seen with, and how it was shared out at that moment.
 */
export type TreePeak = { megabytes: number; processes: ProcessMemory[] };

const everyMs = 250;

/**
 * Watches a process and all that it started until `stop`, which gives the peak of the whole tree.
 * Pages that several processes share count once where the system tells (Linux: proportional set
 * size); elsewhere each counts them (resident set size).
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

/** Null where the system has no such file, or the process has ended. */
function proportional(pid: number): number | null {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}
