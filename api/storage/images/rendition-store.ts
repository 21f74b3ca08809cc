import { objectFile, renditionFolder } from "../backend/file-names.ts";
import type { OpenFile, StorageBackend, StoredEntry } from "../backend/storage-backend.ts";
import type { Gate } from "./gate.ts";
import type { PictureWorker } from "./picture-worker.ts";
import { type RenditionRequest, renditionName } from "./rendition-request.ts";

/** Gives renditions, each made once and then kept for as long as its object. */
export type RenditionStore = {
  /** The rendition of one version, opened; null when the version's own bytes are gone. */
  open(version: string, request: RenditionRequest): Promise<OpenFile | null>;
};

/** So many renditions of one picture are kept; a page asks for a dozen. */
const keptPerObject = 40;

/** A store over a backend. Requests for the same rendition share one piece of work, and the gate bounds how many run. */
export function createRenditionStore(
  backend: StorageBackend,
  pictures: PictureWorker,
  gate: Gate,
): RenditionStore {
  const running = new Map<string, Promise<boolean>>();

  function makeOnce(name: string, version: string, request: RenditionRequest): Promise<boolean> {
    const started = running.get(name);
    if (started) return started;
    const work = gate
      .run(() => make(backend, pictures, name, version, request))
      .finally(() => running.delete(name));
    running.set(name, work);
    return work;
  }

  return {
    async open(version, request) {
      const name = `${renditionFolder(version)}/${renditionName(request)}`;
      const kept = await backend.open(name);
      if (kept) return kept;
      const made = await makeOnce(name, version, request);
      return made ? backend.open(name) : null;
    },
  };
}

async function make(
  backend: StorageBackend,
  pictures: PictureWorker,
  name: string,
  version: string,
  request: RenditionRequest,
): Promise<boolean> {
  const original = await backend.open(objectFile(version));
  if (!original) return false;
  const bytes = await original.bytes();
  await backend.write(name, await pictures.run({ kind: "rendition", bytes, request }));
  await removeOldest(backend, renditionFolder(version), name);
  return true;
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
