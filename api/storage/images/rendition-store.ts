import { Readable } from "node:stream";
import type { Logger } from "pino";
import { createGate, type Gate } from "#api/http/gate.ts";
import type { Metrics } from "#api/http/metrics.ts";
import { renditionFolder } from "../backend/file-names.ts";
import type { OpenFile, StorageBackend, StoredEntry } from "../backend/storage-backend.ts";
import { StoreUnreachable } from "../backend/store-unreachable.ts";
import { openObject, type StoredObject } from "../open-object.ts";
import { slowDown } from "../storage-error.ts";
import { inspectImage } from "./inspect-image.ts";
import { isWholePicture } from "./is-whole-picture.ts";
import { isBrokenPicture } from "./picture-error.ts";
import type { PictureWorker } from "./picture-worker.ts";
import { type RenditionFormat, type RenditionRequest, renditionName } from "./rendition-request.ts";
import { createSharedPieces } from "./shared-pieces.ts";

/** Gives renditions, each made once and then kept for as long as its object. */
export type RenditionStore = {
  /** The rendition of an object, opened, for a client; null when the object's own bytes are gone. Throws as inspectImage does for what is no picture. */
  open(object: StoredObject, request: RenditionRequest, client: string): Promise<OpenFile | null>;
};

/** So many renditions of one picture are kept; a page asks for a dozen. */
const keptPerObject = 40;

/** Renditions that are read to know whether they are whole: at once, and waiting. */
const checksAtOnce = { capacity: 4, share: 4, queue: 2_000, refuse: slowDown };
const mostProven = 10_000;

/** A store over a backend. Requests for the same rendition share one piece of work (shared-pieces.ts), and the gate bounds how many run. */
export function createRenditionStore(
  backend: StorageBackend,
  pictures: PictureWorker,
  gate: Gate,
  { metrics, log }: { metrics: Metrics; log: Logger },
): RenditionStore {
  const pieces = createSharedPieces<Buffer | null>(gate);
  const checks = createGate(checksAtOnce);
  const proven = new Set<string>();

  function remember(mark: string): void {
    if (proven.size >= mostProven) proven.clear();
    proven.add(mark);
  }

  async function isWhole(file: OpenFile, name: string, format: RenditionFormat): Promise<boolean> {
    try {
      if (isWholePicture(await file.bytes(), format)) return true;
      log.warn({ name }, "storage: a kept rendition is not whole");
    } catch (error) {
      log.warn({ err: error }, "storage: a kept rendition cannot be read");
    }
    return false;
  }

  /**
   * A rendition that was kept, unless its file cannot be read to its end or lacks it: then it is made anew, which takes that file's place. Each is read once to know, a few at a time, and
   * streamed from then on: whoever reads slowly holds no copy of it.
   */
  async function openKept(
    name: string,
    { format }: RenditionRequest,
    client: string,
  ): Promise<OpenFile | null> {
    const file = await backend.open(name);
    const mark = markOf(name, file?.size);
    if (!file || proven.has(mark)) return file;
    const check = async () => proven.has(mark) || (await isWhole(file, name, format));
    const isProven = await checks.run(client, check).finally(() => file.close());
    if (!isProven) return null;
    remember(mark);
    return backend.open(name);
  }

  /** Whatever hinders the store, whoever asked gets the rendition all the same. */
  async function keep(name: string, folder: string, made: Buffer): Promise<void> {
    try {
      await backend.write(name, made);
      remember(markOf(name, made.length));
      await removeOldest(backend, folder, name);
    } catch (error) {
      log.warn({ err: error }, "storage: a rendition is not kept");
    }
  }

  return {
    async open(object, request, client) {
      const folder = renditionFolder(object.version);
      const name = `${folder}/${renditionName(request)}`;
      const kept = await openKept(name, request, client);
      if (kept) return kept;
      const work = async () => {
        const made = await make(backend, pictures, object, request);
        if (made) await keep(name, folder, made);
        return made;
      };
      const made = await pieces.share(name, client, () => measured(metrics, work));
      return made && openBytes(made);
    },
  };
}

/** A file that was cut short has another one. */
function markOf(name: string, size: number | undefined): string {
  return `${size} ${name}`;
}

async function measured<T>(metrics: Metrics, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const tell = (outcome: "made" | "failed") =>
    metrics.renditionMade(outcome, (performance.now() - started) / 1000);
  try {
    const result = await work();
    tell("made");
    return result;
  } catch (error) {
    tell("failed");
    throw error;
  }
}

/** Makes a rendition. Null when there is no original. */
async function make(
  backend: StorageBackend,
  pictures: PictureWorker,
  object: StoredObject,
  request: RenditionRequest,
): Promise<Buffer | null> {
  const original = await openObject(backend, object);
  if (!original) return null;
  const bytes = await original.bytes();
  inspectImage(bytes);
  try {
    return await pictures.run({ kind: "rendition", bytes, request });
  } catch (error) {
    // Pixels that nobody can decode were never stored (clean-upload.ts): the store gives others.
    throw isBrokenPicture(error) ? new StoreUnreachable(error) : error;
  }
}

function openBytes(bytes: Buffer): OpenFile {
  return {
    size: bytes.length,
    read: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    bytes: async () => bytes,
    close: async () => undefined,
  };
}

/** Makes room when someone asks for ever new sizes; the one just made stays. */
async function removeOldest(backend: StorageBackend, folder: string, made: string): Promise<void> {
  const kept: StoredEntry[] = [];
  for await (const entry of backend.list(folder)) if (entry.name !== made) kept.push(entry);
  if (kept.length < keptPerObject) return;
  kept.sort((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime());
  const surplus = kept.slice(0, kept.length - keptPerObject + 1);
  await Promise.all(surplus.map(({ name }) => backend.remove(name)));
}
