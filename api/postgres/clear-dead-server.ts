import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * After a SIGKILL the server can stay a zombie for a moment, and after a restart of the machine, or in a copy of the folder, its pid is somebody
 * else's: such a pid exists, and its files must not count any more.
 */
export async function clearDeadServer({
  data,
  socket,
}: {
  data: string;
  socket: string;
}): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = readFileSync(pidFile, "utf8").split("\n")[0]?.trim() ?? "";
  for (let tries = 0; tries < 30 && isZombie(pid); tries += 1) await delay(100);
  if (isServerOf(data, pid)) return;
  for (const path of [pidFile, join(socket, ".s.PGSQL.5432"), join(socket, ".s.PGSQL.5432.lock")]) {
    rmSync(path, { force: true });
  }
}

function isZombie(pid: string): boolean {
  return readProcess(pid, "stat").includes(") Z ");
}

/** A server works in the folder of its data. */
function isServerOf(data: string, pid: string): boolean {
  if (process.platform !== "linux") return true;
  if (!readProcess(pid, "cmdline").includes("postgres") || isZombie(pid)) return false;
  try {
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    return there.ino === here.ino && there.dev === here.dev;
  } catch {
    return true;
  }
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
