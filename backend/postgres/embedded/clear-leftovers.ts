import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findServer, isZombie, readNote, socketName } from "./embedded-process.ts";

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

/** Where this process makes the cluster that becomes `data` when it is whole. */
export function draftOf(data: string): string {
  return `${draftsOf(data)}${process.pid}`;
}

/** Removes what this process, or an initdb that was killed with its process, left behind. */
export function clearDrafts(data: string): void {
  const drafts = draftsOf(data);
  for (const name of existsSync(dirname(data)) ? readdirSync(dirname(data)) : []) {
    const path = join(dirname(data), name);
    const [, pid] = /^(\d+)$/.exec(path.startsWith(drafts) ? path.slice(drafts.length) : "") ?? [];
    if (pid === undefined || isOther(pid)) continue;
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function draftsOf(data: string): string {
  return join(dirname(data), `.${basename(data)}-`);
}

/** Whether another living process works there. */
function isOther(pid: string): boolean {
  if (Number(pid) === process.pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
