import type { Readable } from "node:stream";
import { workLimits } from "#backend/limits.ts";
import { createLimiter, Overloaded } from "#backend/postgres/limiter.ts";

/**
 * The store of files gives no answer, or says that it cannot serve now, as does a disk that lets
 * nothing be written. Not a bug: work resumes as soon as it does. The message holds the cause's
 * own, for whoever runs the site.
 */
export class StoreUnreachable extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`The store of files cannot be reached${reason}`, { cause });
    this.name = "StoreUnreachable";
  }
}

/**
 * A stored file that is open for reading. `close` must be called unless `read` was, which closes it
 * at its end.
 */
export type OpenFile = {
  size: number;
  /** The bytes from `start` to `end`, both included. */
  read(range?: { start: number; end: number }): Readable;
  bytes(): Promise<Buffer>;
  close(): Promise<void>;
};

export type StoredEntry = { name: string; modifiedAt: Date };

/**
 * Where bytes are kept, under names that we make (never a caller's): `objects/…` and
 * `renditions/…`. A file never changes once written: new content gets a new name, and the database
 * row says which name counts.
 */
export type StorageBackend = {
  /**
   * Throws with one clear line when the place is there and cannot be worked with, StoreUnreachable
   * when it does not answer.
   */
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
  return (
    thrown instanceof Error &&
    "code" in thrown &&
    (thrown.code === "ENOSPC" || thrown.code === "EDQUOT")
  );
}

/**
 * The backend name of an object's bytes; a version is a uuid of ours, so no caller's text ever
 * becomes a path.
 */
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
 * Runs work on a store of files, little at once. Throws StoreUnreachable when it takes too long:
 * what has begun goes on, and nobody hears of its end; what has not, never begins.
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
