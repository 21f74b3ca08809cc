import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { socketName } from "./embedded-process.ts";
import type { ServerAccount } from "./server-account.ts";

/** The longest socket path on Linux, or else macOS, without the terminating zero. */
const maxPathBytes = process.platform === "linux" ? 107 : 103;

/**
 * PostgreSQL parses a list with commas and quotes, so folders with other characters are not tried.
 */
const plain = /^[\p{L}\p{N}_./-]+$/u;

/**
 * Chooses a private folder for the server's socket. Preferably the data folder: no cleanup job
 * touches it, and any process that knows the data finds it. If its path is too long or has special
 * characters, or its file system has no sockets, a temporary folder. Throws a one-line message if
 * there is none.
 */
export async function chooseSocketFolder(data: string, account: ServerAccount): Promise<string> {
  const name = `pg-${createHash("sha256").update(data).digest("hex").slice(0, 16)}`;
  if (mayHold(data) && (await takesSockets(data))) return data;
  for (const folder of [join(tmpdir(), name), join("/tmp", name)]) {
    if (!mayHold(folder) || !canMake(folder, account)) continue;
    if (await takesSockets(folder)) return folder;
  }
  throw new Error(
    `PostgreSQL cannot create its socket in ${data} or in ${tmpdir()}. Set TMPDIR to a folder with a short name without special characters.`,
  );
}

/** Creates a socket folder, if missing, that only the server's account can open. */
export function makeSocketFolder(folder: string, account: ServerAccount): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  account.give(folder);
}

function mayHold(folder: string): boolean {
  return plain.test(folder) && Buffer.byteLength(join(folder, socketName)) <= maxPathBytes;
}

function canMake(folder: string, account: ServerAccount): boolean {
  try {
    makeSocketFolder(folder, account);
    return true;
  } catch {
    return false;
  }
}

/**
 * In some containers the file system has no sockets, or none that can be chmodded or connected to.
 */
async function takesSockets(folder: string): Promise<boolean> {
  const path = join(folder, ".s.probe");
  const server = createServer((socket) => socket.destroy());
  try {
    rmSync(path, { force: true });
    server.listen(path);
    await once(server, "listening");
    chmodSync(path, 0o700);
    const socket = connect(path);
    await once(socket, "connect");
    socket.destroy();
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
