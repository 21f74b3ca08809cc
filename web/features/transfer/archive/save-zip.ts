import { BlobReader, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { saveFile } from "#web/ui/controls/save-file.ts";

/** Adds a file to the ZIP that is being written. */
export type AddFile = (path: string, content: Blob | string) => Promise<void>;

/**
 * Offers a ZIP for download whose files `fill` adds one by one. It is written to a place of the
 * browser's own on the disk, so that no more than one of them is held in memory.
 */
export async function saveZip(
  name: string,
  signal: AbortSignal,
  fill: (add: AddFile) => Promise<void>,
): Promise<void> {
  const place = await openPlace();
  const writer = new ZipWriter(place.stream, { useWebWorkers: false });
  const add: AddFile = async (path, content) => {
    signal.throwIfAborted();
    const isText = typeof content === "string";
    // Photos become no smaller.
    const level = isText ? 6 : 0;
    await writer.add(path, isText ? new TextReader(content) : new BlobReader(content), { level });
  };
  try {
    await fill(add);
    signal.throwIfAborted();
    await writer.close();
    saveFile(await place.finish(), name);
    setTimeout(place.remove, KEPT_MS);
  } catch (error) {
    await place.stream.abort(error).catch(() => undefined);
    await place.remove();
    throw error;
  }
}

/** As long as the file is offered, and as what a page left that was closed meanwhile may stay. */
const KEPT_MS = 60_000;
const OLD_MS = 3_600_000;

type Place = {
  stream: WritableStream;
  finish: () => Promise<Blob>;
  remove: () => Promise<void>;
};

async function openPlace(): Promise<Place> {
  const folder = await openFolder();
  if (!folder) return openMemory();
  await removeOld(folder);
  const name = `${PREFIX}${Date.now()}`;
  const handle = await folder.getFileHandle(name, { create: true });
  return {
    stream: await handle.createWritable(),
    finish: () => handle.getFile(),
    remove: () => folder.removeEntry(name).catch(() => undefined),
  };
}

const PREFIX = "zip-";

/** Null where the browser has none: over http, in private windows of some, and in old ones. */
async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  if (!("createWritable" in (globalThis.FileSystemFileHandle?.prototype ?? {}))) return null;
  return navigator.storage.getDirectory().catch(() => null);
}

async function removeOld(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys()) {
    const isOld = Number(name.slice(PREFIX.length)) < Date.now() - OLD_MS;
    if (name.startsWith(PREFIX) && isOld) await folder.removeEntry(name).catch(() => undefined);
  }
}

/** A browser's own Blob, parts of which most browsers keep on the disk too. */
function openMemory(): Place {
  const { readable, writable } = new TransformStream();
  const content = new Response(readable).blob();
  content.catch(() => undefined);
  return { stream: writable, finish: () => content, remove: async () => undefined };
}
