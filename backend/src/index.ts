/** The public API of the package. Its own files import each other directly. */
export { openFactorSecret } from "./auth/factors/totp.ts";
export { normalizePhone } from "./auth/read-input.ts";
export type { ArchiveHeader } from "./backup/archive-format.ts";
export { collectEntries } from "./backup/collect-entries.ts";
export { loadEntries } from "./backup/load-entries.ts";
export { type Installation, openInstallation, requireEmpty } from "./backup/open-installation.ts";
export { type Progress, runCommand, type Stopping } from "./backup/progress.ts";
export { openArchive, verifyArchive } from "./backup/read-archive.ts";
export { removeRestoreNote, requireReplaceable, storeSecret } from "./backup/store-secret.ts";
export { nameBackup, writeArchive } from "./backup/write-archive.ts";
export { type Backend, type BackendInput, createBackend } from "./create-backend.ts";
export type { FunctionHandler } from "./functions/index.ts";
export { createGateway } from "./gateway/index.ts";
export { checkProject } from "./gateway/project.ts";
export type { CredentialChange, Hooks } from "./hooks.ts";
export { type Admission, admitRequests, Overloaded, retryAfter } from "./http/admission.ts";
export { isAddressRange, isLoopback } from "./http/client-address.ts";
export { completeSettings } from "./http/identity/index.ts";
export { limitBody } from "./http/limit-request.ts";
export { checkPort, listen, listenerOf } from "./http/listen.ts";
export { captureConsole, createLog } from "./http/log.ts";
export { idOfRequest, namePage } from "./http/log-requests.ts";
export type { RenderMail } from "./mail/outbox.ts";
export { installQueue } from "./mail/queue.ts";
export { prepareCallerLogin } from "./postgres/caller-login.ts";
export { checkDatabase, checkPooler, databaseFault } from "./postgres/check-database.ts";
export { type Database, type DatabaseAddress, openDatabase } from "./postgres/database.ts";
export { type EmbeddedEvent, openEmbeddedDatabase } from "./postgres/embedded/embedded-database.ts";
export { restoreLock, waitForLock } from "./postgres/lock-holder.ts";
export {
  applyMigrations,
  backendMigrations,
  type DatabaseSchema,
  listMigrations,
  resolveVersions,
} from "./postgres/migrations.ts";
export { openPool } from "./postgres/pool.ts";
export { readPgAddress } from "./postgres/read-address.ts";
export type { Sql } from "./postgres/sql.ts";
export {
  type Config,
  defaultSettings,
  type ProjectSettings,
  type S3Settings,
  type Settings,
} from "./settings.ts";
export { describeObject } from "./storage/objects/object-rows.ts";
export { openBackend } from "./storage/stores/open-backend.ts";
export { objectFile, type StorageBackend } from "./storage/stores/storage-backend.ts";
