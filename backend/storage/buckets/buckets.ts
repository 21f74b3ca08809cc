import type { Database } from "#backend/postgres/database.ts";
import { tooLarge } from "../objects/read-upload.ts";
import { storageError } from "../storage-error.ts";

/** A bucket's own rules, as they stand in storage.buckets. */
export type Bucket = {
  id: string;
  public: boolean;
  sizeLimit: number | null;
  types: string[] | null;
};

/** The bucket of this id. Throws NoSuchBucket. */
export async function findBucket({ storageOwner }: Database, id: string): Promise<Bucket> {
  const [row] = await storageOwner<Bucket[]>`
    select id, public, file_size_limit::float8 as "sizeLimit", allowed_mime_types as types
    from storage.buckets where id = ${id}`;
  if (!row) throw noSuchBucket();
  return row;
}

/** The refusal of a bucket that is not there, or that the caller may not know of. */
export function noSuchBucket() {
  return storageError("NoSuchBucket", "Bucket not found");
}

/**
 * Whether everything in the bucket is a picture of ours: judged by its content, decoded and encoded
 * anew. A bucket that allows anything else, which only the service makes, keeps bytes as they come.
 */
export function keepsPicturesOnly({ types }: Bucket): boolean {
  return types !== null && types.length > 0 && types.every((type) => type.startsWith("image/"));
}

/** Throws EntityTooLarge or InvalidMimeType for what the bucket's own rules do not allow. */
export function requireFitting(
  { sizeLimit, types }: Bucket,
  { type, size }: { type: string; size: number },
): void {
  if (sizeLimit !== null && size > sizeLimit) throw tooLarge();
  const [plain = ""] = type.toLowerCase().split(";");
  if (types && types.length > 0 && !types.some((allowed) => covers(allowed, plain.trim()))) {
    throw storageError("InvalidMimeType", `mime type ${plain.trim()} is not supported`);
  }
}

function covers(allowed: string, type: string): boolean {
  if (allowed === "*" || allowed === "*/*") return true;
  return allowed.endsWith("/*") ? type.startsWith(allowed.slice(0, -1)) : allowed === type;
}
