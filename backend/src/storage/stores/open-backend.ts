import { join } from "node:path";
import type { Database } from "../../postgres/database.ts";
import { backupLock } from "../../postgres/lock-holder.ts";
import type { Settings } from "../../settings.ts";
import { createDiskBackend } from "./disk-backend.ts";
import { createS3Backend } from "./s3-backend.ts";
import { createStoreLimiter, type StorageBackend } from "./storage-backend.ts";

/** Uses an S3 store if one is set, else DATA_DIR. */
export function openBackend({ dataDir, s3 }: Pick<Settings, "dataDir" | "s3">): StorageBackend {
  return s3 ? createS3Backend(s3) : createDiskBackend(join(dataDir, "files"));
}

/**
 * Skips removing objects while a backup runs, which may still read them; the sweep removes them
 * later. Renditions are not backed up. Removing holds a database connection, so at most two are
 * used while the store hangs.
 */
export function skipRemovalDuringBackup(
  backend: StorageBackend,
  { asStorageOwner }: Database,
): StorageBackend {
  const limited = createStoreLimiter();
  return {
    ...backend,
    async remove(...names) {
      const objects = names.filter((name) => name.startsWith("objects/"));
      await backend.remove(...names.filter((name) => !objects.includes(name)));
      if (objects.length === 0) return;
      const removeUnlessLocked = () =>
        asStorageOwner(async (sql) => {
          const [row] = await sql<{ free: boolean }[]>`
            select pg_try_advisory_xact_lock_shared(${backupLock}) as free`;
          if (row?.free) await backend.remove(...objects);
        });
      await limited(removeUnlessLocked);
    },
  };
}
