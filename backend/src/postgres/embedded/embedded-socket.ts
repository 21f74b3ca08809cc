import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { socketName } from "./embedded-process.ts";
import type { ServerAccount } from "./server-account.ts";

/** The longest path of a socket: what Linux, or else macOS, keeps for it, less its last zero. */
const longestPath = process.platform === "linux" ? 107 : 103;

/** PostgreSQL takes a list, with commas and quotes; a folder with more in its name is not tried. */
const plain = /^[\p{L}\p{N}_./-]+$/u;

/**
 * The folder for the server's socket, closed to other accounts: that of its data, which nobody
 * tidies up and everybody who knows the data finds; where that has too long or too peculiar a path,
 * or lies on a file system without sockets, one in the temporary folder. Throws one clear line when
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
    `PostgreSQL finds no place for its socket, neither in ${data} nor in ${tmpdir()}. Set TMPDIR to a folder with a short name without special characters.`,
  );
}

/** Makes a folder for a socket, unless it is there, closed to all but the server's account. */
export function makeSocketFolder(folder: string, account: ServerAccount): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  account.give(folder);
}

function mayHold(folder: string): boolean {
  return plain.test(folder) && Buffer.byteLength(join(folder, socketName)) <= longestPath;
}

function canMake(folder: string, account: ServerAccount): boolean {
  try {
    makeSocketFolder(folder, account);
    return true;
  } catch {
    return false;
  }
}

/** Some file systems of containers have no sockets, or none that can be given a mode or reached. */
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
