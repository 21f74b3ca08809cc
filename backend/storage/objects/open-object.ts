import {
  type OpenFile,
  objectFile,
  type StorageBackend,
  StoreUnreachable,
} from "../stores/storage-backend.ts";
import type { ObjectRow } from "./object-rows.ts";

/** Which bytes an object has, and how many. */
export type StoredObject = Pick<ObjectRow, "version" | "metadata">;

/**
 * Opens an object's bytes; null when they are not there. Throws StoreUnreachable when the store has
 * fewer or more than were stored: half a picture would be kept for good by browsers and by our own
 * renditions.
 */
export async function openObject(
  backend: StorageBackend,
  { version, metadata }: StoredObject,
): Promise<OpenFile | null> {
  const file = await backend.open(objectFile(version));
  if (!file || file.size === metadata.size) return file;
  await file.close();
  throw new StoreUnreachable(
    new Error(`A file has ${file.size} bytes where ${metadata.size} were stored`),
  );
}
