import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";

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
