import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findServer } from "./embedded-process.ts";
import { runProgram } from "./run-program.ts";
import type { ServerAccount } from "./server-account.ts";

/**
 * Where a server of ours works: the account that it runs under, the folder of PostgreSQL's
 * programs, and that of its data.
 */
export type Cluster = { account: ServerAccount; bin: string; data: string };

/**
 * In order, with all that was written in its files; or at once, after which the next start reads
 * the log of changes (WAL) first.
 */
export type StopMode = "fast" | "immediate";

/**
 * A mode gives way to the next one; after the last one the server is killed. Nothing that was
 * committed is lost by any of them.
 */
const modes: StopMode[] = ["fast", "immediate"];

/**
 * In the first one it writes down what it has in memory, at most 128 MB; in the second one
 * PostgreSQL waits five seconds for its processes before it kills them. With the time for a kill
 * that is less than what a service manager gives us.
 */
const longestSeconds: Record<StopMode, number> = { fast: 10, immediate: 7 };
const killedMs = 2_000;
const lookEveryMs = 50;

/**
 * Ends the server of this folder, and comes back when it is gone. One that is told to end while it
 * recovers from a crash waits without end for processes that it has told nothing, so each way to
 * end it has a bound. Throws when not even a kill ends it.
 */
export async function stopServer(cluster: Cluster, mode: StopMode): Promise<void> {
  const pid = findServer(cluster.data)?.pid;
  if (pid === undefined) return;
  // Only what is known to be this folder's server gets a signal: the pid of a dead one may be
  // anybody's by now, and the folder another one's.
  const lives = () => findServer(cluster.data)?.pid === pid;
  for (const next of modes.slice(modes.indexOf(mode))) {
    if (!lives()) return;
    await tellToEnd(cluster, next);
  }
  // Its processes end by themselves when it is dead.
  if (lives()) await runPgCtl(cluster, ["kill", "KILL", pid]);
  const deadline = performance.now() + killedMs;
  while (lives()) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL (${pid}) cannot be ended.`);
    await delay(lookEveryMs);
  }
}

/**
 * Whether it has ended is to be seen from its process; pg_ctl fails also where it had ended
 * already.
 */
async function tellToEnd(cluster: Cluster, mode: StopMode): Promise<void> {
  const bound = ["-w", "-t", String(longestSeconds[mode])];
  const stop = ["-D", cluster.data, "-m", mode, ...bound, "stop"];
  await runPgCtl(cluster, stop);
}

function runPgCtl({ account, bin }: Cluster, words: string[]): Promise<void> {
  const program = [...account.prefix, join(bin, "pg_ctl"), ...words];
  return runProgram(program).catch(() => undefined);
}
