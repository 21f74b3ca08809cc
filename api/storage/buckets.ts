import type { Database } from "#api/postgres/database.ts";
import { storageError } from "./storage-error.ts";

/** A bucket's own rules, as they stand in storage.buckets. */
export type Bucket = {
  id: string;
  public: boolean;
  sizeLimit: number | null;
  types: string[] | null;
};

/** The bucket of this id. Throws NoSuchBucket. */
export async function findBucket({ owner }: Database, id: string): Promise<Bucket> {
  const [row] = await owner<Bucket[]>`
    select id, public, file_size_limit::float8 as "sizeLimit", allowed_mime_types as types
    from storage.buckets where id = ${id}`;
  if (!row) throw storageError("NoSuchBucket", "Bucket not found");
  return row;
}
