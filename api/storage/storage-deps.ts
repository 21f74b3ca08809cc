import type { Logger } from "pino";
import type { Config } from "#api/config.ts";
import type { ClaimBody } from "#api/http/body-room.ts";
import type { TakeBodyTurn } from "#api/http/body-turns.ts";
import type { Metrics } from "#api/http/metrics.ts";
import type { IdentityService } from "#api/identity/index.ts";
import type { Database } from "#api/postgres/database.ts";
import type { AddressSigner } from "./address-signer.ts";
import type { StorageBackend } from "./backend/storage-backend.ts";
import type { TakeDecodingTurn } from "./decoding-turns.ts";
import type { PictureWorker } from "./images/picture-worker.ts";
import type { RenditionStore } from "./images/rendition-store.ts";
import type { UploadRoom } from "./upload-room.ts";

/** What the storage area is given from outside. Without a backend, files are kept on disk in DATA_DIR/files. */
export type StorageDeps = {
  config: Config;
  database: Database;
  identity: IdentityService;
  log: Logger;
  metrics: Metrics;
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
  /** Bounds the bytes of all uploads and copies, from their first until they are stored. */
  uploadRoom: UploadRoom;
  /** Decodes uploaded photos, one at a time. */
  takeDecodingTurn: TakeDecodingTurn;
  /** Bounds the memory of long lists of names. */
  claimBody: ClaimBody;
  /** Parses one of them after the other. */
  takeBodyTurn: TakeBodyTurn;
};
