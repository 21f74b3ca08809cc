import { randomUUID } from "node:crypto";
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasCode } from "../../postgres/failures.ts";
import {
  createStoreLimiter,
  isOutOfSpace,
  type OpenFile,
  type StorageBackend,
  type StoredEntry,
  StoreUnreachable,
} from "./storage-backend.ts";

/**
 * Stores files on disk. A file is written under a temporary name, synced and renamed, so a crash
 * leaves all of it or nothing. Throws StoreUnreachable for disk errors, and the system's error for
 * a full disk.
 */
export function createDiskBackend(root: string): StorageBackend {
  const pathOf = (name: string) => join(root, name);
  const limited = createStoreLimiter();
  return {
    // The start has already written to DATA_DIR.
    check: async () => undefined,

    write: (name, bytes) => limited(() => onDisk(() => writeWhole(pathOf(name), bytes))),

    open: (name) =>
      onDisk(async () => {
        const handle = await ifThere(open(pathOf(name), "r"));
        return handle && openFile(handle);
      }),

    async remove(...names) {
      const removeAll = async () => {
        for (const name of names) await rm(pathOf(name), { recursive: true, force: true });
      };
      await limited(removeAll);
    },

    list: (folder) => listFiles(root, folder),
  };
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDisks = error instanceof Error && "syscall" in error && !isOutOfSpace(error);
    throw isDisks ? new StoreUnreachable(error) : error;
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await requireFreeSpace(dirname(path), bytes.length);
  const temporary = `${path}.${randomUUID()}${temporarySuffix}`;
  try {
    await writeFile(temporary, bytes, { flag: "wx", mode: 0o600, flush: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The database often shares the disk with photos, so uploads stop while it still has room. */
const maxReserve = 128 * 1024 * 1024;
const reservedShare = 1 / 50;
const reservedFiles = 1_000;

/** Throws ENOSPC if `size` more bytes or one more file would leave too little. */
export async function requireFreeSpace(folder: string, size: number): Promise<void> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const reserve = Math.min(maxReserve, blocks * bsize * reservedShare);
  if (bavail * bsize - size >= reserve && (files === 0 || ffree > reservedFiles)) return;
  throw Object.assign(new Error("The rest of the disk is reserved for the database"), {
    code: "ENOSPC",
  });
}

/** The sweep removes such files after a crash. */
const temporarySuffix = ".part";

/** Makes the rename durable. Windows cannot open a folder and does not need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openFile(handle: FileHandle): Promise<OpenFile> {
  const { size } = await handle.stat();
  return {
    size,
    read: (range) => handle.createReadStream(range),
    bytes: () => onDisk(() => handle.readFile()).finally(() => handle.close()),
    close: () => handle.close(),
  };
}

async function* listFiles(root: string, folder: string): AsyncIterable<StoredEntry> {
  const entries = await ifThere(readdir(join(root, folder), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      yield* listFiles(root, name);
      continue;
    }
    const found = await ifThere(stat(join(root, name)));
    if (found) yield { name, modifiedAt: found.mtime };
  }
}

/** Null for a missing file, also if its folder is a file. */
async function ifThere<T>(looked: Promise<T>): Promise<T | null> {
  try {
    return await looked;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}
