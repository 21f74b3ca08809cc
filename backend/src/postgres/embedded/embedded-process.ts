import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "../failures.ts";
import type { ServerAccount } from "./server-account.ts";

/**
 * A server as its own note, `postmaster.pid`, names it: its process, the folder of its socket, once
 * it listens, and whether it has been told to end and has not ended yet. It may never, told in
 * PostgreSQL's gentle way (SIGTERM): it lets nobody in any more then, and waits until everybody has
 * left.
 */
type ServerProcess = { pid: string; socket: string | null; isEnding: boolean };

/** The socket's name in its folder. */
export const socketName = ".s.PGSQL.5432";

/** The note of a server in the folder of its data, dead or alive; null when there is none. */
function readNote(data: string): ServerProcess | null {
  try {
    const note = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const [pid = "", , , , socket = "", , , state = ""] = note;
    const isEnding = state.trim() === "stopping";
    return { pid: pid.trim(), socket: socket === "" ? null : socket, isEnding };
  } catch (error) {
    // A server that ends takes its note away at any moment.
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * The living server of this folder; null when there is none. Where nobody can tell whose process it
 * is, it counts as the server's.
 */
export function findServer(data: string): ServerProcess | null {
  const note = readNote(data);
  return note && mayWorkIn(note.pid, data) ? note : null;
}

/**
 * Whether the server of this folder goes on and lets nobody in any more: it has been told to end,
 * or somebody who tidied up has taken its socket away.
 */
export function isCutOff(data: string): boolean {
  const server = findServer(data);
  if (!server?.socket) return server?.isEnding ?? false;
  return server.isEnding || !existsSync(join(server.socket, socketName));
}

/**
 * A process that is dead already, and not yet taken note of by its parent. What is looked at stands
 * behind the name in brackets, which may hold anything.
 */
function isZombie(pid: string): boolean {
  return /\) Z [^)]*$/.test(readProcess(pid, "stat"));
}

/**
 * After a SIGKILL the server can stay a zombie for a moment, and after a restart of the machine, or
 * in a copy of the folder, its pid is somebody else's: such a pid exists, and its files must not
 * count any more. `socket` is the folder where the next one will listen.
 */
export async function clearDeadServer(data: string, socket: string): Promise<void> {
  const pid = readNote(data)?.pid ?? "";
  for (let tries = 0; tries < 30 && isZombie(pid); tries += 1) await delay(100);
  if (findServer(data)) return;
  const sockets = [socketName, `${socketName}.lock`].map((name) => join(socket, name));
  for (const path of [join(data, "postmaster.pid"), ...sockets]) rmSync(path, { force: true });
}

/** Whether a process can be the server of this folder, which it works in; true in doubt. */
function mayWorkIn(pid: string, data: string): boolean {
  if (process.platform !== "linux") return true;
  if (!readProcess(pid, "cmdline").includes("postgres") || isZombie(pid)) return false;
  try {
    return isSameFolder(`/proc/${pid}/cwd`, data);
  } catch {
    return true;
  }
}

/** Whether two paths lead to one folder. Throws when one of them leads nowhere. */
export function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [statSync(one), statSync(other)];
  return first.ino === second.ino && first.dev === second.dev;
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** A lock of the kernel's on a file, shared by all who were given `file`; it ends with the last. */
export type FolderLock = { file: number; close(): void };

/**
 * Takes the lock of a file for this process, and for those that it starts with `file` open. Null
 * when somebody else has it, be it in another container, or on another machine where the file
 * system passes locks on, as NFS does: their pids mean nothing here, and their sockets cannot be
 * reached. Where there is no flock(1), as on macOS, or no locks, everybody gets one.
 */
export async function lockFolder(path: string): Promise<FolderLock | null> {
  const file = openSync(path, "a", 0o600);
  const lock = { file, close: () => closeSync(file) };
  const child = spawn("flock", ["-n", "3"], { stdio: ["ignore", "ignore", "ignore", file] });
  const code = await Promise.race([
    once(child, "close").then(([code]: unknown[]) => code),
    once(child, "error").then(() => null),
  ]);
  if (code !== takenCode) return lock;
  lock.close();
  return null;
}

/** flock(1), util-linux's and busybox's, ends so for another's lock; other codes mean no locks. */
const takenCode = 1;

/** Where a server works: its account, the folder of PostgreSQL's programs, that of its data. */
export type Cluster = { account: ServerAccount; bin: string; data: string };

/** In order; or at once, after which the next start reads the log of changes (WAL) first. */
export type StopMode = "fast" | "immediate";

/** A mode gives way to the next one, then to a kill. Nothing that was committed is lost by any. */
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

/** Its process shows whether it has ended; pg_ctl fails also where it had ended already. */
async function tellToEnd(cluster: Cluster, mode: StopMode): Promise<void> {
  const bound = ["-w", "-t", String(longestSeconds[mode])];
  const stop = ["-D", cluster.data, "-m", mode, ...bound, "stop"];
  await runPgCtl(cluster, stop);
}

function runPgCtl({ account, bin }: Cluster, words: string[]): Promise<void> {
  const program = [...account.prefix, join(bin, "pg_ctl"), ...words];
  return runProgram(program).catch(() => undefined);
}

type Surroundings = {
  /** The folder to run in, in place of our own. */
  folder?: string;
  /** What the environment holds beside our own. */
  environment?: Record<string, string>;
  /** Files that it, and whatever it starts, has open too. */
  inherited?: number[];
  /** Hears its standard error; not of one that starts a server, which would hold the pipe open. */
  hear?: (words: string) => void;
};

/**
 * Runs a program to its end without a shell and throws with its exit code when it fails. Unless
 * somebody hears it, its output goes to no pipe of ours.
 */
export async function runProgram(
  [program = "", ...args]: string[],
  { folder, environment, inherited = [], hear }: Surroundings = {},
): Promise<void> {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", hear ? "pipe" : "ignore", ...inherited],
    detached: true,
    env: { ...process.env, ...environment },
    cwd: folder,
  });
  if (hear) child.stderr?.setEncoding("utf8").on("data", hear);
  const [code, signal]: unknown[] = await once(child, hear ? "close" : "exit");
  if (code === 0) return;
  throw new Error(`${program} ${args.join(" ")} ended with ${signal ?? `code ${code}`}`);
}
