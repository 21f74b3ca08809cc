import { join } from "node:path";
import type { Settings } from "#backend/settings.ts";
import { createDiskBackend } from "./disk-backend.ts";
import { createS3Backend } from "./s3-backend.ts";
import type { StorageBackend } from "./storage-backend.ts";

/**
 * Opens the place where an installation with these settings keeps its files: an S3 store when one
 * is named, else DATA_DIR.
 */
export function openBackend({ dataDir, s3 }: Pick<Settings, "dataDir" | "s3">): StorageBackend {
  return s3 ? createS3Backend(s3) : createDiskBackend(join(dataDir, "files"));
}
