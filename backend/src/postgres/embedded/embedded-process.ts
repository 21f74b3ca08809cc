import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "../failures.ts";
import type { ServerAccount } from "./server-account.ts";

/**
 * A server according to its `postmaster.pid`: process id, socket folder once it listens, and
 * whether it is shutting down. After a smart shutdown (SIGTERM) it may never end: it rejects new
 * connections and waits for all clients to leave.
 */
type ServerProcess = { pid: string; socket: string | null; isEnding: boolean };

/** The socket's file name. */
export const socketName = ".s.PGSQL.5432";

/** Reads `postmaster.pid`, which may be of a dead server; null if there is none. */
function readNote(data: string): ServerProcess | null {
  try {
    const note = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const [pid = "", , , , socket = "", , , state = ""] = note;
    const isEnding = state.trim() === "stopping";
    return { pid: pid.trim(), socket: socket === "" ? null : socket, isEnding };
  } catch (error) {
    // A server that stops can delete its file at any moment.
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * Returns the running server of this folder, or null. If the process cannot be identified, it
 * counts as the server.
 */
export function findServer(data: string): ServerProcess | null {
  const note = readNote(data);
  return note && mayBeServerOf(note.pid, data) ? note : null;
}

/**
 * Whether the folder's server runs but accepts no connections: it is shutting down, or a cleanup
 * job deleted its socket.
 */
export function refusesConnections(data: string): boolean {
  const server = findServer(data);
  if (!server?.socket) return server?.isEnding ?? false;
  return server.isEnding || !existsSync(join(server.socket, socketName));
}

/**
 * A dead process that its parent has not reaped. The state follows the name in brackets, which may
 * contain anything.
 */
function isZombie(pid: string): boolean {
  return /\) Z [^)]*$/.test(readProcess(pid, "stat"));
}

/**
 * Removes the files of a dead server. After SIGKILL it can stay a zombie for a moment; after a
 * reboot, or in a copy of the folder, its pid may belong to another process. `socket` is the folder
 * where the next server will listen.
 */
export async function clearDeadServer(data: string, socket: string): Promise<void> {
  const pid = readNote(data)?.pid ?? "";
  for (let tries = 0; tries < 30 && isZombie(pid); tries += 1) await delay(100);
  if (findServer(data)) return;
  const sockets = [socketName, `${socketName}.lock`].map((name) => join(socket, name));
  for (const path of [join(data, "postmaster.pid"), ...sockets]) rmSync(path, { force: true });
}

/** Whether a process can be this folder's server, by its working directory; true if unknown. */
function mayBeServerOf(pid: string, data: string): boolean {
  if (process.platform !== "linux") return true;
  if (!readProcess(pid, "cmdline").includes("postgres") || isZombie(pid)) return false;
  try {
    return isSameFolder(`/proc/${pid}/cwd`, data);
  } catch {
    return true;
  }
}

/** Whether two paths are the same folder. Throws if one does not exist. */
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

/**
 * A kernel lock on a file, shared by all processes that inherited `file`; the last one releases it.
 */
export type FolderLock = { file: number; close(): void };

/**
 * Locks a file for this process and the children that inherit `file`. Returns null if another
 * process has the lock, even in another container, or on another machine if the file system shares
 * locks, as NFS does: their pids mean nothing here and their sockets are out of reach. Without
 * flock(1), as on macOS, or without locks, every caller gets one.
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

/**
 * The exit code of flock(1), util-linux and busybox, if the file is locked; others mean no locks.
 */
const takenCode = 1;

/** A server's account, the folder of its programs, and its data folder. */
export type Cluster = { account: ServerAccount; bin: string; data: string };

/** pg_ctl's modes. After "immediate" the next start replays the WAL. */
export type StopMode = "fast" | "immediate";

/** Each mode falls back to the next one, and finally to SIGKILL. None loses committed data. */
const modes: StopMode[] = ["fast", "immediate"];

/**
 * A fast stop writes up to 128 MB from memory; an immediate stop waits five seconds before it kills
 * the children. Together with the kill, that is less than a service manager allows us.
 */
const stopTimeoutSeconds: Record<StopMode, number> = { fast: 10, immediate: 7 };
const killedMs = 2_000;
const lookEveryMs = 50;

/**
 * Stops the folder's server and waits until it is gone. A server that is stopped during crash
 * recovery can wait forever, so each mode has a time limit. Throws if even SIGKILL does not end it.
 */
export async function stopServer(cluster: Cluster, mode: StopMode): Promise<void> {
  const pid = findServer(cluster.data)?.pid;
  if (pid === undefined) return;
  // Checked before each signal: the pid of a dead server may belong to another process by now.
  const lives = () => findServer(cluster.data)?.pid === pid;
  for (const next of modes.slice(modes.indexOf(mode))) {
    if (!lives()) return;
    await shutDown(cluster, next);
  }
  // Its child processes exit when it is dead.
  if (lives()) await runPgCtl(cluster, ["kill", "KILL", pid]);
  const deadline = performance.now() + killedMs;
  while (lives()) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL (${pid}) did not stop.`);
    await delay(lookEveryMs);
  }
}

/** The process itself shows whether it stopped: pg_ctl also fails if it had stopped already. */
async function shutDown(cluster: Cluster, mode: StopMode): Promise<void> {
  const bound = ["-w", "-t", String(stopTimeoutSeconds[mode])];
  const stop = ["-D", cluster.data, "-m", mode, ...bound, "stop"];
  await runPgCtl(cluster, stop);
}

function runPgCtl({ account, bin }: Cluster, words: string[]): Promise<void> {
  const program = [...account.prefix, join(bin, "pg_ctl"), ...words];
  return runProgram(program).catch(() => undefined);
}

type Surroundings = {
  /** The working directory, if not our own. */
  folder?: string;
  /** Variables to add to our environment. */
  environment?: Record<string, string>;
  /** File descriptors that the program and its children inherit. */
  inherited?: number[];
  /**
   * Receives standard error. Not for a program that starts a server, which would hold the pipe
   * open.
   */
  hear?: (words: string) => void;
};

/**
 * Runs a program without a shell and throws with its exit code if it fails. Without `hear`, output
 * is discarded.
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
