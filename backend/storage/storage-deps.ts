import type { Logger } from "pino";
import type { Admission } from "#backend/http/admission.ts";
import type { IdentityService } from "#backend/http/identity/index.ts";
import type { Metrics } from "#backend/http/metrics.ts";
import type { Database } from "#backend/postgres/database.ts";
import type { Limiter } from "#backend/postgres/limiter.ts";
import type { Config } from "#backend/settings.ts";
import type { PictureWorker } from "./images/picture-worker.ts";
import type { RenditionStore } from "./images/rendition-store.ts";
import type { AddressSigner } from "./objects/address-signer.ts";
import type { StorageBackend } from "./stores/storage-backend.ts";

/**
 * What the storage area is given from outside. Without a backend, files are kept on disk in
 * DATA_DIR/files.
 */
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
