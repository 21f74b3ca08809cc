import { rmSync } from "node:fs";
import { join } from "node:path";
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
