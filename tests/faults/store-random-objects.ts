import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Sql } from "#backend/postgres/sql.ts";
import { createDiskBackend } from "#backend/storage/stores/disk-backend.ts";
import { objectFile } from "#backend/storage/stores/storage-backend.ts";

/** Stores `count` objects of `size` random bytes directly, so that a backup takes a while. */
export async function storeRandomObjects(
  sql: Sql,
  dataDir: string,
  { count, size }: { count: number; size: number },
): Promise<void> {
  const backend = createDiskBackend(join(dataDir, "files"));
  for (let number = 0; number < count; number += 1) {
    const version = randomUUID();
    await backend.write(objectFile(version), randomBytes(size));
    await sql`insert into storage.objects (bucket_id, name, version, metadata)
      values ('vehicle_images', ${`arranged/${version}.jpg`}, ${version}, ${sql.json({ size, mimetype: "image/jpeg" })})`;
  }
}
