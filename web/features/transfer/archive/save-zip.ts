import { BlobReader, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { downloadFile } from "#web/ui/controls/download-file.ts";

/** Adds one file to the ZIP being written. */
export type AddFile = (path: string, content: Blob | string) => Promise<void>;

/**
 * Offers a ZIP for download; `fill` adds its files one by one. The ZIP is written to the browser's
 * private file system where available, so that only one file at a time is in memory.
 */
export async function saveZip(
  name: string,
  signal: AbortSignal,
  fill: (add: AddFile) => Promise<void>,
): Promise<void> {
  const place = await openTarget();
  const writer = new ZipWriter(place.stream, { useWebWorkers: false });
  const add: AddFile = async (path, content) => {
    signal.throwIfAborted();
    const isText = typeof content === "string";
    // Photos do not compress further.
    const level = isText ? 6 : 0;
    await writer.add(path, isText ? new TextReader(content) : new BlobReader(content), { level });
  };
  try {
    await fill(add);
    signal.throwIfAborted();
    await writer.close();
    downloadFile(await place.finish(), name);
    setTimeout(place.remove, DOWNLOAD_LIFETIME_MS);
  } catch (error) {
    await place.stream.abort(error).catch(() => undefined);
    await place.remove();
    throw error;
  }
}

/**
 * How long a finished ZIP stays available, and the age at which one left by a closed page is
 * deleted.
 */
const DOWNLOAD_LIFETIME_MS = 60_000;
const STALE_AFTER_MS = 3_600_000;

type ZipTarget = {
  stream: WritableStream;
  finish: () => Promise<Blob>;
  remove: () => Promise<void>;
};

async function openTarget(): Promise<ZipTarget> {
  const folder = await openPrivateFolder();
  if (!folder) return openMemoryTarget();
  await removeStale(folder);
  const name = `${PREFIX}${Date.now()}`;
  const handle = await folder.getFileHandle(name, { create: true });
  return {
    stream: await handle.createWritable(),
    finish: () => handle.getFile(),
    remove: () => folder.removeEntry(name).catch(() => undefined),
  };
}

const PREFIX = "zip-";

/**
 * Null where the private file system is unavailable: over http, in some private windows, in old
 * browsers.
 */
async function openPrivateFolder(): Promise<FileSystemDirectoryHandle | null> {
  if (!("createWritable" in (globalThis.FileSystemFileHandle?.prototype ?? {}))) return null;
  return navigator.storage.getDirectory().catch(() => null);
}

async function removeStale(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys()) {
    const isOld = Number(name.slice(PREFIX.length)) < Date.now() - STALE_AFTER_MS;
    if (name.startsWith(PREFIX) && isOld) await folder.removeEntry(name).catch(() => undefined);
  }
}

/** Fallback: a Blob, which most browsers partly keep on disk. */
function openMemoryTarget(): ZipTarget {
  const { readable, writable } = new TransformStream();
  const content = new Response(readable).blob();
  content.catch(() => undefined);
  return { stream: writable, finish: () => content, remove: async () => undefined };
}
