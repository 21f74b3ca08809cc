import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { readStoredSecret, secretFile } from "../http/identity/index.ts";
import type { Settings } from "../settings.ts";
import { syncFolder } from "../storage/stores/disk-backend.ts";
import type { ArchiveHeader } from "./archive-format.ts";
import type { Installation } from "./open-installation.ts";
import type { Progress } from "./progress.ts";

/** The settings of the restore, and the installation that it fills. */
type Place = { settings: Settings; installation: Pick<Installation, "name"> };

/**
 * Throws if the backup's secret would replace one that may be in use: with DATABASE_URL, DATA_DIR
 * may belong to another installation, unless an earlier restore into the same database stored the
 * secret there.
 */
export async function requireReplaceable(
  { settings, installation }: Place,
  { secretMark }: ArchiveHeader,
): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const path = secretFile(dataDir);
  if (databaseUrl === undefined || !existsSync(path)) return;
  const kept = await markStored(settings);
  if (kept === secretMark) return;
  if (kept !== null && kept === (await readNote(noteFile(path, installation)))) return;
  throw new Error(
    `${path} holds the secret of another installation. Set another DATA_DIR, or set JWT_SECRET.`,
  );
}

/**
 * Keeps the JWT_SECRET of the settings if there is one, else stores the backup's. Called before the
 * rows are committed, so they never exist without the secret.
 */
export async function storeSecret(
  place: Place,
  header: ArchiveHeader,
  secrets: Buffer | null,
  { step, warn }: Progress,
): Promise<void> {
  const { name, dataDir, jwtSecret } = place.settings;
  if (jwtSecret === undefined && secrets) {
    await requireReplaceable(place, header);
    await writeSecret(place, header, secrets);
    step(`secret stored in ${secretFile(dataDir)}`);
    return;
  }
  const inUse =
    jwtSecret === undefined ? await markStored(place.settings) : fingerprintSecret(name, jwtSecret);
  if (inUse === header.secretMark) return;
  warn(
    "JWT_SECRET differs from the backup's: everyone must sign in again, and second factors only work with recovery codes",
  );
}

/** Removes the note of `writeSecret`: the stored secret is now in use. */
export async function removeRestoreNote({ settings, installation }: Place): Promise<void> {
  await rm(noteFile(secretFile(settings.dataDir), installation), { force: true });
}

/**
 * Writes a note that names the secret before the secret itself, so that an interrupted restore can
 * be repeated.
 */
async function writeSecret(
  { settings, installation }: Place,
  { secretMark }: ArchiveHeader,
  secrets: Buffer,
): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const path = secretFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  if ((await markStored(settings)) !== secretMark) {
    if (databaseUrl !== undefined) {
      await rm(path, { force: true });
      await writeFile(noteFile(path, installation), secretMark, { mode: 0o600, flush: true });
    }
    await writeFile(`${path}.part`, secrets, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  }
  await syncFolder(dataDir);
}

async function markStored({ name, dataDir }: Settings): Promise<string | null> {
  const kept = await readStoredSecret(dataDir);
  return kept && fingerprintSecret(name, kept.jwtSecret);
}

/** Holds the mark of the secret that a restore stored, until its rows are committed. */
function noteFile(path: string, { name }: Place["installation"]): string {
  const database = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return `${path}.${database}.restoring`;
}

async function readNote(path: string): Promise<string | null> {
  return existsSync(path) ? readFile(path, "utf8") : null;
}

/**
 * Returns the stored secret that a backup must include, or null if the settings supply it. Throws
 * if it is lost: restoring without it would end all sessions and disable all second factors.
 */
export async function findStoredSecret({ dataDir, databaseUrl, jwtSecret }: Settings) {
  if (jwtSecret !== undefined) return null;
  const path = secretFile(dataDir);
  if (databaseUrl !== undefined && !existsSync(path)) return null;
  const kept = await readStoredSecret(dataDir);
  if (kept) return kept;
  throw new Error(
    `${path} ${existsSync(path) ? "is not readable" : "is missing"}, and the backup needs the secret in it. Restore it from an older backup, or set the server's JWT_SECRET.`,
  );
}

/** A short hash of the JWT_SECRET that does not reveal it. */
export function fingerprintSecret(product: string, jwtSecret: string): string {
  return createHash("sha256")
    .update(`${product.toLowerCase()} backup ${jwtSecret}`)
    .digest("hex")
    .slice(0, 16);
}
