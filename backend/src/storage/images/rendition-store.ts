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

/** The maximum number of stored renditions per picture; a page requests a dozen. */
const maxPerObject = 40;

/** Makes each rendition once for all concurrent requests and stores it as long as its object. */
export function createRenditionStore(
  backend: StorageBackend,
  pictures: PictureWorker,
  { limiter, metrics, log }: { limiter: Limiter; metrics: Metrics; log: Logger },
) {
  const making = new Map<string, Promise<Buffer | null>>();

  /** A storage failure is only logged: the rendition is served anyway. */
  async function keep(name: string, folder: string, made: Buffer): Promise<void> {
    try {
      await backend.write(name, made);
      await removeOldest(backend, folder, name);
    } catch (error) {
      log.warn({ err: error }, "storage: rendition not stored");
    }
  }

  return {
    /** Stores a rendition of the object version. Failures are only logged. */
    keep: (version: string, request: RenditionRequest, made: Buffer): Promise<void> => {
      const folder = renditionFolder(version);
      return keep(`${folder}/${renditionName(request)}`, folder, made);
    },
    /** Returns null if the object's bytes are gone. Throws PictureRefusal if it is no picture. */
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
    // Undecodable uploads are never stored (upload-object.ts), so the store returned other bytes.
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

/** Evicts the oldest renditions; keeps the one just made. */
async function removeOldest(backend: StorageBackend, folder: string, made: string): Promise<void> {
  const kept: StoredEntry[] = [];
  for await (const entry of backend.list(folder)) if (entry.name !== made) kept.push(entry);
  if (kept.length < maxPerObject) return;
  kept.sort((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime());
  const surplus = kept.slice(0, kept.length - maxPerObject + 1);
  await Promise.all(surplus.map(({ name }) => backend.remove(name)));
}
