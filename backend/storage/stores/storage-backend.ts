import type { Readable } from "node:stream";

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
