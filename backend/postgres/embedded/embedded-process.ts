import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isClaimed } from "./lock-folder.ts";

/**
 * A server as its own note, `postmaster.pid`, names it: its process, and the folder of its socket,
 * once it listens.
 */
export type ServerProcess = { pid: string; socket: string | null };

/** The socket's name in its folder. */
export const socketName = ".s.PGSQL.5432";

/**
 * The note that a server keeps in the folder of its data, be it dead or alive; null when there is
 * none.
 */
export function readNote(data: string): ServerProcess | null {
  try {
    const [pid = "", , , , socket = ""] = readFileSync(noteOf(data), "utf8").split("\n");
    return { pid: pid.trim(), socket: socket === "" ? null : socket };
  } catch (error) {
    // A server that ends takes its note away at any moment.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function noteOf(data: string): string {
  return join(data, "postmaster.pid");
}

/**
 * Whether its server has been told to end and has not ended yet. It may never, told in PostgreSQL's
 * gentle way (SIGTERM): it lets nobody in any more then, and waits until everybody has left. False
 * when nobody can tell.
 */
export function isEnding(data: string): boolean {
  try {
    const [, , , , , , , state = ""] = readFileSync(noteOf(data), "utf8").split("\n");
    return state.trim() === "stopping";
  } catch {
    return false;
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
 * Whether the server of this folder has been left alone for good: it lives, nobody comes in any
 * more, and nobody is in. Who owns a folder keeps a connection open for as long as they live
 * (embedded-database.ts), and a process stands for each connection; one that has been told to end
 * has cut off its owner too, whose claim says then that they live. False in doubt, such as on a
 * system without /proc.
 */
export async function isAbandoned(data: string): Promise<boolean> {
  const server = readNote(data);
  if (!server?.socket || worksIn(server.pid, data) !== "here") return false;
  if (hasClients(server.pid)) return false;
  if (isEnding(data)) return !(await isClaimed(data));
  return !existsSync(join(server.socket, socketName));
}

/** A process that is dead already, and not yet taken note of by its parent. */
export function isZombie(pid: string): boolean {
  return readState(pid).state === "Z";
}

/** A process that somebody has stopped with SIGSTOP. */
export function standsStill(pid: string): boolean {
  return readState(pid).state === "T";
}

/** The processes that a server has started; none on a system without /proc. */
export function childrenOf(server: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => readState(pid).parent === server);
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

/**
 * Each process that a server starts says what it is for; those of connections name the socket's
 * kind, and a new one has said nothing yet.
 */
function hasClients(server: string): boolean {
  const titles = childrenOf(server).map((pid) => readProcess(pid, "cmdline"));
  return titles.some((title) => !title.startsWith("postgres: ") || title.includes("[local]"));
}

/** What stands behind the name in brackets, which may hold anything. */
function readState(pid: string): { state?: string; parent?: string } {
  const words = readProcess(pid, "stat");
  const [state, parent] = words.slice(words.lastIndexOf(") ") + 2).split(" ");
  return { ...(state ? { state } : {}), ...(parent ? { parent } : {}) };
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
