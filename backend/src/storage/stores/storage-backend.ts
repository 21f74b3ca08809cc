import type { Readable } from "node:stream";
import { workLimits } from "../../limits.ts";
import { hasCode } from "../../postgres/failures.ts";
import { createLimiter, Overloaded } from "../../postgres/limiter.ts";

/** The store does not answer or the disk fails. May recover, so the request can be retried. */
export class StoreUnreachable extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`The store of files cannot be reached${reason}`, { cause });
    this.name = "StoreUnreachable";
  }
}

/** Call `close` unless `read` was called, which closes the file at its end. */
export type OpenFile = {
  size: number;
  /** The bytes from `start` to `end`, both inclusive. */
  read(range?: { start: number; end: number }): Readable;
  bytes(): Promise<Buffer>;
  close(): Promise<void>;
};

export type StoredEntry = { name: string; modifiedAt: Date };

/**
 * Stores bytes under generated names, never a caller's. Files are immutable: new content gets a new
 * name, and the row references the current one.
 */
export type StorageBackend = {
  /** Throws a one-line message if the store is unusable, StoreUnreachable if it does not answer. */
  check(): Promise<void>;
  /** Atomic, and durable once resolved. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if the file does not exist. */
  open(name: string): Promise<OpenFile | null>;
  /** Removes files, and folders with their contents. Missing ones are ignored. */
  remove(...names: string[]): Promise<void>;
  /** Lists all files below a folder. */
  list(folder: string): AsyncIterable<StoredEntry>;
};

/** ENOSPC and EDQUOT are no bugs: writes succeed again once there is room. */
export function isOutOfSpace(thrown: unknown): boolean {
  return hasCode(thrown, "ENOSPC", "EDQUOT");
}

/** The version is a generated uuid, so no caller's text ever becomes a path. */
export function objectFile(version: string): string {
  return `objects/${version.slice(0, 2)}/${version}`;
}

/** The folder of all renditions of a version, so that they can be removed together. */
export function renditionFolder(version: string): string {
  return `renditions/${version.slice(0, 2)}/${version}`;
}

export function isRenditionFolder(name: string): boolean {
  return /^renditions\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(name);
}

/** The version that a name belongs to, or null for an unknown name. */
export function versionOf(name: string): string | null {
  return /^(?:objects|renditions)\/[0-9a-f]{2}\/([0-9a-f-]{36})(?:\/|$)/.exec(name)?.[1] ?? null;
}

/**
 * Limits concurrent store operations. Throws StoreUnreachable after a timeout: running work
 * continues in the background, queued work never starts.
 */
export function createStoreLimiter(): <T>(work: () => Promise<T>) => Promise<T> {
  const limiter = createLimiter(workLimits.diskWrites);
  return async (work) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(storeTimedOut()), workLimits.diskWrites.waitMs);
    try {
      return await Promise.race([limiter.run("", work), late.promise]);
    } catch (error) {
      throw error instanceof Overloaded ? storeTimedOut() : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function storeTimedOut(): StoreUnreachable {
  return new StoreUnreachable(new Error("The file store does not respond"));
}

/** The version and size of an object's bytes. */
export type StoredObject = { version: string; metadata: { size: number } };

/**
 * Opens an object's bytes. Throws StoreUnreachable if the size differs from the stored one:
 * browsers and our own renditions would keep half a picture for good.
 */
export async function openObject(backend: StorageBackend, { version, metadata }: StoredObject) {
  const file = await backend.open(objectFile(version));
  if (!file || file.size === metadata.size) return file;
  await file.close();
  throw new StoreUnreachable(
    new Error(`A file has ${file.size} bytes where ${metadata.size} were stored`),
  );
}
