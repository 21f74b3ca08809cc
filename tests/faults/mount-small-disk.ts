import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findServerAccount } from "#backend/postgres/embedded/server-account.ts";

/** A disk that can be full: `fill` uses all free space except `spare` bytes, `free` releases it. */
export type SmallDisk = {
  path: string;
  fill(spare?: number): void;
  free(): void;
  remove(): void;
};

/**
 * Mounts a disk of this many bytes in its own namespace, which needs only the right to create
 * namespaces. Its path goes through /proc of the process that holds it. That process runs as
 * PostgreSQL's account, so that both the test and PostgreSQL can use the disk, and the disk ends
 * with it. Without namespaces, as in many containers, /dev/shm is used if it is small. Throws if
 * there is neither.
 */
export async function mountSmallDisk(size: number): Promise<SmallDisk> {
  const holder = await holdMount(size);
  if (holder) {
    const path = `/proc/${holder.child.pid}/root${holder.point}`;
    return openDisk(path, () => {
      holder.child.kill("SIGKILL");
      rmSync(holder.point, { recursive: true, force: true });
    });
  }
  if (freeBytes("/dev/shm") > 256 * 1024 * 1024) {
    throw new Error("This machine allows no namespaces, and /dev/shm is too large to be filled.");
  }
  const path = mkdtempSync("/dev/shm/vitrina-disk-");
  mkdirSync(join(path, "disk"));
  return openDisk(path, () => rmSync(path, { recursive: true, force: true }));
}

const isRoot = process.getuid?.() === 0;
const namespace = [...(isRoot ? [] : ["--user", "--map-root-user"]), "--mount"];

/**
 * Whether a disk of any size can be mounted here, also one large enough for PostgreSQL. /dev/shm is
 * too small.
 */
export function canMountDisk(): boolean {
  return spawnSync("unshare", [...namespace, "true"], { stdio: "ignore" }).status === 0;
}

const script =
  'mount -t tmpfs -o size="$1",mode=755 tmpfs "$2" && mkdir "$2/disk" && echo mounted && shift 2 && exec "$@" cat';

async function holdMount(size: number): Promise<{ child: ChildProcess; point: string } | null> {
  const point = mkdtempSync(join(tmpdir(), "vitrina-disk-"));
  const stepDown = isRoot ? findServerAccount().prefix : [];
  const args = [...namespace, "sh", "-c", script, "hold", String(size), point, ...stepDown];
  const child = spawn("unshare", args, { stdio: ["pipe", "pipe", "ignore"] });
  const output = await Promise.race([
    once(child.stdout, "data").then(String),
    once(child, "close").then(() => ""),
    once(child, "error").then(() => ""),
  ]);
  if (output.startsWith("mounted")) return { child, point };
  rmSync(point, { recursive: true, force: true });
  return null;
}

function openDisk(root: string, remove: () => void): SmallDisk {
  const filler = join(root, "filler");
  return {
    path: join(root, "disk"),
    fill: (spare = 0) => fill(filler, root, spare),
    free: () => rmSync(filler, { force: true }),
    remove,
  };
}

function fill(filler: string, root: string, spare: number): void {
  const file = openSync(filler, "a");
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) {
      const room = freeBytes(root) - spare;
      if (room <= 0 || writeSync(file, block, 0, Math.min(block.length, room)) === 0) return;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
