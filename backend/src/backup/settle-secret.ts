import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { readKeptSecret, secretFile } from "../http/identity/index.ts";
import type { Settings } from "../settings.ts";
import { syncFolder } from "../storage/stores/disk-backend.ts";
import type { ArchiveHeader } from "./archive-format.ts";
import type { Installation } from "./open-installation.ts";
import type { Progress } from "./progress.ts";

/** Where a backup comes to: the settings of the restore, and the installation that it fills. */
type Place = { settings: Settings; installation: Pick<Installation, "name"> };

/**
 * Throws when a backup's secret would take the place of one that may be in use: beside DATABASE_URL
 * the folder may be another installation's, unless an earlier restore into the same database has
 * put the secret there.
 */
export async function requireReplaceable(
  { settings, installation }: Place,
  { secretMark }: ArchiveHeader,
): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const path = secretFile(dataDir);
  if (databaseUrl === undefined || !existsSync(path)) return;
  const kept = await markKept(settings);
  if (kept === secretMark) return;
  if (kept !== null && kept === (await readNote(noteFile(path, installation)))) return;
  throw new Error(
    `${path} holds the secret of another installation. Name another DATA_DIR, or give JWT_SECRET.`,
  );
}

/**
 * The settings' own JWT_SECRET counts, else the backup's, which lies on the disk for good when this
 * returns: called before the rows are committed, so there are none without it.
 */
export async function settleSecret(
  place: Place,
  header: ArchiveHeader,
  secrets: Buffer | null,
  { step, warn }: Progress,
): Promise<void> {
  const { name, dataDir, jwtSecret } = place.settings;
  if (jwtSecret === undefined && secrets) {
    await requireReplaceable(place, header);
    await keepSecret(place, header, secrets);
    step(`secret kept in ${secretFile(dataDir)}`);
    return;
  }
  const inUse =
    jwtSecret === undefined ? await markKept(place.settings) : markSecret(name, jwtSecret);
  if (inUse === header.secretMark) return;
  warn(
    "JWT_SECRET is not the one of the backup: everyone signs in again, and second factors work only with recovery codes",
  );
}

/** From here on the secret that was put is in use. */
export async function forgetRestore({ settings, installation }: Place): Promise<void> {
  await rm(noteFile(secretFile(settings.dataDir), installation), { force: true });
}

/** A note says whose secret it is before the secret is there, and stands beside no other one. */
async function keepSecret(
  { settings, installation }: Place,
  { secretMark }: ArchiveHeader,
  secrets: Buffer,
): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const path = secretFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  if ((await markKept(settings)) !== secretMark) {
    if (databaseUrl !== undefined) {
      await rm(path, { force: true });
      await writeFile(noteFile(path, installation), secretMark, { mode: 0o600, flush: true });
    }
    await writeFile(`${path}.part`, secrets, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  }
  await syncFolder(dataDir);
}

async function markKept({ name, dataDir }: Settings): Promise<string | null> {
  const kept = await readKeptSecret(dataDir);
  return kept && markSecret(name, kept.jwtSecret);
}

/** Holds the mark of the secret that a restore has put, until its rows are committed. */
function noteFile(path: string, { name }: Place["installation"]): string {
  const database = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return `${path}.${database}.restoring`;
}

async function readNote(path: string): Promise<string | null> {
  return existsSync(path) ? readFile(path, "utf8") : null;
}

/**
 * The secret that belongs into a backup, if one was kept here. Throws where it is lost: a restore
 * without it would lose all sessions and second factors.
 */
export async function findKeptSecret({ dataDir, databaseUrl, jwtSecret }: Settings) {
  if (jwtSecret !== undefined) return null;
  const path = secretFile(dataDir);
  if (databaseUrl !== undefined && !existsSync(path)) return null;
  const kept = await readKeptSecret(dataDir);
  if (kept) return kept;
  throw new Error(
    `${path} ${existsSync(path) ? "is not readable" : "is missing"}, and the backup needs the secret in it. Bring it back from an older backup, or give the JWT_SECRET that the server has.`,
  );
}

/** Tells one JWT_SECRET of a product from another without giving it away. */
export function markSecret(product: string, jwtSecret: string): string {
  return createHash("sha256")
    .update(`${product.toLowerCase()} backup ${jwtSecret}`)
    .digest("hex")
    .slice(0, 16);
}
