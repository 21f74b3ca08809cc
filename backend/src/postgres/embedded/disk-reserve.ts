import { mkdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Four WAL segments: enough to finish current work and to recover. */
const maxReserve = 64 * 1024 * 1024;
const reservedShare = 1 / 8;

/** Every WAL segment and larger table is a file, and many file systems limit their number. */
const minFreeFiles = 256;
const lookEveryMs = 250;

/**
 * Reserves disk space for PostgreSQL in the file `reserve`, because a full disk would stop it for
 * readers too. When less than half of the reserve's size is free besides, or fewer than 256 files
 * can be created, the file is deleted and writes are rejected; when twice that is free, it is
 * written again. `onChange` is called on both, and if the disk is full at the start.
 */
export async function startDiskReserve(dataDir: string, onChange: (isLeft: boolean) => void) {
  const path = join(dataDir, "reserve");
  await mkdir(dataDir, { recursive: true });
  let isKept = await isWhole(path, (await measure(dataDir)).reserve);
  const look = async () => {
    const { free, files, reserve } = await measure(dataDir);
    if (isKept && (free < reserve / 2 || files < minFreeFiles)) {
      isKept = false;
      await rm(path, { force: true });
    } else if (!isKept && free >= reserve * 2 && files >= minFreeFiles * 2) {
      isKept = await writeReserve(path, reserve);
    }
  };

  await look();
  if (!isKept) onChange(false);
  let isLooking = false;
  const watch = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    const before = isKept;
    // If the folder cannot be checked, the state stays as it is.
    await look().catch(() => undefined);
    if (isKept !== before) onChange(isKept);
    isLooking = false;
  }, lookEveryMs).unref();
  return {
    /** Whether there was room at the last check. */
    isLeft: () => isKept,
    close: () => clearInterval(watch),
  };
}

/**
 * Measures free bytes, free inodes and the size of the reserve, which is smaller on a small disk. A
 * file system that allocates inodes dynamically reports 0.
 */
async function measure(folder: string) {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const reserve = Math.floor(Math.min(maxReserve, blocks * bsize * reservedShare));
  return { free: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree, reserve };
}

async function isWhole(path: string, size: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.size >= size;
}

/**
 * Returns whether the whole file could be written; a partial one is removed. Written in full, since
 * a sparse file reserves nothing.
 */
async function writeReserve(path: string, size: number): Promise<boolean> {
  const block = Buffer.alloc(1024 * 1024, "room");
  const blocks = Array.from({ length: Math.ceil(size / block.length) }, () => block);
  try {
    await writeFile(path, blocks, { mode: 0o600, flush: true });
    return true;
  } catch {
    await rm(path, { force: true });
    return false;
  }
}
