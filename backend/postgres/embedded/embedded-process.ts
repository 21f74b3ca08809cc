import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A server as its own note, `postmaster.pid`, names it: its process, the folder of its socket, once
 * it listens, and whether it has been told to end and has not ended yet. It may never, told in
 * PostgreSQL's gentle way (SIGTERM): it lets nobody in any more then, and waits until everybody has
 * left.
 */
type ServerProcess = { pid: string; socket: string | null; isEnding: boolean };

/** The socket's name in its folder. */
export const socketName = ".s.PGSQL.5432";

/**
 * The note that a server keeps in the folder of its data, be it dead or alive; null when there is
 * none.
 */
function readNote(data: string): ServerProcess | null {
  try {
    const note = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const [pid = "", , , , socket = "", , , state = ""] = note;
    const isEnding = state.trim() === "stopping";
    return { pid: pid.trim(), socket: socket === "" ? null : socket, isEnding };
  } catch (error) {
    // A server that ends takes its note away at any moment.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
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

/**
 * A lock of the kernel's on a file, which everybody shares who was given `file`; it ends with the
 * last of them, however they end.
 */
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

/**
 * What flock(1) ends with, util-linux's and busybox's, when the lock is somebody else's; other
 * codes mean that there are no locks here.
 */
const takenCode = 1;
