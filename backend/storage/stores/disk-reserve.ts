import { statfs } from "node:fs/promises";

/**
 * Photos are what fills a disk, and the database often shares it: they stop while it still has room
 * to work.
 */
const largestReserve = 128 * 1024 * 1024;
const reservedShare = 1 / 50;
const reservedFiles = 1_000;

/**
 * Throws as a full disk does when `size` more bytes, or one more file, would leave less than the
 * reserve. Where files have no limit, none are counted.
 */
export async function keepReserve(folder: string, size: number): Promise<void> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const reserve = Math.min(largestReserve, blocks * bsize * reservedShare);
  if (bavail * bsize - size >= reserve && (files === 0 || ffree > reservedFiles)) return;
  throw Object.assign(new Error("The rest of the disk is kept for the database"), {
    code: "ENOSPC",
  });
}
