import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A server as its own note, `postmaster.pid`, names it: its process, the folder of its socket, once
 * it listens, and whether it has been told to end and has not ended yet. It may never, told in
 * PostgreSQL's gentle way (SIGTERM): it lets nobody in any more then, and waits until everybody has
 * left.
 */
export type ServerProcess = { pid: string; socket: string | null; isEnding: boolean };

/** The socket's name in its folder. */
export const socketName = ".s.PGSQL.5432";

/**
 * The note that a server keeps in the folder of its data, be it dead or alive; null when there is
 * none.
 */
export function readNote(data: string): ServerProcess | null {
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
  return note && worksIn(note.pid, data) !== "elsewhere" ? note : null;
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
export function isZombie(pid: string): boolean {
  return /\) Z [^)]*$/.test(readProcess(pid, "stat"));
}

/** A server works in the folder of its data. */
function worksIn(pid: string, data: string): "here" | "elsewhere" | "unknown" {
  if (process.platform !== "linux") return "unknown";
  if (!readProcess(pid, "cmdline").includes("postgres") || isZombie(pid)) return "elsewhere";
  try {
    return isSameFolder(`/proc/${pid}/cwd`, data) ? "here" : "elsewhere";
  } catch {
    return "unknown";
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
