import type { Logger } from "pino";
import type { Config } from "#api/config.ts";
import type { Admission } from "#api/http/admission.ts";
import type { Limiter } from "#api/http/limiter.ts";
import type { Metrics } from "#api/http/metrics.ts";
import type { IdentityService } from "#api/identity/index.ts";
import type { Database } from "#api/postgres/database.ts";
import type { AddressSigner } from "./address-signer.ts";
import type { StorageBackend } from "./backend/storage-backend.ts";
import type { PictureWorker } from "./images/picture-worker.ts";
import type { RenditionStore } from "./images/rendition-store.ts";

/** What the storage area is given from outside. Without a backend, files are kept on disk in DATA_DIR/files. */
export type StorageDeps = {
  config: Config;
  database: Database;
  identity: IdentityService;
  log: Logger;
  metrics: Metrics;
  admission: Admission;
  backend?: StorageBackend;
};

/** What each storage verb works with. */
export type StorageParts = {
  database: Database;
  identity: IdentityService;
  log: Logger;
  backend: StorageBackend;
  signer: AddressSigner;
  pictures: PictureWorker;
  renditions: RenditionStore;
  admission: Admission;
  /** Decodes uploaded photos, one at a time. */
  photos: Limiter;
  /** Where uploads lie until they are stored. */
  uploadFolder: string;
};
