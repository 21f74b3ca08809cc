import { Readable } from "node:stream";
import type { Logger } from "pino";
import type { Metrics } from "../../http/metrics.ts";
import type { Limiter } from "../../postgres/limiter.ts";
import {
  type OpenFile,
  openObject,
  renditionFolder,
  type StorageBackend,
  type StoredEntry,
  type StoredObject,
  StoreUnreachable,
} from "../stores/storage-backend.ts";
import { isBrokenPicture } from "./picture-jobs.ts";
import type { PictureWorker } from "./picture-worker.ts";
import { type RenditionRequest, renditionName } from "./rendition-request.ts";

/** So many renditions of one picture are kept; a page asks for a dozen. */
const keptPerObject = 40;

/** Gives renditions, each made once, for all who ask, and kept for as long as its object. */
export function createRenditionStore(
  backend: StorageBackend,
  pictures: PictureWorker,
  { limiter, metrics, log }: { limiter: Limiter; metrics: Metrics; log: Logger },
) {
  const making = new Map<string, Promise<Buffer | null>>();

  /** Whatever hinders the store, whoever asked gets the rendition all the same. */
  async function keep(name: string, folder: string, made: Buffer): Promise<void> {
    try {
      await backend.write(name, made);
      await removeOldest(backend, folder, name);
    } catch (error) {
      log.warn({ err: error }, "storage: a rendition is not kept");
    }
  }

  return {
    /** Keeps a rendition of the object with this version, or logs why it cannot. */
    keep: (version: string, request: RenditionRequest, made: Buffer): Promise<void> => {
      const folder = renditionFolder(version);
      return keep(`${folder}/${renditionName(request)}`, folder, made);
    },
    /** Null when the object's own bytes are gone. Throws PictureRefusal for what is no picture. */
    async open(object: StoredObject, request: RenditionRequest, client: string) {
      const folder = renditionFolder(object.version);
      const name = `${folder}/${renditionName(request)}`;
      const kept = await backend.open(name);
      if (kept) return kept;
      const work = async () => {
        const made = await make(backend, pictures, object, request);
        if (made) await keep(name, folder, made);
        return made;
      };
      const begin = () =>
        measured(metrics, () => limiter.run(client, work)).finally(() => making.delete(name));
      const shared = making.get(name) ?? begin();
      making.set(name, shared);
      const made = await shared;
      return made && openBytes(made);
    },
  };
}

export type RenditionStore = ReturnType<typeof createRenditionStore>;

async function measured<T>(metrics: Metrics, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  let outcome: "made" | "failed" = "failed";
  try {
    const result = await work();
    outcome = "made";
    return result;
  } finally {
    metrics.renditionMade(outcome, (performance.now() - started) / 1000);
  }
}

async function make(
  backend: StorageBackend,
  pictures: PictureWorker,
  object: StoredObject,
  request: RenditionRequest,
) {
  const original = await openObject(backend, object);
  if (!original) return null;
  const bytes = await original.bytes();
  try {
    return (await pictures.run({ kind: "rendition", bytes, request })).bytes;
  } catch (error) {
    // Pixels that nobody can decode were never stored (upload-object.ts): the store gives others.
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
