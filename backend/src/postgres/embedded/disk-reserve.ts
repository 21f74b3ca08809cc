import { mkdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Four segments of PostgreSQL's log of changes (WAL): to end what it is at, and recover. */
const largestReserve = 64 * 1024 * 1024;
const reservedShare = 1 / 8;

/** Each segment of that log and each larger table is a file; many file systems have but so many. */
const fewestFiles = 256;
const lookEveryMs = 250;

/**
 * Keeps some room for PostgreSQL, which a disk that is really full would end for readers too, in a
 * file of its own, `reserve`. When less than half its size is left beside it, or fewer than 256
 * files can be made, the file goes, and there is no room to write; when there is twice its size,
 * and twice as many files, it is written anew, and there is. `onChange` hears of both, and of a
 * disk that is full at the start.
 */
export async function keepRoom(dataDir: string, onChange: (isLeft: boolean) => void) {
  const path = join(dataDir, "reserve");
  await mkdir(dataDir, { recursive: true });
  let isKept = await isWhole(path, (await measure(dataDir)).reserve);
  const look = async () => {
    const { free, files, reserve } = await measure(dataDir);
    if (isKept && (free < reserve / 2 || files < fewestFiles)) {
      isKept = false;
      await rm(path, { force: true });
    } else if (!isKept && free >= reserve * 2 && files >= fewestFiles * 2) {
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
    // A folder that cannot be looked at is no reason to stop, nor to refuse anything.
    await look().catch(() => undefined);
    if (isKept !== before) onChange(isKept);
    isLooking = false;
  }, lookEveryMs).unref();
  return {
    /** Whether there is room, as far as is known at this moment. */
    isLeft: () => isKept,
    close: () => clearInterval(watch),
  };
}

/**
 * How much is free on the disk and how many files can be made, and how much is to be kept; a small
 * disk keeps less. A file system that makes inodes as needed counts none.
 */
async function measure(folder: string) {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const reserve = Math.floor(Math.min(largestReserve, blocks * bsize * reservedShare));
  return { free: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree, reserve };
}

async function isWhole(path: string, size: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.size >= size;
}

/**
 * Tells whether the whole of it found room; a part of it would only be in the way. Really written,
 * since a file of holes takes no room.
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
