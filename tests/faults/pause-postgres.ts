import { execFileSync } from "node:child_process";

/**
 * Stops every process of a PostgreSQL with SIGSTOP, like an overloaded machine; returns a function
 * that resumes them.
 */
export function pausePostgres(postmaster: number): () => void {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = listing
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = rows.flatMap(([pid, parent]) => (pid && parent === postmaster ? [pid] : []));
  const all = [postmaster, ...children];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of all) process.kill(pid, "SIGCONT");
  };
}
