import type { Readable } from "node:stream";
import { workLimits } from "../../limits.ts";
import { hasCode } from "../../postgres/failures.ts";
import { createLimiter, Overloaded } from "../../postgres/limiter.ts";

/** No answer now, as from a disk that lets nothing be written: work resumes once there is one. */
export class StoreUnreachable extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`The store of files cannot be reached${reason}`, { cause });
    this.name = "StoreUnreachable";
  }
}

/** `close` must be called unless `read` was, which closes the file at its end. */
export type OpenFile = {
  size: number;
  /** The bytes from `start` to `end`, both included. */
  read(range?: { start: number; end: number }): Readable;
  bytes(): Promise<Buffer>;
  close(): Promise<void>;
};

export type StoredEntry = { name: string; modifiedAt: Date };

/**
 * Where bytes are kept, under names that we make, never a caller's. A file never changes: new
 * content gets a new name, and the row says which counts.
 */
export type StorageBackend = {
  /** Throws one clear line for a place of no use, StoreUnreachable without an answer. */
  check(): Promise<void>;
  /** All or nothing, and durable once resolved. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The file, or null when there is none. */
  open(name: string): Promise<OpenFile | null>;
  /** Removes files, and folders with all in them; nothing there is not an error. */
  remove(...names: string[]): Promise<void>;
  /** Every file below a folder. */
  list(folder: string): AsyncIterable<StoredEntry>;
};

/** ENOSPC and EDQUOT are not bugs: writing resumes as soon as someone makes room. */
export function isOutOfSpace(thrown: unknown): boolean {
  return hasCode(thrown, "ENOSPC", "EDQUOT");
}

/** A version is a uuid of ours, so no caller's text ever becomes a path. */
export function objectFile(version: string): string {
  return `objects/${version.slice(0, 2)}/${version}`;
}

/** The folder of all renditions of one version, so that they go when it goes. */
export function renditionFolder(version: string): string {
  return `renditions/${version.slice(0, 2)}/${version}`;
}

/** Whether a backend name is such a folder, and not a file. */
export function isRenditionFolder(name: string): boolean {
  return /^renditions\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(name);
}

/** The version that a backend name belongs to, or null for a name that is none of ours. */
export function versionOf(name: string): string | null {
  return /^(?:objects|renditions)\/[0-9a-f]{2}\/([0-9a-f-]{36})(?:\/|$)/.exec(name)?.[1] ?? null;
}

/**
 * Little at once. Throws StoreUnreachable when it takes too long: what has begun goes on unheard,
 * and what has not never begins.
 */
export function createStoreLimiter(): <T>(work: () => Promise<T>) => Promise<T> {
  const limiter = createLimiter(workLimits.diskWrites);
  return async (work) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(standsStill()), workLimits.diskWrites.waitMs);
    try {
      return await Promise.race([limiter.run("", work), late.promise]);
    } catch (error) {
      throw error instanceof Overloaded ? standsStill() : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function standsStill(): StoreUnreachable {
  return new StoreUnreachable(new Error("The store of files stands still"));
}

/** Which bytes an object has, and how many. */
export type StoredObject = { version: string; metadata: { size: number } };

/**
 * Throws StoreUnreachable when the store has fewer or more bytes than were stored: half a picture
 * would be kept for good by browsers and by our own renditions.
 */
export async function openObject(backend: StorageBackend, { version, metadata }: StoredObject) {
  const file = await backend.open(objectFile(version));
  if (!file || file.size === metadata.size) return file;
  await file.close();
  throw new StoreUnreachable(
    new Error(`A file has ${file.size} bytes where ${metadata.size} were stored`),
  );
}
